/** A person on a pasted list, as written. The server decides whether the person can be invited. */
export interface ListedPerson {
  email: string;
  fullName: string;
}

const inBrackets = /<\s*([^<>\s]+@[^<>\s]+)\s*>/g;
const emailHeader = /^e-?mail|^mail$|address/i;
const wholeName = /^((full|display)[\s_-]*)?name$/i;
const namePart = /^(first|given|last|family|sur)[\s_-]*name$/i;

/**
 * Parses a pasted list or a file: a table with comma, semicolon or tab separated columns, with email and name in either
 * order, with or without a header; plain emails; and the format of mail programs, 'Ada <ada@x.com>'. A line without an
 * email is kept as a person, so that nothing pasted is lost.
 */
export async function readPeople(text: string): Promise<ListedPerson[]> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  // Extract lines in mail-program format first, so that the rest can be parsed as a table with its own quoting rules.
  const mailed = lines.flatMap((line) => (line.search(inBrackets) < 0 ? [] : readMailLine(line)));
  const rest = lines.filter((line) => line.search(inBrackets) < 0).join('\n');
  const { parse } = (await import('papaparse')).default;
  const { data } = parse<string[]>(rest, { skipEmptyLines: 'greedy', delimitersToGuess: [',', ';', '\t', '|'] });
  return [...mailed, ...readTable(data.map((cells) => cells.map((cell) => cell.trim())))];
}

/** Parses 'Ada <ada@x.com>; Bob <bob@x.com>', and a single 'Lovelace, Ada <ada@x.com>'. */
function readMailLine(line: string): ListedPerson[] {
  const matches = [...line.matchAll(inBrackets)];
  return matches.map((match, index) => {
    const before = matches[index - 1];
    const start = before === undefined ? 0 : before.index + before[0].length;
    return { email: match[1] ?? '', fullName: cleanName(line.slice(start, match.index)) };
  });
}

function cleanName(text: string): string {
  return text.replace(/^[\s,;"']+|[\s,;"']+$/g, '');
}

function readTable(rows: string[][]): ListedPerson[] {
  const [header = [], ...others] = rows;
  const emailColumn = header.findIndex((cell) => emailHeader.test(cell));
  if (emailColumn < 0 || header.some(isAddress)) {
    const seen = rows.find((cells) => cells.length > 1 && cells.some(isAddress))?.findIndex(isAddress) ?? -1;
    return rows.flatMap((cells) => readRow(cells, seen));
  }
  const whole = header.findIndex((cell) => wholeName.test(cell));
  const parts = header.flatMap((cell, column) => (namePart.test(cell) ? [column] : []));
  const otherColumn = header.findIndex((_, column) => column !== emailColumn);
  const nameColumns = whole >= 0 ? [whole] : parts.length > 0 ? parts : [otherColumn];
  return others.map((cells) => ({
    email: cells[emailColumn] ?? '',
    fullName: cleanName(nameColumns.map((column) => cells[column] ?? '').join(' ')),
  }));
}

/**
 * Parses a row without a header. Each cell with an @ contains emails; the other cells next to a single email belong to
 * its name. In a row without an email, the cell in the email column of other rows is used as one, so that the user can
 * fix it.
 */
function readRow(cells: string[], emailColumn: number): ListedPerson[] {
  const people = cells.filter(isAddress).flatMap(readCell);
  const [only, ...others] = people;
  if (others.length > 0) return people;
  const misspelled = only === undefined ? cells[emailColumn] : undefined;
  const names = cells.filter(
    (cell, column) => !isAddress(cell) && !(misspelled !== undefined && column === emailColumn),
  );
  const fullName = cleanName([only?.fullName ?? '', ...names].filter((name) => name !== '').join(' '));
  return [{ email: only?.email ?? misspelled ?? '', fullName }];
}

/** Parses a cell with at least one email. Words before an email are its name; trailing words belong to the last one. */
function readCell(cell: string): ListedPerson[] {
  const people: ListedPerson[] = [];
  let name: string[] = [];
  for (const word of cell.split(/[\s,;]+/)) {
    if (!isAddress(word)) name.push(word);
    else {
      people.push({ email: word, fullName: cleanName(name.join(' ')) });
      name = [];
    }
  }
  const last = people.at(-1);
  if (last !== undefined) last.fullName = cleanName([last.fullName, ...name].join(' '));
  return people;
}

function isAddress(cell: string): boolean {
  return cell.includes('@');
}
