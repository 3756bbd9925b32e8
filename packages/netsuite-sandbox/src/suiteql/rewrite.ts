import { rewriteExpression } from './expression.ts';
import { invalidQuery, searchError, unsupported } from './query-error.ts';
import { isSymbol, isWord, splitAtCommas, type Token, tokenize } from './tokenize.ts';
import { reserved, unsupportedWords } from './words.ts';

/** A SuiteQL query in PostgreSQL's words. */
export type RewrittenQuery = {
  /** The SELECT with its bound on ROWNUM, without its ORDER BY. */
  sql: string;
  /** ` ORDER BY …`; nothing for a query that leaves the order of its rows open. */
  orderBy: string;
  /** The query's tables by alias. */
  tables: ReadonlyMap<string, string>;
};

/** What the account knows that a query needs. */
export type RewriteOptions = {
  /** PostgreSQL's text for a NetSuite table. Throws for one that is not there. */
  resolveTable(name: string): string;
  /** The list of names to which a column refers; undefined for one that shows itself. */
  namesOf(table: string, column: string): string | undefined;
  /** The account's time in UTC, `2026-05-29T21:00:00.000Z`. */
  now: string;
};

type Clauses = { SELECT: Token[]; FROM: Token[]; WHERE: Token[]; GROUP: Token[]; ORDER: Token[] };
const order = ['SELECT', 'FROM', 'WHERE', 'GROUP', 'ORDER'] as const;

/** Rewrites one SuiteQL SELECT; whatever else it is, is refused with NetSuite's 400. */
export function rewriteSuiteql(query: string, options: RewriteOptions): RewrittenQuery {
  const clauses = splitClauses(tokenize(query));
  const tables = new Map<string, string>();
  const from = rewriteFrom(clauses.FROM, tables, options);
  const context = { ...options, tables };
  const isDistinct = isWord(clauses.SELECT[0], 'DISTINCT');
  const list = rewriteList(isDistinct ? clauses.SELECT.slice(1) : clauses.SELECT, (tokens) =>
    rewriteExpression(tokens, context),
  );
  const { where, limit } = takeRownum(clauses.WHERE);
  if (limit !== '' && (isDistinct || clauses.GROUP.length + clauses.ORDER.length > 0))
    throw unsupported('ROWNUM beside ORDER BY, GROUP BY or DISTINCT');
  const clause = (keyword: string, tokens: readonly Token[]) =>
    tokens.length === 0 ? '' : ` ${keyword} ${rewriteExpression(tokens, context)}`;
  const joins = from((tokens) => rewriteExpression(tokens, context));
  return {
    sql: `SELECT ${isDistinct ? 'DISTINCT ' : ''}${list} FROM ${joins}${clause('WHERE', where)}${clause('GROUP BY', clauses.GROUP)}${limit}`,
    orderBy: clause('ORDER BY', clauses.ORDER),
    tables,
  };
}

/** Cuts a SELECT at its keywords; refuses keywords in another order, empty parts, and what the sandbox does not know. */
function splitClauses(tokens: readonly Token[]): Clauses {
  if (!isWord(tokens[0], 'SELECT'))
    throw isWord(tokens[0], 'WITH') ? unsupported('WITH') : searchError('Only SELECT statements are taken.');
  const clauses: Clauses = { SELECT: [], FROM: [], WHERE: [], GROUP: [], ORDER: [] };
  let current: keyof Clauses = 'SELECT';
  for (const [index, token] of tokens.entries()) {
    if (index === 0 || (isWord(token, 'BY') && isWord(tokens[index - 1], 'GROUP', 'ORDER'))) continue;
    const isName = isSymbol(tokens[index - 1], '.');
    if (isWord(token) && !isName && (unsupportedWords.has(token.text) || token.text === 'SELECT'))
      throw unsupported(token.text);
    const started = isName || token.depth > 0 ? undefined : order.find((name) => isWord(token, name));
    if (started === undefined) {
      clauses[current].push(token);
      continue;
    }
    if (order.indexOf(started) <= order.indexOf(current)) throw searchError(`Misplaced ${started}.`);
    if (clauses[current].length === 0) throw searchError(`Nothing stands before ${started}.`);
    current = started;
  }
  if (clauses[current].length === 0 || clauses.FROM.length === 0) throw searchError('The query ends too early.');
  return clauses;
}

