import { searchError, unsupported } from './query-error.ts';
import type { RewriteOptions } from './rewrite.ts';
import { isSymbol, isWord, splitAtCommas, type Token } from './tokenize.ts';
import { functions, openers, reserved } from './words.ts';

/** What the parts of a query share while it is rewritten; `tables` by alias. */
export type RewriteContext = RewriteOptions & { tables: ReadonlyMap<string, string> };

/** The most items that a list after IN may have (suiteql-facts, section 1). */
const MAX_LISTED = 1000;

/** An expression, or a list of them, in PostgreSQL's words. */
export function rewriteExpression(tokens: readonly Token[], context: RewriteContext): string {
  const output: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (isWord(token, 'BUILTIN') && isSymbol(tokens[index + 1], '.')) {
      const end = closing(tokens, index + 3);
      output.push(rewriteDisplay(tokens.slice(index + 2, end), context));
      index = end;
    } else if (isWord(token, 'IN') && isSymbol(tokens[index + 1], '(')) {
      const listed = splitAtCommas(tokens.slice(index + 2, closing(tokens, index + 1)));
      if (listed.length > MAX_LISTED)
        throw searchError(`The maximum number of expressions in a list is ${MAX_LISTED}.`);
      output.push('IN');
    } else output.push(rewriteToken(token, tokens[index - 1], tokens[index + 1], context));
  }
  return output.join(' ');
}

/** Where the parenthesis closes that opens at `start`. */
function closing(tokens: readonly Token[], start: number): number {
  const open = tokens[start];
  if (!isSymbol(open, '(')) throw unsupported('BUILTIN without parentheses');
  return tokens.findIndex((token, index) => index > start && isSymbol(token, ')') && token.depth === open?.depth);
}

function rewriteToken(
  token: Token,
  previous: Token | undefined,
  next: Token | undefined,
  { now }: RewriteContext,
): string {
  // NetSuite's names are lower case in answers, however they are quoted.
  if (token.kind === 'quoted') return `"${token.text.toLowerCase()}"`;
  // PostgreSQL divides whole numbers without a rest; Oracle does not.
  if (isSymbol(token, '/')) return '* 1.0 /';
  if (isSymbol(token, '^=')) return '<>';
  if (token.kind !== 'word') return token.text;
  const isQualified = isSymbol(previous, '.');
  if (isSymbol(next, '(')) {
    if (!isQualified && openers.has(token.text)) return token.raw;
    if (isQualified || !functions.has(token.text))
      throw searchError(`Function '${token.raw.toLowerCase()}' was not found.`);
    return token.text === 'NVL' ? 'coalesce' : token.text.toLowerCase();
  }
  if (isQualified) return token.raw;
  if (token.text === 'SYSDATE' || token.text === 'CURRENT_DATE') return `CAST(TIMESTAMPTZ '${now}' AS timestamp)`;
  if (token.text === 'SYSTIMESTAMP' || token.text === 'CURRENT_TIMESTAMP') return `TIMESTAMPTZ '${now}'`;
  return token.raw;
}

/** BUILTIN.DF(column): the name of what the column refers to, looked up row by row as NetSuite does. */
function rewriteDisplay([name, , ...column]: readonly Token[], context: RewriteContext): string {
  if (!isWord(name, 'DF')) throw unsupported(`BUILTIN.${name?.raw ?? ''}`);
  const last = column.at(-1);
  const isColumn = column.length === 1 || (column.length === 3 && isSymbol(column[1], '.'));
  if (!isColumn || !isWord(last) || reserved.has(last.text)) throw unsupported('BUILTIN.DF of anything but a column');
  const tables =
    column.length === 3 ? [context.tables.get(column[0]?.raw.toLowerCase() ?? '')] : [...context.tables.values()];
  const reference = rewriteExpression(column, context);
  const field = last.raw.toLowerCase();
  const type = field === 'status' && tables.includes('transaction') ? reference.replace(/status$/i, 'type') : undefined;
  const list = tables.map((table) => context.namesOf(table ?? '', field)).find((names) => names !== undefined);
  if (type === undefined && list === undefined) return `CAST(${reference} AS text)`;
  const of = type ?? `'${(list ?? '').replaceAll("'", "''")}'`;
  return `(SELECT d.name FROM display_name AS d WHERE d.record_type = ${of} AND d.id = CAST(${reference} AS text))`;
}
