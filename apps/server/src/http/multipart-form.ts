import type { IncomingMessage } from 'node:http';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { badRequest, PortalError, shorten, unsupportedMediaType } from '../platform/errors.ts';
import type { IncomingForm } from '../platform/request-input.ts';
import { toProblems, toSentence } from './input-problems.ts';
import { receiveInTurn } from './work-queue.ts';

/** The maximum file size is up to the handler. */
const limits = { fields: 20, fieldSize: 65_536, parts: 25, headerPairs: 50, fileSize: Number.POSITIVE_INFINITY };

/** The multipart form of a request; 415 for other content types. */
export function openForm<Fields extends z.ZodObject>(
  request: FastifyRequest,
  schema: Fields,
): IncomingForm<z.output<Fields>> {
  if (!request.isMultipart()) throw unsupportedMediaType('Send a form: multipart/form-data.');

  const read: IncomingForm<z.output<Fields>>['read'] = async (store) => {
    const values = new Map<string, unknown>();
    let stored: { value: Awaited<ReturnType<typeof store>> } | undefined;
    try {
      for await (const part of partsOf(request)) {
        if (part.type === 'file') {
          refuseUnlessExpected(part, stored !== undefined);
          // The parser omits an empty name, although its types say otherwise.
          stored = { value: await store({ name: part.filename ?? '', content: contentOf(part, request.raw) }) };
        } else {
          if (part.valueTruncated) throw refused(part.fieldname, 'is too long');
          values.set(part.fieldname, part.value);
        }
      }
    } finally {
      // The rest of a rejected form stays unread.
      request.raw.unpipe();
    }
    if (stored === undefined) throw refused('file', 'A file is required.');
    const result = schema.safeParse(Object.fromEntries(values));
    if (result.success) return { fields: result.data, stored: stored.value };
    const problems = toProblems(result.error.issues, 'body');
    const [first] = problems;
    throw badRequest(first === undefined ? 'The form cannot be used.' : toSentence(first), problems);
  };
  return { length: Number(request.headers['content-length']), read };
}

function refuseUnlessExpected(part: MultipartFile, isSecond: boolean): void {
  if (part.fieldname !== 'file') throw refused(part.fieldname, 'must not be a file: the file goes into "file"');
  if (isSecond) throw refused('file', 'Only one file can be added at a time.');
}

/** Fields can have a name of any length, or none in a damaged form. */
function refused(field: string | undefined, message: string): PortalError {
  const problem = { path: shorten(field || 'form'), message };
  return badRequest(toSentence(problem), [problem]);
}

/** Converts all errors of the parser to client errors. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  // The parser would wait forever for the end of a request that was aborted before it began.
  if (request.raw.destroyed) throw unreadable(new Error('The connection was closed.'));
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw unreadable(error);
  }
}

async function* contentOf({ file }: MultipartFile, request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of file) {
      await receiveInTurn(request, bytes.length);
      yield bytes;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause: unknown): PortalError {
  return new PortalError(400, 'bad_request', 'The form could not be read to its end.', { cause });
}
