import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { RecordEditError } from '../store/edit-records.ts';
import { errorBody, NetsuiteError, unexpectedError } from './errors.ts';
import { errorType, sendJson } from './respond.ts';

const megabyte = 1024 * 1024;

/** An HTTP server without routes that answers every error in NetSuite's form, or plainly for the control interface. */
export function createServer(): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 16 * megabyte,
    // A misspelled setting is an error: neither dropped nor coerced.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const isControl = request.url.startsWith('/sandbox');
    if (isControl) return reply.code(404).send({ error: `There is no ${request.method} ${request.url} here.` });
    return answerError(notFound(request), request, reply);
  });
  return app;
}

function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isControl = request.url.startsWith('/sandbox');
  if (isControl && (error instanceof RecordEditError || isClientError(error))) {
    const status = error instanceof RecordEditError ? error.status : 400;
    return reply.code(status).send({ error: error.message });
  }
  const known = toNetsuiteError(error);
  for (const [name, value] of Object.entries(known.headers)) reply.header(name, value);
  return sendJson(reply.code(known.status), errorType, errorBody(known));
}

function toNetsuiteError(error: Error): NetsuiteError {
  if (error instanceof NetsuiteError) return error;
  if (isClientError(error)) {
    const status = error.statusCode === 415 ? 415 : 400;
    return new NetsuiteError(status, 'INVALID_CONTENT', error.message);
  }
  // An error in the sandbox itself, which must not look like an injected fault.
  console.error(error);
  return unexpectedError();
}

/** Errors that Fastify raises over a request: a body that is no JSON, one too large. */
function isClientError(error: Error): error is FastifyError & { statusCode: number } {
  return 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500;
}

function notFound(request: FastifyRequest): NetsuiteError {
  const isRecord = request.url.startsWith('/services/rest/record/v1/');
  if (isRecord && request.method !== 'GET') {
    return new NetsuiteError(405, 'METHOD_NOT_ALLOWED', 'The sandbox only reads records; change them under /sandbox.');
  }
  return new NetsuiteError(404, 'NOT_FOUND', `The resource ${request.url} does not exist.`);
}
