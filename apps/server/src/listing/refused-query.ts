import { badRequest, type ErrorDetail, type PortalError } from '../platform/errors.ts';

/** 400 for a list query: what is wrong first is said as a sentence, all of it in the details. */
export function refusedQuery(first: ErrorDetail, ...others: ErrorDetail[]): PortalError {
  return badRequest(`${first.path}: ${first.message}.`, [first, ...others]);
}

/** As much of what was sent as a refusal repeats. */
export function shorten(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
