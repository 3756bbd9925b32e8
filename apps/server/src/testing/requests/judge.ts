import { errorBody } from '@portal/contract/common';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { expect } from 'vitest';
import { holds } from '../../access/permissions.ts';
import type { Caller } from '../access/callers.ts';
import { checkAnswer } from '../client.ts';
import type { GeneratedRequest } from './request-arbitrary.ts';
import type { Reply, SentRequest } from './send.ts';

/** A generated request with its caller, the bytes sent and the response. */
export type Exchange = {
  endpoint: EndpointDefinition;
  caller: Caller;
  request: GeneratedRequest;
  sent: SentRequest;
  reply: Reply;
};

/** Fails unless the contract allows the response for this caller, in format and wording. */
export function judgeAnswer({ endpoint, caller, request, sent, reply }: Exchange): void {
  const { status } = reply;
  const text = reply.bytes.toString();
  expect(status, `a failure of the server's own: ${text}`).toBeLessThan(500);
  const onTheWay = refusalsOnTheWay(request, sent);
  const isTokenOdd = request.wire.headers?.authorization !== undefined;
  if (!isTokenOdd && !onTheWay.has(404)) {
    const refusal = refusalOf(endpoint, caller);
    if (refusal !== undefined) expect(status, `a caller without the right: ${text}`).toBe(refusal);
    else expect(unexpectedOf(endpoint), `refused to who may: ${text}`).not.toContain(status);
  }
  const good = endpoint.status ?? 200;
  if (status === good && endpoint.binary !== undefined) return;
  expect(reply.contentType).toMatch(/^application\/json\b/);
  const body: unknown = JSON.parse(text);
  const isNamed = status === good || endpoint.errors.some((named) => named === status);
  if (isNamed || !(onTheWay.has(status) || isTokenOdd)) checkAnswer(endpoint, status, body);
  if (status < 400) return;
  const { message, details = [] } = errorBody.parse(body);
  for (const said of [message, ...details.map((detail) => detail.message)]) judgeMessage(said);
}

/** Expected status for callers without permission; undefined for those with permission. */
function refusalOf({ permission }: EndpointDefinition, { role, isSignedIn }: Caller): 401 | 403 | undefined {
  if (permission === 'public') return undefined;
  if (!isSignedIn) return 401;
  if (role === null) return permission === 'signedIn' ? undefined : 403;
  return holds(role, permission) ? undefined : 403;
}

/** Statuses that callers with permission never get. A 403 can also concern a person or record named in the request. */
function unexpectedOf({ permission, body, params }: EndpointDefinition): number[] {
  if (permission === 'public') return [401, 403];
  return (body ?? params) === undefined ? [401, 403] : [401];
}

/** Statuses of malformed requests, possible for any endpoint. */
function refusalsOnTheWay({ wire, body, params, form }: GeneratedRequest, sent: SentRequest): Set<number> {
  const isOdd = wire.text !== undefined || wire.contentType !== undefined || wire.headers !== undefined;
  const isBodySent = body !== undefined || (sent.body.length > 0 && form === undefined);
  const isPathOdd = wire.segment !== undefined || Object.values(params).some(isOddSegment);
  return new Set([
    ...(isOdd || isBodySent ? [400, 413, 415] : []),
    ...(isPathOdd ? [400, 404, 414] : []),
    ...(sent.path.length > 8000 ? [404, 414, 431] : []),
  ]);
}

/** Whether a segment changes the path or is longer than any id. */
function isOddSegment(value: unknown): boolean {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text === '' || text === '.' || text === '..' || text.length > 100 || /\p{Cs}/u.test(text);
}

/** One plain sentence without program details. */
function judgeMessage(message: string): void {
  expect(message.trim(), 'a message').not.toBe('');
  expect(message.length, `the length of: ${message.slice(0, 400)}`).toBeLessThan(400);
  expect(message).not.toMatch(
    /\[object|\bundefined\b|\bError:|\n\s+at |\.ts\b|SQLSTATE|violates|\bInvalid input\b|\bZod/,
  );
}
