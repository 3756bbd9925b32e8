import { badRequest, type ErrorDetail, type PortalError } from '../platform/errors.ts';

/** 400 for a list query: the message states the first error, the details all of them. */
export function refusedQuery(first: ErrorDetail, ...others: ErrorDetail[]): PortalError {
  return badRequest(`${first.path}: ${first.message}.`, [first, ...others]);
}

/** Maximum length of client input repeated in an error message. */
export function shorten(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
