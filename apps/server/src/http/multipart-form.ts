import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { badRequest, PortalError, unsupportedMediaType } from '../platform/errors.ts';
import type { IncomingForm } from '../platform/form.ts';
import { toProblems, toSentence } from './input-problems.ts';

/** How large the file may be is for whoever keeps it to say. */
const limits = { fields: 20, fieldSize: 65_536, parts: 25, headerPairs: 50, fileSize: Number.POSITIVE_INFINITY };

/** The multipart form that a request brings; 415 when it brings something else. */
export function readForm<Fields extends z.ZodObject>(
  request: FastifyRequest,
  schema: Fields,
): IncomingForm<z.output<Fields>> {
  if (!request.isMultipart()) throw unsupportedMediaType('Send a form: multipart/form-data.');

  const read: IncomingForm<z.output<Fields>>['read'] = async (keep) => {
    const values = new Map<string, unknown>();
    let kept: { value: Awaited<ReturnType<typeof keep>> } | undefined;
    try {
      for await (const part of partsOf(request)) {
        if (part.type === 'file') {
          refuseUnlessExpected(part, kept !== undefined);
          // The parser leaves an empty name out, whatever its types say.
          kept = { value: await keep({ name: part.filename ?? '', content: contentOf(part) }) };
        } else {
          if (part.valueTruncated) throw refused(part.fieldname, 'is too long');
          values.set(part.fieldname, part.value);
        }
      }
    } finally {
      // Nobody reads what is still to come of a refused form: unread, it would hold the connection for ever.
      request.raw.unpipe();
      request.raw.resume();
    }
    if (kept === undefined) throw refused('file', 'A file is required.');
    const result = schema.safeParse(Object.fromEntries(values));
    if (result.success) return { fields: result.data, kept: kept.value };
    const problems = toProblems(result.error.issues, 'body');
    const [first] = problems;
    throw badRequest(first === undefined ? 'The form cannot be used.' : toSentence(first), problems);
  };
  return { read };
}

function refuseUnlessExpected(part: MultipartFile, isSecond: boolean): void {
  if (part.fieldname !== 'file') throw refused(part.fieldname, 'must not be a file: the file goes into "file"');
  if (isSecond) throw refused('file', 'Only one file can be added at a time.');
}

/** A damaged form has fields without a name. */
function refused(field: string | undefined, message: string): PortalError {
  const problem = { path: field || 'form', message };
  return badRequest(toSentence(problem), [problem]);
}

/** The parser's own complaints become a refusal, whatever their form. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  // The parser would wait for ever for the end of what has been cut off before it began.
  if (request.raw.destroyed) throw unreadable(new Error('The connection was closed.'));
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw unreadable(error);
  }
}

async function* contentOf({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause: unknown): PortalError {
  return new PortalError(400, 'bad_request', 'The form could not be read to its end.', { cause });
}
