import { searchError } from './query-error.ts';

/**
 * A token of a SuiteQL text, or everything between two parentheses. `text` is upper case for words and keywords to
 * be compared with; `raw` is what was written.
 */
export type Node =
  | { kind: 'word'; text: string; raw: string }
  | { kind: 'quoted'; text: string }
  | { kind: 'string'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'parameter'; position: number }
  | { kind: 'symbol'; text: string }
  | { kind: 'group'; nodes: Node[] };

const token =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<word>[A-Za-z_][A-Za-z0-9_]*)|"(?<quoted>[^"]+)"|(?<string>'(?:[^']|'')*')|(?<number>\d+(?:\.\d+)?|\.\d+)|(?<symbol><=|>=|<>|!=|\^=|\|\||[-+*/=<>(),.?])/y;

/** Splits a query into tokens, nested by parentheses. Anything that could not be in SuiteQL is refused here. */
export function tokenize(query: string): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [];
  let current = root;
  let parameters = 0;
  token.lastIndex = 0;
  while (token.lastIndex < query.length) {
    const start = token.lastIndex;
    const groups = token.exec(query)?.groups;
    if (groups === undefined)
      throw searchError(`Invalid token at position ${start}: ${query.slice(start, start + 20)}`);
    const { space, word, quoted, string, number, symbol } = groups;
    if (space !== undefined) continue;
    if (word !== undefined) current.push({ kind: 'word', text: word.toUpperCase(), raw: word });
    else if (quoted !== undefined) current.push({ kind: 'quoted', text: quoted });
    else if (string !== undefined) current.push({ kind: 'string', text: string });
    else if (number !== undefined) current.push({ kind: 'number', text: number });
    else if (symbol === '?') current.push({ kind: 'parameter', position: ++parameters });
    else if (symbol === '(') {
      const nodes: Node[] = [];
      current.push({ kind: 'group', nodes });
      open.push(current);
      current = nodes;
    } else if (symbol === ')') {
      const outer = open.pop();
      if (outer === undefined) throw searchError('Unbalanced parenthesis.');
      current = outer;
    } else current.push({ kind: 'symbol', text: symbol ?? '' });
  }
  if (open.length > 0) throw searchError('Unbalanced parenthesis.');
  return root;
}

/** Whether it is a word; one of these, in upper case, where any are named. */
export function isWord(node: Node | undefined, ...words: string[]): node is Node & { kind: 'word' } {
  return node?.kind === 'word' && (words.length === 0 || words.includes(node.text));
}

/** Whether it is this sign. */
export function isSymbol(node: Node | undefined, text: string): boolean {
  return node?.kind === 'symbol' && node.text === text;
}

/** Splits at the commas of this level; no nodes make no parts. */
export function splitAtCommas(nodes: readonly Node[]): Node[][] {
  if (nodes.length === 0) return [];
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (isSymbol(node, ',')) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}
