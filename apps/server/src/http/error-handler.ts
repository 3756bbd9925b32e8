import { STATUS_CODES } from 'node:http';
import type { ErrorBody } from '@portal/contract/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  isConnectionLoss,
  isDatabaseTimeout,
  isMissingReference,
  isRefusedValue,
} from '../platform/database-errors.ts';
import { badRequest, clientGone, PortalError, unavailable } from '../platform/errors.ts';
import { ClientGoneError } from '../platform/fair-pool.ts';

/** Converts every thrown error to a response, except for a client that has gone. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isGone = error instanceof ClientGoneError || (isDatabaseTimeout(error) && reply.raw.destroyed);
  const refusal = isGone ? clientGone() : toPortalError(error);
  if (refusal.status >= 500) request.log.error({ request: request.id, err: error }, 'request failed');
  else if (refusal.cause !== undefined)
    request.log.info({ request: request.id, err: refusal.cause }, 'request refused');
  // In a flood, many clients leave before they are refused; encoding their answers would take time from the others.
  if (reply.raw.closed) return reply.code(refusal.status).hijack();
  return sendError(reply, refusal);
}

/** Responds with the standard error body. */
export function sendError(reply: FastifyReply, error: PortalError): FastifyReply {
  const body: ErrorBody = {
    statusCode: error.status,
    error: STATUS_CODES[error.status] ?? 'Error',
    message: error.publicMessage,
    ...(error.details === undefined ? {} : { details: error.details }),
  };
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

const requestProblems: Record<number, string> = {
  400: 'The request could not be read.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The address of the request is too long.',
  415: 'This content type is not accepted.',
  431: 'The request headers are too large.',
};

function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  if (isDatabaseTimeout(error)) {
    return unavailable('This took too long. Please try again, or narrow what you are looking for.', error);
  }
  if (isConnectionLoss(error)) return unavailable('The service is unavailable for a moment. Please try again.', error);
  // A user was deleted between the authorization check and the write; a retry gets a different answer.
  if (isMissingReference(error)) return unavailable('Something changed at the same moment. Please try again.', error);
  if (isRefusedValue(error)) return badRequest('The request holds a value that cannot be used.');
  const status = statusOf(error);
  if (status !== undefined) {
    return new PortalError(status, 'bad_request', requestProblems[status] ?? 'The request was refused.', {
      cause: error,
    });
  }
  return new PortalError(500, 'internal', 'Something went wrong on our side. Please try again.', { cause: error });
}

/** Fastify reports invalid requests with `statusCode`; 500 and above are our own failures. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  return error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : undefined;
}
