import { quoteName, type RewriteContext, rewriteExpression } from './expression.ts';
import { isReserved } from './functions.ts';
import { invalidQuery, searchError } from './query-error.ts';
import { isSymbol, isWord, type Node } from './tokenize.ts';

/** A FROM clause: NetSuite's tables become the sandbox's, each under its alias or its own name. */
export function rewriteFrom(nodes: readonly Node[], context: RewriteContext): string {
  const output: string[] = [];
  let index = 0;
  let expectsTable = true;
  let condition: Node[] = [];
  const flush = () => {
    if (condition.length > 0) output.push(rewriteExpression(condition, context));
    condition = [];
  };
  while (index < nodes.length) {
    const node = nodes[index];
    if (node === undefined) break;
    if (expectsTable) {
      const { text, next } = rewriteTable(nodes, index, context);
      output.push(text);
      index = next;
      expectsTable = false;
      continue;
    }
    if (isSymbol(node, ',') || isWord(node, 'JOIN')) {
      flush();
      output.push(isWord(node) ? 'JOIN' : ',');
      expectsTable = true;
    } else condition.push(node);
    index += 1;
  }
  if (expectsTable) throw searchError('A table is missing in FROM.');
  flush();
  return output.join(' ');
}

function rewriteTable(nodes: readonly Node[], start: number, context: RewriteContext): { text: string; next: number } {
  const node = nodes[start];
  const { alias, next } = readAlias(nodes, start + 1);
  const suffix = alias === undefined ? '' : ` AS ${quoteName(alias)}`;
  if (node?.kind === 'group') {
    const isQuery = isWord(node.nodes[0], 'SELECT');
    const text = isQuery ? context.rewriteSelect(node.nodes) : rewriteFrom(node.nodes, context);
    if (alias !== undefined) context.aliases.set(alias.toLowerCase(), 'subquery');
    return { text: `(${text})${suffix}`, next };
  }
  if (!isWord(node) || isReserved(node.text)) throw searchError('A table is missing in FROM.');
  if (nodes[start + 1]?.kind === 'group' || isSymbol(nodes[start + 1], '.')) {
    throw invalidQuery(`Invalid search type: ${node.raw}.`);
  }
  const source = context.resolveTable(node.raw);
  context.aliases.set((alias ?? node.raw).toLowerCase(), node.raw.toLowerCase());
  return { text: `${source} AS ${quoteName(alias ?? node.raw)}`, next };
}

function readAlias(nodes: readonly Node[], index: number): { alias: string | undefined; next: number } {
  const hasAs = isWord(nodes[index], 'AS');
  const at = hasAs ? index + 1 : index;
  const node = nodes[at];
  if (node?.kind === 'quoted') return { alias: node.text, next: at + 1 };
  if (isWord(node) && (hasAs || !isReserved(node.text))) return { alias: node.raw, next: at + 1 };
  return { alias: undefined, next: index };
}
