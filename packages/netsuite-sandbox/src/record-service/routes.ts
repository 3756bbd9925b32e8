import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseExactJson } from '../exact-json.ts';
import { invalidParameter, NetsuiteError, unexpectedError } from '../http/errors.ts';
import { collectionType, originOf, pageLinks, readPaging, sendJson, sendText, singularType } from '../http/respond.ts';
import { findRecordType, type RecordType } from '../record-types.ts';
import type { SandboxSettings } from '../settings.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { parseCollectionFilter } from './collection-filter.ts';
import { readBodies, readIds } from './read-records.ts';
import { type RecordShape, shapeRecord, withOrigin } from './shape-record.ts';

export type RecordServiceDependencies = {
  database: SandboxDatabase;
  settings: () => SandboxSettings;
  timeZone: string;
};

const base = '/services/rest/record/v1';
const MAX_RESULTS = 100_000;
const largestBatch = 100;

/** The record service: collections, single records, batches by id and sublists, to be read. */
export function recordServiceRoutes(app: FastifyInstance, dependencies: RecordServiceDependencies): void {
  const { database, settings, timeZone } = dependencies;

  app.get<{ Params: { type: string } }>(`${base}/:type`, async (request, reply) => {
    const type = readType(request.params.type);
    const { ids } = request.query as { ids?: string };
    if (ids !== undefined) return sendBatch(request, reply, type, ids);
    const paging = readPaging(request);
    if (paging.offset % paging.limit !== 0) {
      throw invalidParameter('Provided offset is not divisible by the limit.', 'offset');
    }
    if (paging.offset >= MAX_RESULTS) throw invalidParameter(`At most ${MAX_RESULTS} results are available.`, 'offset');
    const { q } = request.query as { q?: string };
    const filter = q === undefined ? { sql: 'true', values: [] } : parseCollectionFilter(type, q, timeZone);
    const { ids: found, total } = await readIds(database.records, type, filter, { ...paging, most: MAX_RESULTS });
    const items = found.map((id) => ({
      links: [{ rel: 'self', href: `${originOf(request)}${base}/${type}/${id}` }],
      id,
    }));
    return sendCollection(
      request,
      reply,
      paging,
      total,
      items.map((item) => JSON.stringify(item)),
    );
  });

  app.get<{ Params: { type: string; id: string } }>(`${base}/:type/:id`, async (request, reply) => {
    const type = readType(request.params.type);
    const stored = await readOne(type, request.params.id);
    return sendText(reply, singularType, shapeRecord(type, stored, readShape(request)));
  });

  app.get<{ Params: { type: string; id: string; sublist: string } }>(
    `${base}/:type/:id/:sublist`,
    async (request, reply) => {
      const type = readType(request.params.type);
      const stored = await readOne(type, request.params.id);
      const body = parseExactJson(withOrigin(stored, originOf(request))) as Record<string, unknown>;
      const sublist = body[request.params.sublist];
      if (typeof sublist !== 'object' || sublist === null || !('items' in sublist)) throw nonexistent();
      return sendJson(reply, collectionType, sublist);
    },
  );

  async function readOne(type: RecordType, id: string): Promise<string> {
    if (!/^\d{1,15}$/.test(id)) throw nonexistent();
    refuse(type, [id]);
    const stored = (await readBodies(database.records, type, [String(Number(id))])).get(String(Number(id)));
    if (stored === undefined) throw nonexistent();
    return stored;
  }

  async function sendBatch(
    request: FastifyRequest,
    reply: FastifyReply,
    type: RecordType,
    list: string,
  ): Promise<FastifyReply> {
    const ids = list.split(',').map((id) => id.trim());
    if (ids.length > largestBatch) throw invalidParameter(`At most ${largestBatch} ids are taken.`, 'ids');
    if (!ids.every((id) => /^\d{1,15}$/.test(id)))
      throw invalidParameter('ids must be numbers, with commas between.', 'ids');
    const { expandRecords } = request.query as { expandRecords?: string };
    if (expandRecords !== 'true') throw invalidParameter('ids are taken with expandRecords=true.', 'expandRecords');
    refuse(type, ids);
    const bodies = await readBodies(database.records, type, ids);
    const shape = readShape(request);
    const items = [...new Set(ids)].flatMap((id) => {
      const stored = bodies.get(id);
      return stored === undefined ? [] : [shapeRecord(type, stored, shape)];
    });
    return sendCollection(request, reply, { limit: largestBatch, offset: 0 }, items.length, items);
  }

  /** Records that the control interface has made unreadable or locked. */
  function refuse(type: RecordType, ids: readonly string[]): void {
    const { locked, unreadable } = settings();
    if (ids.some((id) => unreadable[type].includes(id))) throw unexpectedError();
    if (ids.some((id) => locked[type].includes(id))) {
      const detail = 'Error while accessing a resource. This record has been locked by a user defined workflow.';
      throw new NetsuiteError(400, 'USER_ERROR', detail);
    }
  }
}

/** `items` are JSON texts: bodies go out as they are kept. */
function sendCollection(
  request: FastifyRequest,
  reply: FastifyReply,
  paging: { limit: number; offset: number },
  total: number,
  items: readonly string[],
): FastifyReply {
  const links = JSON.stringify(pageLinks(request, paging, total));
  const hasMore = paging.offset + items.length < total;
  const json =
    `{"links":${links},"count":${items.length},"hasMore":${hasMore},"items":[${items.join(',')}],` +
    `"offset":${paging.offset},"totalResults":${total}}`;
  return sendText(reply, collectionType, json);
}

function readType(name: string): RecordType {
  const type = findRecordType(name);
  if (type !== undefined) return type;
  throw new NetsuiteError(404, 'NONEXISTENT_RECORD_TYPE', `Record type '${name}' does not exist.`);
}

function readShape(request: FastifyRequest): RecordShape {
  const { expandSubResources, fields, simpleEnumFormat } = request.query as Record<string, string | undefined>;
  return {
    origin: originOf(request),
    expandSubResources: expandSubResources === 'true',
    fields: fields?.split(',').map((field) => field.trim()),
    simpleEnumFormat: simpleEnumFormat === 'true',
  };
}

function nonexistent(): NetsuiteError {
  const detail = 'The record instance does not exist. Provide a valid record instance ID.';
  return new NetsuiteError(404, 'NONEXISTENT_ID', detail);
}
