import { quoteName, type RewriteContext, rewriteExpression } from './expression.ts';
import { isReserved } from './functions.ts';
import { searchError } from './query-error.ts';
import { isSymbol, isWord, type Node, splitAtCommas } from './tokenize.ts';

/** A select list in which each item has the name that NetSuite's answer gives it: `expr1`, … for unnamed ones. */
export function rewriteSelectList(nodes: readonly Node[], context: RewriteContext): string {
  let unnamed = 0;
  const items = splitAtCommas(nodes).map((item) => {
    if (item.length === 0) throw searchError('An item of the select list is empty.');
    if (isSymbol(item.at(-1), '*') && item.length !== 2) return rewriteExpression(item, context);
    const { expression, alias } = takeAlias(item);
    const text = rewriteExpression(expression, context);
    if (alias !== undefined) return `${text} AS ${quoteName(alias)}`;
    if (isWord(expression[0], 'ROWNUM') && expression.length === 1) return `${text} AS "rownum"`;
    if (isColumn(expression)) return text;
    unnamed += 1;
    return `${text} AS "expr${unnamed}"`;
  });
  return items.join(', ');
}

/** The name given to an item by AS, or by standing alone behind an expression. */
export function takeAlias(item: readonly Node[]): { expression: readonly Node[]; alias: string | undefined } {
  const last = item.at(-1);
  const before = item.at(-2);
  const name = last?.kind === 'quoted' ? last.text : isWord(last) ? last.raw : undefined;
  const unnamed = { expression: item, alias: undefined };
  if (name === undefined || before === undefined) return unnamed;
  if (isWord(before, 'AS')) return { expression: item.slice(0, -2), alias: name };
  if (isWord(last) && isReserved(last.text)) return unnamed;
  return endsExpression(before) ? { expression: item.slice(0, -1), alias: name } : unnamed;
}

/** Whether an expression can be over after this node, so that the next one is its name. */
function endsExpression(node: Node): boolean {
  if (node.kind === 'word') return !isReserved(node.text) || node.text === 'END' || node.text === 'NULL';
  return node.kind !== 'symbol';
}

function isColumn(nodes: readonly Node[]): boolean {
  if (nodes.length === 1) return isName(nodes[0]);
  return nodes.length === 3 && isName(nodes[0]) && isSymbol(nodes[1], '.') && isName(nodes[2]);
}

function isName(node: Node | undefined): boolean {
  const isTime = isWord(node, 'SYSDATE', 'SYSTIMESTAMP', 'CURRENT_DATE', 'CURRENT_TIMESTAMP', 'NULL');
  return node?.kind === 'quoted' || (isWord(node) && !isTime);
}
