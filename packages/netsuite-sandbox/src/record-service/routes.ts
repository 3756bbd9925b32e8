import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseExactJson } from '../exact-json.ts';
import { invalidParameter, missingWorkbook, NetsuiteError, unexpectedError } from '../http/errors.ts';
import { collectionType, originOf, pageLinks, readPaging, sendJson, sendText, singularType } from '../http/respond.ts';
import { findRecordType, type RecordType } from '../records.ts';
import type { SandboxSettings } from '../settings.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { createJobs } from './jobs.ts';
import { readBody, readIds } from './read-records.ts';
import { shapeRecord, withOrigin } from './shape-record.ts';

export type RecordServiceDependencies = { database: SandboxDatabase; settings: () => SandboxSettings };

const base = '/services/rest/record/v1';
const MAX_RESULTS = 100_000;

/** The record service: collections, single records, batches by id and sublists, to be read. */
export function recordServiceRoutes(app: FastifyInstance, { database, settings }: RecordServiceDependencies): void {
  const jobs = createJobs(app, readShaped);

  app.get(`${base}/preference/userPreference`, async (_request, reply) => {
    const { timeZone, dateFormat } = settings();
    return sendJson(reply, singularType, { timeZone: { id: timeZone }, dateFormat, timeFormat: 'h:mm a' });
  });

  app.get<{ Params: { type: string } }>(`${base}/:type`, async (request, reply) => {
    const type = readType(request.params.type);
    if (!settings().suiteqlAllowed) throw missingWorkbook();
    const { ids, q } = request.query as { ids?: string; q?: string };
    if (ids !== undefined) return jobs.start(request, reply, type, ids);
    if (q !== undefined) throw invalidParameter('Invalid search query. (q is not known to the sandbox.)', 'q');
    const paging = readPaging(request);
    if (paging.offset >= MAX_RESULTS) throw invalidParameter(`At most ${MAX_RESULTS} results are available.`, 'offset');
    const { ids: found, total } = await readIds(database.records, type, paging);
    const items = found.map((id) => ({
      links: [{ rel: 'self', href: `${originOf(request)}${base}/${type}/${id}` }],
      id,
    }));
    const hasMore = paging.offset + items.length < total;
    const links = pageLinks(request, paging, total);
    const totals = { count: items.length, hasMore, items, offset: paging.offset, totalResults: total };
    return sendJson(reply, collectionType, { links, ...totals });
  });

  app.get<{ Params: { type: string; id: string } }>(`${base}/:type/:id`, async (request, reply) =>
    sendText(reply, singularType, await readShaped(request, readType(request.params.type), request.params.id)),
  );

  app.get<{ Params: { type: string; id: string; sublist: string } }>(
    `${base}/:type/:id/:sublist`,
    async (request, reply) => {
      const stored = await readOne(readType(request.params.type), request.params.id);
      const body = parseExactJson(withOrigin(stored, originOf(request))) as Record<string, unknown>;
      const sublist = body[request.params.sublist];
      if (typeof sublist !== 'object' || sublist === null || !('items' in sublist)) throw nonexistent();
      return sendJson(reply, collectionType, sublist);
    },
  );

  async function readShaped(request: FastifyRequest, type: RecordType, id: string): Promise<string> {
    const { expandSubResources, fields } = request.query as Record<string, string | undefined>;
    const shape = {
      origin: originOf(request),
      expandSubResources: expandSubResources === 'true',
      fields: fields?.split(',').map((field) => field.trim()),
    };
    return shapeRecord(type, await readOne(type, id), shape, settings());
  }

  /** Refuses records that the control interface has made unreadable or locked (rest-facts, section 3). */
  async function readOne(type: RecordType, text: string): Promise<string> {
    if (!/^\d{1,15}$/.test(text)) throw nonexistent();
    const id = String(Number(text));
    const { locked, unreadable } = settings();
    if (unreadable[type]?.includes(id)) throw unexpectedError();
    if (locked[type]?.includes(id)) {
      const detail = 'Error while accessing a resource. This record has been locked by a user defined workflow.';
      throw new NetsuiteError(400, 'USER_ERROR', detail);
    }
    const stored = await readBody(database.records, type, id);
    if (stored === undefined) throw nonexistent();
    return stored;
  }
}

function readType(name: string): RecordType {
  const type = findRecordType(name);
  if (type !== undefined) return type;
  throw new NetsuiteError(404, 'NONEXISTENT_RECORD_TYPE', `Record type '${name}' does not exist.`);
}

function nonexistent(): NetsuiteError {
  const detail = 'The record instance does not exist. Provide a valid record instance ID.';
  return new NetsuiteError(404, 'NONEXISTENT_ID', detail);
}
