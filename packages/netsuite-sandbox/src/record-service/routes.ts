import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { parseExactJson } from '../exact-json.ts';
import { invalidParameter, missingWorkbook, NetsuiteError, unexpectedError } from '../http/errors.ts';
import { originOf, readPaging, sendPage, sendText, singularType } from '../http/respond.ts';
import { columnsOf, findRecordType, type RecordType } from '../records.ts';
import { createJobs } from './jobs.ts';
import { readBody, readIds } from './read-records.ts';

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

  /**
   * A record, or some of its `fields`, without those of features that the account lacks. Refuses records that the control
   * interface has made unreadable or locked (rest-facts, section 3).
   */
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
    // Links are kept without a host; they get the one by which the client called.
    const linked = stored.replaceAll('"href": "/services/', `"href": "${originOf(request)}/services/`);
    const missing = columnsOf(type).filter(({ feature }) => feature !== undefined && !features[feature]);
    const { fields } = request.query as { fields?: string };
    if (fields === undefined && missing.length === 0) return linked;
    const wanted = fields && new Set(['links', 'id', ...fields.toLowerCase().split(',')]);
    const shown = Object.entries(parseExactJson(linked) as Record<string, unknown>).filter(
      ([name]) => (!wanted || wanted.has(name.toLowerCase())) && !missing.some(({ field }) => field === name),
    );
    return JSON.stringify(Object.fromEntries(shown));
  }
}

function readType(name: string): RecordType {
  const type = findRecordType(name);
  if (type !== undefined) return type;
  throw new NetsuiteError(404, 'NONEXISTENT_RECORD_TYPE', `Record type '${name}' does not exist.`);
}
