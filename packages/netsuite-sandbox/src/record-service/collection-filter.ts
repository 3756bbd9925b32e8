import { invalidParameter, NetsuiteError } from '../http/errors.ts';
import type { RecordType } from '../record-types.ts';
import { type ConditionContext, operatorValues, writeCondition } from './filter-conditions.ts';
import { findFilterField } from './filter-fields.ts';

/** A filter as SQL over the row `r`, with the values of its placeholders. */
export type CollectionFilter = { sql: string; values: unknown[] };

/**
 * Reads the `q` of a collection: conditions `field OPERATOR value` joined by AND, OR and parentheses. Values are
 * bare or in double quotes; several of them stand in brackets.
 */
export function parseCollectionFilter(type: RecordType, query: string, timeZone: string): CollectionFilter {
  const values: unknown[] = [];
  const context: ConditionContext = {
    timeZone,
    bind: (value) => {
      values.push(value);
      return `$${values.length}`;
    },
  };
  const tokens = tokenize(query);
  const sql = parseDisjuncts(type, tokens, context);
  if (tokens.length > 0) throw invalid(`unexpected '${tokens[0]?.text}'`);
  return { sql, values };
}

type Token = { text: string; quoted: boolean };

const token = /\s+|"((?:[^"\\]|\\.)*)"|([()[\],])|([^\s()[\],"]+)/y;

function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < query.length) {
    const match = token.exec(query);
    if (match === null) throw invalid('an unclosed quotation mark');
    const [, quoted, symbol, word] = match;
    if (quoted !== undefined) tokens.push({ text: quoted.replaceAll(/\\(.)/g, '$1'), quoted: true });
    else if (symbol !== undefined || word !== undefined) tokens.push({ text: symbol ?? word ?? '', quoted: false });
  }
  return tokens;
}

function parseDisjuncts(type: RecordType, tokens: Token[], context: ConditionContext): string {
  const parts = [parseConjunction(type, tokens, context)];
  while (take(tokens, 'OR')) parts.push(parseConjunction(type, tokens, context));
  return `(${parts.join(' OR ')})`;
}

function parseConjunction(type: RecordType, tokens: Token[], context: ConditionContext): string {
  const parts = [parseTerm(type, tokens, context)];
  while (take(tokens, 'AND')) parts.push(parseTerm(type, tokens, context));
  return `(${parts.join(' AND ')})`;
}

function parseTerm(type: RecordType, tokens: Token[], context: ConditionContext): string {
  if (!take(tokens, '(')) return parseCondition(type, tokens, context);
  const inner = parseDisjuncts(type, tokens, context);
  if (!take(tokens, ')')) throw invalid('a parenthesis is not closed');
  return inner;
}

function parseCondition(type: RecordType, tokens: Token[], context: ConditionContext): string {
  const name = tokens.shift()?.text;
  if (name === undefined) throw invalid('a condition is missing');
  const field = findFilterField(type, name);
  if (field === undefined) {
    const detail = `Invalid search query. Field '${name}' does not exist on record type '${type}'.`;
    throw new NetsuiteError(400, 'NONEXISTENT_FIELD', detail, { queryParameter: 'q' });
  }
  const operator = tokens.shift()?.text.toUpperCase() ?? '';
  const expected = operatorValues(field.kind, operator);
  if (expected === undefined) throw invalid(`operator '${operator}' cannot be used with field '${name}'`);
  const given = expected === 0 ? [] : parseValues(tokens);
  if (expected === 'any' ? given.length === 0 : given.length !== expected) {
    throw invalid(`operator '${operator}' takes ${expected} values, not ${given.length}`);
  }
  return writeCondition(field, operator, given, context);
}

function parseValues(tokens: Token[]): string[] {
  if (!take(tokens, '[')) return [parseValue(tokens)];
  const values = [parseValue(tokens)];
  while (take(tokens, ',')) values.push(parseValue(tokens));
  if (!take(tokens, ']')) throw invalid('a bracket is not closed');
  return values;
}

function parseValue(tokens: Token[]): string {
  const value = tokens.shift();
  if (value === undefined || (!value.quoted && /^[()[\],]$/.test(value.text))) throw invalid('a value is missing');
  return value.text;
}

function take(tokens: Token[], text: string): boolean {
  const [next] = tokens;
  if (next === undefined || next.quoted || next.text.toUpperCase() !== text) return false;
  tokens.shift();
  return true;
}

function invalid(reason: string): NetsuiteError {
  return invalidParameter(`Invalid search query. Detailed unprocessed description follows. ${reason}.`, 'q');
}
