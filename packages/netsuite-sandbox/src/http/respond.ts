import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter } from './errors.ts';

/** The content types of NetSuite's answers. */
const collectionType = 'application/vnd.oracle.resource+json; type=collection';
export const singularType = 'application/vnd.oracle.resource+json; type=singular';
export const errorType = 'application/vnd.oracle.resource+json; type=error';

/** The most rows that a page holds, and the number that it holds unless asked. */
const largestPage = 1000;

/** Rows, not pages: `offset` is how many are skipped. */
export type Paging = { limit: number; offset: number };

/** Scheme, host and port by which the client called. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/** The page that a request asks for; NetSuite's 400 for one that it does not give. */
export function readPaging(request: FastifyRequest): Paging {
  const { limit, offset } = request.query as Record<string, unknown>;
  const paging = { limit: readCount('limit', limit, largestPage), offset: readCount('offset', offset, 0) };
  if (paging.limit < 1 || paging.limit > largestPage) {
    throw invalidParameter(`Provided limit must be between 1 and ${largestPage}.`);
  }
  if (paging.offset % paging.limit !== 0) {
    throw invalidParameter('Provided offset is not divisible by the limit.');
  }
  return paging;
}

function readCount(name: string, value: unknown, preset: number): number {
  if (value === undefined) return preset;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) throw invalidParameter(`Invalid value of '${name}'.`);
  return Number(value);
}

/** The answer of a page with its link to itself; clients find the others by limit and offset. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { items, offset, totalResults }: { items: unknown[]; offset: number; totalResults: number },
): FastifyReply {
  const links = [{ rel: 'self', href: `${originOf(request)}${request.url}` }];
  const hasMore = items.length > 0 && offset + items.length < totalResults;
  return sendJson(reply, collectionType, { links, count: items.length, hasMore, items, offset, totalResults });
}

/** A value as JSON, as `sendText` sends it. */
export function sendJson(reply: FastifyReply, contentType: string, body: unknown): FastifyReply {
  return sendText(reply, contentType, JSON.stringify(body));
}

/** Sends JSON text as it is: Fastify would add a character set to the content type of an object. */
export function sendText(reply: FastifyReply, contentType: string, json: string): FastifyReply {
  return reply.header('content-type', contentType).send(Buffer.from(json));
}
