import { searchError } from './query-error.ts';

/** A token with its depth in parentheses; `text` is upper case for words, `raw` is what was written. */
export type Token = {
  kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol';
  text: string;
  raw: string;
  depth: number;
};

const pattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<word>[A-Za-z_][A-Za-z0-9_]*)|"(?<quoted>[^"]+)"|(?<string>'(?:[^']|'')*')|(?<number>\d+(?:\.\d+)?|\.\d+)|(?<symbol><=|>=|<>|!=|\^=|\|\||[-+*/=<>(),.])/y;

/** Splits a query into tokens. Anything that could not be in SuiteQL is refused here: a parameter, a trailing semicolon. */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < query.length) {
    const start = pattern.lastIndex;
    const groups = pattern.exec(query)?.groups;
    if (groups === undefined)
      throw searchError(`Invalid token at position ${start}: ${query.slice(start, start + 20)}`);
    const [kind, raw] = Object.entries(groups).find(([, value]) => value !== undefined) ?? ['space', ''];
    if (kind === 'space') continue;
    if (raw === ')') depth -= 1;
    if (depth < 0) throw searchError('Unbalanced parenthesis.');
    tokens.push({ kind: kind as Token['kind'], text: kind === 'word' ? raw.toUpperCase() : raw, raw, depth });
    if (raw === '(' && kind === 'symbol') depth += 1;
  }
  if (depth > 0) throw searchError('Unbalanced parenthesis.');
  return tokens;
}

/** Whether it is a word; one of these, in upper case, where any are named. */
export function isWord(token: Token | undefined, ...words: string[]): token is Token & { kind: 'word' } {
  return token?.kind === 'word' && (words.length === 0 || words.includes(token.text));
}

/** Whether it is this sign. */
export function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

/** Splits at the commas that stand outside parentheses; no tokens make no parts. */
export function splitAtCommas(tokens: readonly Token[]): Token[][] {
  if (tokens.length === 0) return [];
  const depth = Math.min(...tokens.map((token) => token.depth));
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isSymbol(token, ',') && token.depth === depth) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
