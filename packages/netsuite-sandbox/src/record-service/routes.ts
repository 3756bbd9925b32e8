import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { parseExactJson } from '../exact-json.ts';
import { invalidParameter, missingWorkbook, NetsuiteError, unexpectedError } from '../http/errors.ts';
import { originOf, readPaging, sendJson, sendPage, sendText, singularType } from '../http/respond.ts';
import { columnsOf, findRecordType, type RecordType } from '../records.ts';
import { readBody, readIds } from './read-records.ts';

const base = '/services/rest/record/v1';
const jobBase = '/services/rest/async/v1/job';
const MAX_IDS = 100;
const MAX_RESULTS = 100_000;
/** All that is said of a job or a task, beside its number. */
const done = { completed: true, progress: 'succeeded' };

type JobRoute = { Params: { job: string; task: string } };

/** The record service: lists of ids, single records and batches by id, to be read. */
export function recordServiceRoutes(app: FastifyInstance, context: SandboxContext): void {
  const { database } = context;
  const jobs: { type: RecordType; ids: string[] }[] = [];

  app.get<{ Params: { type: string } }>(`${base}/:type`, async (request, reply) => {
    const type = readType(request.params.type);
    if (!context.settings.suiteqlAllowed) throw missingWorkbook();
    const { ids } = request.query as { ids?: string };
    if (ids !== undefined) return startJob(request, reply, type, ids.split(','));
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

  // Batches are executed asynchronously: a job has a task for each record (rest-facts, section 3).
  app.get<JobRoute>(`${jobBase}/:job`, async ({ params }, reply) => {
    findByNumber(jobs, params.job);
    return sendJson(reply, singularType, { ...done, id: params.job });
  });
  app.get<JobRoute>(`${jobBase}/:job/task`, async ({ params }, reply) => {
    const items = findByNumber(jobs, params.job).ids.map((_, index) => ({ ...done, id: String(index + 1) }));
    return sendJson(reply, singularType, { items, totalResults: items.length });
  });
  app.get<JobRoute>(`${jobBase}/:job/task/:task/result`, async (request, reply) => {
    const { type, ids } = findByNumber(jobs, request.params.job);
    return sendText(reply, singularType, await readOne(request, type, findByNumber(ids, request.params.task)));
  });

  function startJob(request: FastifyRequest, reply: FastifyReply, type: RecordType, ids: string[]): FastifyReply {
    if (ids.length > MAX_IDS) throw invalidParameter(`At most ${MAX_IDS} ids are taken.`);
    const location = `${originOf(request)}${jobBase}/${jobs.push({ type, ids })}`;
    return reply.code(202).header('location', location).header('preference-applied', 'respond-async').send();
  }

  /**
   * A record, or some of its `fields`, without those of features that the account lacks. Refuses records that the control
   * interface has made unreadable or locked (rest-facts, section 3).
   */
  async function readOne(request: FastifyRequest, type: RecordType, id: string): Promise<string> {
    const { locked, unreadable, features } = context.settings;
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
    const missing = columnsOf(type).filter(({ feature }) => feature !== undefined && !features[feature]);
    const { fields } = request.query as { fields?: string };
    if (fields === undefined && missing.length === 0) return linked;
    const wanted = fields === undefined ? undefined : new Set(['links', 'id', ...fields.toLowerCase().split(',')]);
    const shown = Object.entries(parseExactJson(linked) as Record<string, unknown>).filter(
      ([name]) => wanted?.has(name.toLowerCase()) !== false && !missing.some(({ field }) => field === name),
    );
    return JSON.stringify(Object.fromEntries(shown));
  }
}

function readType(name: string): RecordType {
  const type = findRecordType(name);
  if (type !== undefined) return type;
  throw new NetsuiteError(404, 'NONEXISTENT_RECORD_TYPE', `Record type '${name}' does not exist.`);
}

function findByNumber<Found>(list: readonly Found[], number: string): Found {
  const found = list[Number(number) - 1];
  if (found === undefined) throw new NetsuiteError(404, 'NONEXISTENT_ID', 'Record does not exist.');
  return found;
}
