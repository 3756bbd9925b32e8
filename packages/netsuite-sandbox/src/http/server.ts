import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { errorBody, NetsuiteError, unexpectedError } from './errors.ts';
import { errorType, sendJson } from './respond.ts';

/** An HTTP server without routes that answers every error in NetSuite's form. */
export function createServer(): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 16 * 1024 * 1024 });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const known = toNetsuiteError(error);
    return sendJson(reply.code(known.status).headers(known.headers), errorType, errorBody(known));
  });
  app.setNotFoundHandler(({ url }) => {
    throw new NetsuiteError(404, 'NOT_FOUND', `The resource ${url} does not exist.`);
  });
  return app;
}

function toNetsuiteError(error: Error): NetsuiteError {
  if (error instanceof NetsuiteError) return error;
  // Errors that Fastify raises over a request: a body that is no JSON, one too large.
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500)
    return new NetsuiteError(error.statusCode === 415 ? 415 : 400, 'INVALID_CONTENT', error.message);
  // An error in the sandbox itself, which must not look like an injected fault.
  console.error(error);
  return unexpectedError();
}
