import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { parseExactJson } from '../exact-json.ts';
import { missingWorkbook, NetsuiteError, unexpectedError } from '../http/errors.ts';
import { originOf, readPaging, sendPage, sendText, singularType } from '../http/respond.ts';
import { findRecordType, type RecordType } from '../records.ts';
import { readBody, readIds } from './read-records.ts';

const base = '/services/rest/record/v1';

/** The record service: lists of ids and single records, to be read. */
export function recordServiceRoutes(app: FastifyInstance, context: SandboxContext): void {
  const { database } = context;

  app.get<{ Params: { type: string } }>(`${base}/:type`, async (request, reply) => {
    const type = readType(request.params.type);
    if (!context.settings.suiteqlAllowed) throw missingWorkbook();
    // Batches by ids are executed asynchronously, as a job (rest-facts, section 3); nothing here reads its results.
    if ('ids' in (request.query as object)) {
      const location = `${originOf(request)}/services/rest/async/v1/job/1`;
      return reply.code(202).header('location', location).header('preference-applied', 'respond-async').send();
    }
    const paging = readPaging(request);
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

  /** A record, or some of its `fields`. Refuses what the control interface has made unreadable or locked (rest-facts, section 3). */
  async function readOne(request: FastifyRequest, type: RecordType, id: string): Promise<string> {
    const { locked, unreadable } = context.settings;
    if (unreadable[type]?.includes(id)) throw unexpectedError();
    const stored = /^\d{1,15}$/.test(id) ? await readBody(database.records, type, id) : undefined;
    if (stored === undefined) {
      const detail = 'The record instance does not exist. Provide a valid record instance ID.';
      throw new NetsuiteError(404, 'NONEXISTENT_ID', detail);
    }
    if (locked[type]?.includes(id)) {
      const detail = 'Error while accessing a resource. This record has been locked by a user defined workflow.';
      throw new NetsuiteError(400, 'USER_ERROR', detail);
    }
    // Links are kept without a host; they get the one by which the client called.
    const linked = stored.replaceAll('"href": "/services/', `"href": "${originOf(request)}/services/`);
    const { fields } = request.query as { fields?: string };
    if (fields === undefined) return linked;
    const wanted = new Set(['links', 'id', ...fields.toLowerCase().split(',')]);
    const all = Object.entries(parseExactJson(linked) as object);
    return JSON.stringify(Object.fromEntries(all.filter(([name]) => wanted.has(name.toLowerCase()))));
  }
}

function readType(name: string): RecordType {
  const type = findRecordType(name);
  if (type !== undefined) return type;
  throw new NetsuiteError(404, 'NONEXISTENT_RECORD_TYPE', `Record type '${name}' does not exist.`);
}
