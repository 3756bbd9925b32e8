import { array, assert, asyncProperty, constantFrom, record, string, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { readPeople } from './read-people.ts';

const ada = { email: 'ada@x.com', fullName: 'Ada Lovelace' };
const bob = { email: 'bob@x.com', fullName: 'Bob' };
const nameless = ({ email }: { email: string }) => ({ email, fullName: '' });

test.each([
  ['name, then email', 'Ada Lovelace,ada@x.com\nBob,bob@x.com', [ada, bob]],
  ['email, then name', 'ada@x.com;Ada Lovelace\r\nbob@x.com;Bob', [ada, bob]],
  ['columns of a spreadsheet', 'Ada Lovelace\tada@x.com\nBob\tbob@x.com\n', [ada, bob]],
  ['a header', 'Full Name,Phone,Email\nAda Lovelace,1,ada@x.com\nBob,2,bob@x.com', [ada, bob]],
  ['a header with email first', '\uFEFFEmail address,name\nada@x.com,Ada Lovelace', [ada]],
  ['a header with the parts of a name', 'First Name,Last Name,Email\nAda,Lovelace,ada@x.com', [ada]],
  ['a header with one known and one unknown column', 'Contact,Email\nBob,bob@x.com', [bob]],
  ['quoted cells', '"Lovelace, Ada",ada@x.com\n"Bob",bob@x.com', [{ ...ada, fullName: 'Lovelace, Ada' }, bob]],
  ['mail-program format', 'Ada Lovelace <ada@x.com>; "Bob" <bob@x.com>', [ada, bob]],
  [
    'mail-program format, one per line',
    'Lovelace, Ada <ada@x.com>,\n<bob@x.com>',
    [{ ...ada, fullName: 'Lovelace, Ada' }, nameless(bob)],
  ],
  ['emails without names, one per line', 'ada@x.com\n\n  bob@x.com  ', [nameless(ada), nameless(bob)]],
  ['emails without names, separated by commas', 'ada@x.com, bob@x.com', [nameless(ada), nameless(bob)]],
  ['emails without names, separated by spaces', 'ada@x.com bob@x.com', [nameless(ada), nameless(bob)]],
  ['mixed formats', 'Bob <bob@x.com>\nAda Lovelace, ada@x.com', [bob, ada]],
  ['a person without an email', 'Ada Lovelace,ada@x.com\nBob,', [ada, { email: '', fullName: 'Bob' }]],
  [
    'an invalid email among valid ones',
    'ada@x.com, Ada Lovelace\nbroken, B',
    [ada, { email: 'broken', fullName: 'B' }],
  ],
  ['a single invalid email', 'broken, B', [{ email: '', fullName: 'broken B' }]],
  ['a name in two columns', 'ada@x.com,Ada,Lovelace', [ada]],
  ['a name before its email without a separator', 'Ada Lovelace ada@x.com\nBob bob@x.com', [ada, bob]],
  ['names before emails without a separator, on one line', 'Ada Lovelace ada@x.com, Bob bob@x.com', [ada, bob]],
  ['blank input', ' \n\n', []],
])('parses %s', async (_, text, people) => {
  expect(await readPeople(text)).toEqual(people);
});

test('keeps every row of any table, whatever its names and separator are', async () => {
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
