import { array, assert, asyncProperty, constantFrom, record, string, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { readPeople } from './read-people.ts';

const ada = { email: 'ada@x.com', fullName: 'Ada Lovelace' };
const bob = { email: 'bob@x.com', fullName: 'Bob' };
const nameless = ({ email }: { email: string }) => ({ email, fullName: '' });

test.each([
  ['name, then address', 'Ada Lovelace,ada@x.com\nBob,bob@x.com', [ada, bob]],
  ['address, then name', 'ada@x.com;Ada Lovelace\r\nbob@x.com;Bob', [ada, bob]],
  ['columns of a spreadsheet', 'Ada Lovelace\tada@x.com\nBob\tbob@x.com\n', [ada, bob]],
  ['a header', 'Full Name,Phone,Email\nAda Lovelace,1,ada@x.com\nBob,2,bob@x.com', [ada, bob]],
  ['a header the other way round', '\uFEFFEmail address,name\nada@x.com,Ada Lovelace', [ada]],
  ['a header with the parts of a name', 'First Name,Last Name,Email\nAda,Lovelace,ada@x.com', [ada]],
  ['a header of a column we know and one that we do not', 'Contact,Email\nBob,bob@x.com', [bob]],
  ['quotes', '"Lovelace, Ada",ada@x.com\n"Bob",bob@x.com', [{ ...ada, fullName: 'Lovelace, Ada' }, bob]],
  ['a mail program', 'Ada Lovelace <ada@x.com>; "Bob" <bob@x.com>', [ada, bob]],
  [
    'a mail program, one a line',
    'Lovelace, Ada <ada@x.com>,\n<bob@x.com>',
    [{ ...ada, fullName: 'Lovelace, Ada' }, nameless(bob)],
  ],
  ['addresses alone, one a line', 'ada@x.com\n\n  bob@x.com  ', [nameless(ada), nameless(bob)]],
  ['addresses alone, in a line', 'ada@x.com, bob@x.com', [nameless(ada), nameless(bob)]],
  ['addresses alone, with blanks', 'ada@x.com bob@x.com', [nameless(ada), nameless(bob)]],
  ['a mixture', 'Bob <bob@x.com>\nAda Lovelace, ada@x.com', [bob, ada]],
  ['somebody without an address', 'Ada Lovelace,ada@x.com\nBob,', [ada, { email: '', fullName: 'Bob' }]],
  [
    'an address that is none, among others',
    'ada@x.com, Ada Lovelace\nbroken, B',
    [ada, { email: 'broken', fullName: 'B' }],
  ],
  ['an address that is none, alone', 'broken, B', [{ email: '', fullName: 'broken B' }]],
  ['a name in two columns', 'ada@x.com,Ada,Lovelace', [ada]],
  ['a name before its address, with no mark between', 'Ada Lovelace ada@x.com\nBob bob@x.com', [ada, bob]],
  ['the same in a line', 'Ada Lovelace ada@x.com, Bob bob@x.com', [ada, bob]],
  ['nothing', ' \n\n', []],
])('%s', async (_, text, people) => {
  expect(await readPeople(text)).toEqual(people);
});

test('of any table no row is lost, whatever its names and separator are', async () => {
  const person = record({
    email: stringMatching(/^[a-z0-9]{1,8}@[a-z]{1,8}\.com$/),
    fullName: string({ maxLength: 20 }),
  });
  await assert(
    asyncProperty(
      array(person, { minLength: 2, maxLength: 20 }),
      constantFrom(',', ';', '\t'),
      async (people, mark) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const lines = people.map(({ email, fullName }) => [email, quote(fullName.replaceAll('@', ''))].join(mark));
        const read = await readPeople(lines.join('\n'));
        expect(read.map(({ email }) => email)).toEqual(people.map(({ email }) => email));
      },
    ),
    { numRuns: 200 },
  );
});
