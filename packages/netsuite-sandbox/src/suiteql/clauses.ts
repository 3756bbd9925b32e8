import { searchError, unsupported } from './query-error.ts';
import { isSymbol, isWord, type Node } from './tokenize.ts';

/** One SELECT, cut at its keywords. */
export type Clauses = {
  distinct: boolean;
  /** `TOP n` */
  top: Node | undefined;
  select: Node[];
  from: Node[];
  where: Node[];
  groupBy: Node[];
  having: Node[];
  orderBy: Node[];
  /** `OFFSET n ROWS FETCH NEXT m ROWS ONLY`, keywords included. */
  fetch: Node[];
};

type ClauseName = 'select' | 'from' | 'where' | 'groupBy' | 'having' | 'orderBy' | 'fetch';

const order: readonly ClauseName[] = ['select', 'from', 'where', 'groupBy', 'having', 'orderBy', 'fetch'];

/** The parts of a UNION, INTERSECT or MINUS with PostgreSQL's words between them. */
export function splitSetOperations(nodes: readonly Node[]): { operators: string[]; parts: Node[][] } {
  const operators: string[] = [];
  const parts: Node[][] = [[]];
  for (const [index, node] of nodes.entries()) {
    if (isWord(node, 'UNION', 'INTERSECT', 'MINUS', 'EXCEPT')) {
      const all = isWord(nodes[index + 1], 'ALL') ? ' ALL' : '';
      operators.push((node.text === 'MINUS' ? 'EXCEPT' : node.text) + all);
      parts.push([]);
    } else if (!(isWord(node, 'ALL') && isWord(nodes[index - 1], 'UNION', 'INTERSECT', 'MINUS', 'EXCEPT'))) {
      parts.at(-1)?.push(node);
    }
  }
  return { operators, parts };
}

/**
 * Cuts a SELECT at its keywords. NetSuite's 400 for anything else, for keywords in another order, and for empty parts.
 */
export function parseClauses(nodes: readonly Node[]): Clauses {
  if (!isWord(nodes[0], 'SELECT')) throw searchError('Only SELECT statements are taken.');
  const parts: Record<ClauseName, Node[]> = {
    select: [],
    from: [],
    where: [],
    groupBy: [],
    having: [],
    orderBy: [],
    fetch: [],
  };
  let current: ClauseName = 'select';
  for (let index = 1; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (node === undefined) break;
    const started = clauseAt(nodes, index);
    if (started === undefined) {
      parts[current].push(node);
      continue;
    }
    if (order.indexOf(started) <= order.indexOf(current)) throw searchError(`Misplaced ${describe(node)}.`);
    if (parts[current].length === 0) throw searchError(`Nothing stands before ${describe(node)}.`);
    current = started;
    if (current === 'groupBy' || current === 'orderBy') index += 1;
    if (current === 'fetch') {
      parts.fetch.push(...nodes.slice(index));
      break;
    }
  }
  if (parts[current].length === 0) throw searchError('The query ends too early.');
  return { ...parts, ...takeModifiers(parts.select) };
}

function clauseAt(nodes: readonly Node[], index: number): ClauseName | undefined {
  const node = nodes[index];
  // A column may be called like a keyword: t.group
  if (!isWord(node) || isSymbol(nodes[index - 1], '.')) return undefined;
  const isBy = isWord(nodes[index + 1], 'BY');
  if (node.text === 'FROM') return 'from';
  if (node.text === 'WHERE') return 'where';
  if (node.text === 'GROUP' && isBy) return 'groupBy';
  if (node.text === 'HAVING') return 'having';
  if (node.text === 'ORDER' && isBy) return 'orderBy';
  if (node.text === 'OFFSET' || node.text === 'FETCH') return 'fetch';
  if (['SELECT', 'LIMIT', 'INTO', 'FOR', 'CONNECT', 'START', 'WINDOW'].includes(node.text))
    throw unsupported(node.text);
  return undefined;
}

/** Takes DISTINCT, ALL and TOP n off the select list. */
function takeModifiers(select: Node[]): Pick<Clauses, 'distinct' | 'top' | 'select'> {
  let rest = select;
  let distinct = false;
  let top: Node | undefined;
  if (isWord(rest[0], 'DISTINCT', 'UNIQUE', 'ALL')) {
    distinct = !isWord(rest[0], 'ALL');
    rest = rest.slice(1);
  }
  if (isWord(rest[0], 'TOP') && rest[1] !== undefined && ['number', 'group', 'parameter'].includes(rest[1].kind)) {
    top = rest[1];
    rest = rest.slice(2);
  }
  if (rest.length === 0) throw searchError('The select list is empty.');
  return { distinct, top, select: rest };
}

function describe(node: Node): string {
  return node.kind === 'word' ? node.text : node.kind;
}
