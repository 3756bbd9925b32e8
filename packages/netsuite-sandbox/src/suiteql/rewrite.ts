import { type Clauses, parseClauses, splitSetOperations } from './clauses.ts';
import { type RewriteContext, rewriteExpression } from './expression.ts';
import { rewriteFrom } from './from-clause.ts';
import { searchError, unsupported } from './query-error.ts';
import { takeRownum } from './rownum.ts';
import { rewriteSelectList, takeAlias } from './select-list.ts';
import { isWord, type Node, splitAtCommas, tokenize } from './tokenize.ts';

/** A SuiteQL query in PostgreSQL's words. */
export type RewrittenQuery = {
  /** The SELECT without its ORDER BY; parameters are numbered in the order of their question marks. */
  sql: string;
  /** ` ORDER BY …`, or nothing. */
  orderBy: string;
  /** Whether the query bounds its rows itself, so that a page of it must be taken from outside. */
  isBounded: boolean;
  /** Number of parameters. */
  parameters: number;
  /** The query's tables by alias. */
  aliases: ReadonlyMap<string, string>;
};

/** What the account knows that a query needs. */
export type RewriteOptions = Omit<RewriteContext, 'aliases' | 'rewriteSelect'>;

/** Rewrites one SuiteQL SELECT; whatever else it is, is refused with NetSuite's 400. */
export function rewriteSuiteql(query: string, options: RewriteOptions): RewrittenQuery {
  const nodes = tokenize(query);
  const context: RewriteContext = {
    ...options,
    aliases: new Map(),
    rewriteSelect: (subquery) => {
      const { sql, orderBy } = rewriteSelect(subquery, context);
      return sql + orderBy;
    },
  };
  if (isWord(nodes[0], 'WITH')) throw unsupported('WITH');
  return { ...rewriteSelect(nodes, context), parameters: countParameters(nodes), aliases: context.aliases };
}

type Select = Pick<RewrittenQuery, 'sql' | 'orderBy' | 'isBounded'>;

function rewriteSelect(nodes: readonly Node[], context: RewriteContext): Select {
  const { operators, parts } = splitSetOperations(nodes);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return rewriteOne(parseClauses(only), context);
  const selects = parts.map((part) => rewritePart(part, context));
  if (selects.slice(0, -1).some(({ orderBy }) => orderBy !== '')) throw searchError('ORDER BY must come last.');
  const sql = selects.map((part, index) => (index === 0 ? part.sql : `${operators[index - 1]} ${part.sql}`)).join(' ');
  return { sql, orderBy: selects.at(-1)?.orderBy ?? '', isBounded: false };
}

function rewritePart(nodes: readonly Node[], context: RewriteContext): Select {
  const [group] = nodes;
  if (nodes.length === 1 && group?.kind === 'group') {
    return { sql: `(${context.rewriteSelect(group.nodes)})`, orderBy: '', isBounded: false };
  }
  const part = rewriteOne(parseClauses(nodes), context);
  if (part.isBounded) throw unsupported('A bound on rows within UNION');
  return part;
}

function rewriteOne(clauses: Clauses, context: RewriteContext): Select {
  const { rest: where, atMost } = takeRownum(clauses.where);
  // FROM first: it defines the aliases that the messages of the other clauses name.
  const from = clauses.from.length === 0 ? '' : ` FROM ${rewriteFrom(clauses.from, context)}`;
  const list = rewriteSelectList(clauses.select, context);
  const expression = (keyword: string, nodes: readonly Node[]) =>
    nodes.length === 0 ? '' : ` ${keyword} ${rewriteExpression(nodes, context)}`;
  const tail =
    from + expression('WHERE', where) + expression('GROUP BY', clauses.groupBy) + expression('HAVING', clauses.having);
  const orderBy = expression('ORDER BY', clauses.orderBy);
  const head = clauses.distinct ? 'SELECT DISTINCT' : 'SELECT';
  if (atMost !== undefined) {
    if (clauses.distinct || clauses.groupBy.length > 0) throw unsupported('ROWNUM beside DISTINCT or GROUP BY');
    return boundBeforeOrder(clauses, { list, tail, atMost }, context);
  }
  const sql = `${head} ${list}${tail}`;
  const limit = clauses.top === undefined ? '' : ` LIMIT ${rewriteExpression([clauses.top], context)}`;
  const fetch = expression('', clauses.fetch);
  if (limit === '' && fetch === '') return { sql, orderBy, isBounded: false };
  return { sql: sql + orderBy + limit + fetch, orderBy: '', isBounded: true };
}

/** The rows are bounded within, and sorted outside by hidden columns where they are not sorted by a named one. */
function boundBeforeOrder(
  clauses: Clauses,
  { list, tail, atMost }: { list: string; tail: string; atMost: string },
  context: RewriteContext,
): Select {
  const names = new Set(splitAtCommas(clauses.select).map((item) => takeAlias(item).alias?.toLowerCase()));
  const hidden: string[] = [];
  const keys = splitAtCommas(clauses.orderBy).map((item) => {
    const end = item.findIndex((node) => isWord(node, 'ASC', 'DESC', 'NULLS'));
    const key = end === -1 ? item : item.slice(0, end);
    const direction = end === -1 ? '' : ` ${rewriteExpression(item.slice(end), context)}`;
    const text = rewriteExpression(key, context);
    const [first] = key;
    const isNamed = key.length === 1 && isWord(first) && names.has(first.raw.toLowerCase());
    if (isNamed || (key.length === 1 && first?.kind === 'number')) return text + direction;
    hidden.push(`${text} AS "order$${hidden.length}"`);
    return `"order$${hidden.length - 1}"${direction}`;
  });
  const inner = `SELECT ${[list, ...hidden].join(', ')}${tail} LIMIT ${atMost}`;
  if (keys.length === 0) return { sql: inner, orderBy: '', isBounded: true };
  return { sql: `SELECT * FROM (${inner}) AS "rows$"`, orderBy: ` ORDER BY ${keys.join(', ')}`, isBounded: false };
}

function countParameters(nodes: readonly Node[]): number {
  return nodes.reduce((count, node) => {
    if (node.kind === 'group') return count + countParameters(node.nodes);
    return node.kind === 'parameter' ? count + 1 : count;
  }, 0);
}