/** FROM: NetSuite's tables become the sandbox's, each under its alias or its own name; joins are written once all are known. */
function rewriteFrom(tokens: readonly Token[], tables: Map<string, string>, { resolveTable }: RewriteOptions) {
  const parts: (string | Token[])[] = [];
  for (let index = 0; index < tokens.length; ) {
    const table = tokens[index];
    if (!isWord(table) || reserved.has(table.text)) throw searchError('A table is missing in FROM.');
    const next = tokens[index + 1];
    if (isSymbol(next, '(') || isSymbol(next, '.')) throw invalidQuery(`Invalid search type: ${table.raw}.`);
    const source = resolveTable(table.raw);
    index += isWord(next, 'AS') ? 2 : 1;
    const named = tokens[index];
    const hasAlias = named?.kind === 'quoted' || (isWord(named) && !reserved.has(named.text));
    const alias = (hasAlias ? named.raw.replaceAll('"', '') : table.raw).toLowerCase();
    if (hasAlias) index += 1;
    tables.set(alias, table.raw.toLowerCase());
    parts.push(`${source} AS "${alias}"`);
    const end = tokens.findIndex(
      (token, at) => at >= index && token.depth === table.depth && (isSymbol(token, ',') || isWord(token, 'JOIN')),
    );
    parts.push(tokens.slice(index, end === -1 ? undefined : end));
    if (end === -1) break;
    if (end === tokens.length - 1) throw searchError('A table is missing in FROM.');
    parts.push(isWord(tokens[end]) ? 'JOIN' : ',');
    index = end + 1;
  }
  return (rewrite: (tokens: readonly Token[]) => string) =>
    parts
      .map((part) => (typeof part === 'string' ? part : rewrite(part)))
      .filter((part) => part !== '')
      .join(' ');
}

/** Gives each item of the select list the name that NetSuite's answer gives it: `expr1`, … for unnamed ones. */
function rewriteList(tokens: readonly Token[], rewrite: (tokens: readonly Token[]) => string): string {
  let unnamed = 0;
  const items = splitAtCommas(tokens).map((item) => {
    const [last, before] = [item.at(-1), item.at(-2)];
    if (last === undefined) throw searchError('An item of the select list is empty.');
    const isColumn = item.length === 1 || (item.length === 3 && isSymbol(before, '.'));
    const isName = last.kind === 'quoted' || (isWord(last) && !reserved.has(last.text));
    if (isColumn && (isName || isSymbol(last, '*'))) return rewrite(item);
    const isAlias =
      isName &&
      before !== undefined &&
      (isWord(before, 'AS', 'END') || before.kind !== 'symbol' || before.text === ')');
    if (!isAlias) {
      unnamed += 1;
      return `${rewrite(item)} AS "expr${unnamed}"`;
    }
    const expression = item.slice(0, isWord(before, 'AS') ? -2 : -1);
    return `${rewrite(expression)} AS "${last.raw.replaceAll('"', '').toLowerCase()}"`;
  });
  if (items.length === 0) throw searchError('The select list is empty.');
  return items.join(', ');
}

/** Takes `ROWNUM <= n` out of the conditions joined by AND: it bounds the rows. */
function takeRownum(where: readonly Token[]): { where: Token[]; limit: string } {
  const at = where.findIndex((token) => isWord(token, 'ROWNUM'));
  if (at === -1) return { where: [...where], limit: '' };
  const [operator, bound, after] = where.slice(at + 1, at + 4);
  const isBound = where[at]?.depth === 0 && isSymbol(operator, '<=') && bound?.kind === 'number';
  const isAlone = (at === 0 || isWord(where[at - 1], 'AND')) && (after === undefined || isWord(after, 'AND'));
  if (!isBound || !isAlone || where.some((token) => isWord(token, 'OR'))) throw unsupported('This condition on ROWNUM');
  const rest = [...where.slice(0, Math.max(at - 1, 0)), ...where.slice(at === 0 ? at + 4 : at + 3)];
  return { where: rest, limit: ` LIMIT ${bound.text}` };
}
