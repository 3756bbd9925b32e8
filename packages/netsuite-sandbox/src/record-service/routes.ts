import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { invalidParameter, missingWorkbook, NetsuiteError, unexpectedError } from '../http/errors.ts';
import { originOf, readPaging, sendPage, sendText, singularType } from '../http/respond.ts';
import { findRecordType, type RecordType } from '../records.ts';
import { createJobs } from './jobs.ts';
import { readBody, readIds } from './read-records.ts';
import { shapeRecord } from './shape-record.ts';

const base = '/services/rest/record/v1';
const MAX_RESULTS = 100_000;

/** The record service: lists of ids, single records and batches by id, to be read. */
export function recordServiceRoutes(app: FastifyInstance, context: SandboxContext): void {
  const { database } = context;
  const startJob = createJobs(app, readOne);

  app.get<{ Params: { type: string } }>(`${base}/:type`, async (request, reply) => {
    const type = readType(request.params.type);
    if (!context.settings.suiteqlAllowed) throw missingWorkbook();
    const { ids } = request.query as { ids?: string };
    if (ids !== undefined) return startJob(request, reply, type, ids);
    const paging = readPaging(request);
    if (paging.offset >= MAX_RESULTS) throw invalidParameter(`At most ${MAX_RESULTS} results are available.`);
    const { ids: found, total } = await readIds(database.records, type, paging);
    const items = found.map((id) => ({
      links: [{ rel: 'self', href: `${originOf(request)}${base}/${type}/${id}` }],
      id,
    }));
    return sendPage(request, reply, { items, offset: paging.offset, totalResults: total });
  });

  app.get<{ Params: { type: string; id: string } }>(`${base}/:type/:id`, async (request, reply) =>
    sendText(reply, singularType, await readOne(request, readType(request.params.type), request.params.id)),
  );

  /** Refuses records that the control interface has made unreadable or locked (rest-facts, section 3). */
  async function readOne(request: FastifyRequest, type: RecordType, id: string): Promise<string> {
    const { locked, unreadable, features } = context.settings;
    if (unreadable[type]?.includes(id)) throw unexpectedError();
    if (locked[type]?.includes(id)) {
      const detail = 'Error while accessing a resource. This record has been locked by a user defined workflow.';
      throw new NetsuiteError(400, 'USER_ERROR', detail);
    }
    const stored = /^\d{1,15}$/.test(id) ? await readBody(database.records, type, id) : undefined;
    if (stored === undefined) {
      const detail = 'The record instance does not exist. Provide a valid record instance ID.';
      throw new NetsuiteError(404, 'NONEXISTENT_ID', detail);
    }
    const { fields } = request.query as { fields?: string };
    return shapeRecord(type, stored, { origin: originOf(request), fields: fields?.split(','), features });
  }
}

function readType(name: string): RecordType {
  const type = findRecordType(name);
  if (type !== undefined) return type;
  throw new NetsuiteError(404, 'NONEXISTENT_RECORD_TYPE', `Record type '${name}' does not exist.`);
}
