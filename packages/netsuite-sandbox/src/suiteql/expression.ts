import { functions, isReserved, mayOpenParenthesis } from './functions.ts';
import { searchError, unsupported } from './query-error.ts';
import { isSymbol, isWord, type Node, splitAtCommas } from './tokenize.ts';

/** What the parts of the rewriter share while one query is rewritten. */
export type RewriteContext = {
  /** PostgreSQL's text for a NetSuite table: a name or a bracketed SELECT. Throws for one that is not there. */
  resolveTable(name: string): string;
  /** Aliases of the query with their tables, for messages. */
  aliases: Map<string, string>;
  /** Whether BUILTIN.DF has a display name for a column of this name. */
  hasDisplayName(column: string): boolean;
  /** The account's time in UTC, `2026-05-29T21:00:00.000Z`. */
  now: string;
  /** Rewrites a subquery. */
  rewriteSelect(nodes: readonly Node[]): string;
};

/** The most items that a list after IN may have. */
const MAX_LISTED = 1000;

/** Types in CAST(… AS type). */
const types: Record<string, string> = { NUMBER: 'numeric', VARCHAR2: 'varchar', INTEGER: 'bigint' };

/** An expression, or a list of them, in PostgreSQL's words. */
export function rewriteExpression(nodes: readonly Node[], context: RewriteContext): string {
  const output: string[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (node === undefined) break;
    if (isWord(node, 'BUILTIN') && isSymbol(nodes[index + 1], '.')) {
      output.push(rewriteBuiltin(nodes[index + 2], nodes[index + 3], context));
      index += 3;
    } else if (isMainLine(nodes.slice(index, index + 5), context) && node.kind === 'word') {
      output.push(`(${node.raw} . mainline = 'T' AND ${node.raw} . id = 0)`);
      index += 4;
    } else if (node.kind === 'word') output.push(rewriteWord(node, nodes[index - 1], nodes[index + 1], context));
    else if (node.kind === 'group') output.push(rewriteGroup(node.nodes, context));
    else output.push(rewriteToken(node));
  }
  return output.join(' ');
}

function rewriteToken(node: Exclude<Node, { kind: 'word' | 'group' }>): string {
  if (node.kind === 'parameter') return `$${node.position}`;
  if (node.kind === 'quoted') return quoteName(node.text);
  if (node.kind !== 'symbol') return node.text;
  // PostgreSQL divides whole numbers without a rest; Oracle does not.
  if (node.text === '/') return '* 1.0 /';
  return node.text === '^=' ? '<>' : node.text;
}

function rewriteWord(
  word: Node & { kind: 'word' },
  previous: Node | undefined,
  next: Node | undefined,
  { now }: RewriteContext,
): string {
  const isQualified = isSymbol(previous, '.');
  if (next?.kind === 'group') {
    if (isSymbol(next.nodes[0], '+') && next.nodes.length === 1) throw unsupported('The outer join (+)');
    if (isQualified) throw searchError(`Function '${word.raw.toLowerCase()}' was not found.`);
    if (word.text === 'IN') checkList(next.nodes);
    if (mayOpenParenthesis(word.text)) return word.raw;
    const name = Object.hasOwn(functions, word.text) ? functions[word.text] : undefined;
    if (name === undefined) throw searchError(`Function '${word.raw.toLowerCase()}' was not found.`);
    return name;
  }
  // After a dot stands a column's name, whatever it is.
  if (isQualified) return word.raw;
  if (word.text === 'ROWNUM') return 'row_number() OVER ()';
  if (word.text === 'SYSDATE' || word.text === 'CURRENT_DATE') return `CAST(TIMESTAMPTZ '${now}' AS timestamp)`;
  if (word.text === 'SYSTIMESTAMP' || word.text === 'CURRENT_TIMESTAMP') return `TIMESTAMPTZ '${now}'`;
  if (isWord(previous, 'AS')) return types[word.text] ?? word.raw;
  if (['WITH', 'SELECT'].includes(word.text)) throw unsupported(word.text);
  return word.raw;
}

function rewriteGroup(nodes: readonly Node[], context: RewriteContext): string {
  if (isWord(nodes[0], 'SELECT')) return `(${context.rewriteSelect(nodes)})`;
  return `(${rewriteExpression(nodes, context)})`;
}

function checkList(nodes: readonly Node[]): void {
  if (!isWord(nodes[0], 'SELECT') && splitAtCommas(nodes).length > MAX_LISTED) {
    throw searchError(`The maximum number of expressions in a list is ${MAX_LISTED}.`);
  }
}

/**
 * `tl.mainline = 'T'`. The main line is line 0, and said so, PostgreSQL knows from the primary key that a join to it
 * adds no rows: it then leaves the join out where only a count is wanted.
 */
function isMainLine([alias, dot, column, equals, value]: readonly Node[], { aliases }: RewriteContext): boolean {
  if (!isWord(alias) || aliases.get(alias.raw.toLowerCase()) !== 'transactionline') return false;
  return isSymbol(dot, '.') && isWord(column, 'MAINLINE') && isSymbol(equals, '=') && isText(value, "'T'");
}

function isText(node: Node | undefined, text: string): boolean {
  return node?.kind === 'string' && node.text === text;
}

/** BUILTIN.DF(column): the display name stands in a column beside it; other columns display as they are. */
function rewriteBuiltin(name: Node | undefined, argument: Node | undefined, context: RewriteContext): string {
  if (!isWord(name, 'DF') || argument?.kind !== 'group') {
    throw unsupported(`BUILTIN.${isWord(name) ? name.raw : ''}`);
  }
  const column = argument.nodes.at(-1);
  const isColumn = argument.nodes.length === 1 || (argument.nodes.length === 3 && isSymbol(argument.nodes[1], '.'));
  if (!isColumn || !isWord(column) || (argument.nodes.length === 1 && isReserved(column.text))) {
    throw unsupported('BUILTIN.DF of anything but a column');
  }
  if (!context.hasDisplayName(column.raw.toLowerCase())) {
    return `CAST(${rewriteExpression(argument.nodes, context)} AS text)`;
  }
  const displayName: Node = { kind: 'quoted', text: `${column.raw}$name` };
  return rewriteExpression([...argument.nodes.slice(0, -1), displayName], context);
}

/** NetSuite's names are lower case in answers, however they are quoted. */
export function quoteName(name: string): string {
  return `"${name.toLowerCase().replaceAll('"', '""')}"`;
}
