import { unsupported } from './query-error.ts';
import { isSymbol, isWord, type Node } from './tokenize.ts';

/**
 * Takes a bound on ROWNUM out of a WHERE clause. Oracle counts rows before it sorts them, so that the bound becomes a
 * LIMIT within, not a condition. `atMost` is a number or a parameter, less one where the bound was `<`.
 */
export function takeRownum(where: readonly Node[]): { rest: Node[]; atMost: string | undefined } {
  const terms = splitAtAnd(where);
  const bounds = terms.filter((term) => term.some((node) => isWord(node, 'ROWNUM')));
  if (bounds.length === 0) return { rest: [...where], atMost: undefined };
  const [bound] = bounds;
  if (bounds.length > 1 || bound === undefined) throw unsupported('More than one condition on ROWNUM');
  if (where.some((node) => isWord(node, 'OR'))) throw unsupported('ROWNUM beside OR');
  const rest = terms.filter((term) => term !== bound).flatMap((term, index) => (index === 0 ? term : [and, ...term]));
  return { rest, atMost: readBound(bound) };
}

const and: Node = { kind: 'word', text: 'AND', raw: 'AND' };

function readBound(term: readonly Node[]): string {
  const [name, operator, first, conjunction, second] = term;
  if (!isWord(name, 'ROWNUM')) throw unsupported('This condition on ROWNUM');
  if (isWord(operator, 'BETWEEN') && isOne(first) && isWord(conjunction, 'AND') && term.length === 5)
    return value(second);
  if (term.length === 3 && isSymbol(operator, '<=')) return value(first);
  if (term.length === 3 && isSymbol(operator, '<')) return `(${value(first)} - 1)`;
  if (term.length === 3 && isSymbol(operator, '=') && isOne(first)) return '1';
  throw unsupported('This condition on ROWNUM');
}

function value(node: Node | undefined): string {
  if (node?.kind === 'number') return node.text;
  if (node?.kind === 'parameter') return `$${node.position}::bigint`;
  throw unsupported('A bound on ROWNUM other than a number');
}

function isOne(node: Node | undefined): boolean {
  return node?.kind === 'number' && node.text === '1';
}

/** The conditions joined by AND; the AND of a BETWEEN joins nothing. */
function splitAtAnd(nodes: readonly Node[]): Node[][] {
  const terms: Node[][] = [[]];
  let between = false;
  for (const node of nodes) {
    if (isWord(node, 'BETWEEN')) between = true;
    if (isWord(node, 'AND') && !between) terms.push([]);
    else {
      if (isWord(node, 'AND')) between = false;
      terms.at(-1)?.push(node);
    }
  }
  return terms;
}
