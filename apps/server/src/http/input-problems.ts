import type { z } from 'zod';
import type { ErrorDetail } from '../platform/errors.ts';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const formats: Record<string, string> = {
  email: 'an email address',
  guid: 'an id of the portal',
  uuid: 'an id of the portal',
  date: 'a day, YYYY-MM-DD',
  datetime: 'an instant, YYYY-MM-DDThh:mm:ssZ',
};

/** Validation errors of an input, one per field. `place` names the part of the request. */
export function toProblems(issues: readonly z.core.$ZodIssue[], place: string): ErrorDetail[] {
  const problems = new Map<string, ErrorDetail>();
  for (const issue of issues.toSorted((one, other) => Number(isNotional(one)) - Number(isNotional(other)))) {
    const path = issue.path.length === 0 ? place : issue.path.map(String).join('.');
    if (!problems.has(path)) problems.set(path, { path, message: toMessage(issue) });
  }
  return [...problems.values()];
}

/** Number.MAX_SAFE_INTEGER, which is not a helpful bound in a message; the contract states its own where it has one. */
function isNotional(issue: z.core.$ZodIssue): boolean {
  return (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int';
}

/** One plain sentence; the contract's own sentence where it has one. */
export function toSentence({ path, message }: ErrorDetail): string {
  return /^[A-Z]/.test(message) ? message : `${path} ${message}.`;
}

/** Zod's default messages start like this; all others come from the contract. */
const zodsWords = /^(Invalid|Too (big|small)|Unrecognized|Expected)/;

function toMessage(issue: z.core.$ZodIssue): string {
  if (!zodsWords.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && issue.message.endsWith('received undefined')) return 'is required';
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'written as the reference says'}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'unrecognized_keys':
      return `must not have: ${issue.keys.join(', ')}`;
    default:
      return 'cannot be used';
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}
