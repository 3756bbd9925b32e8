import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter, NetsuiteError } from '../http/errors.ts';
import { originOf, sendJson, sendText, singularType } from '../http/respond.ts';
import type { RecordType } from '../records.ts';

const base = '/services/rest/async/v1/job';
const MAX_IDS = 100;

type StartJob = (request: FastifyRequest, reply: FastifyReply, type: RecordType, ids: string) => FastifyReply;

/**
 * Batches by ids, which are executed asynchronously: answered 202 with the address of a job that has a task for each record
 * (rest-facts, section 3). `readOne` answers the JSON text of one record, or throws NetSuite's error.
 */
export function createJobs(
  app: FastifyInstance,
  readOne: (request: FastifyRequest, type: RecordType, id: string) => Promise<string>,
): StartJob {
  const jobs: { type: RecordType; ids: string[] }[] = [];
  type Route = { Params: { job: string; task: string } };
  const done = { completed: true, progress: 'succeeded' };
  const find = <Found>(list: readonly Found[], number: string): Found => {
    const found = list[Number(number) - 1];
    if (found === undefined) throw new NetsuiteError(404, 'NONEXISTENT_ID', 'Record does not exist.');
    return found;
  };
  app.get<Route>(`${base}/:job`, async ({ params }, reply) => {
    find(jobs, params.job);
    return sendJson(reply, singularType, { ...done, id: params.job });
  });
  app.get<Route>(`${base}/:job/task`, async ({ params }, reply) => {
    const items = find(jobs, params.job).ids.map((_, index) => ({ ...done, id: String(index + 1) }));
    return sendJson(reply, singularType, { items, totalResults: items.length });
  });
  app.get<Route>(`${base}/:job/task/:task/result`, async (request, reply) => {
    const { type, ids } = find(jobs, request.params.job);
    return sendText(reply, singularType, await readOne(request, type, find(ids, request.params.task)));
  });
  return (request, reply, type, list) => {
    const ids = list.split(',');
    if (ids.length > MAX_IDS) throw invalidParameter(`At most ${MAX_IDS} ids are taken.`);
    const location = `${originOf(request)}${base}/${jobs.push({ type, ids })}`;
    return reply.code(202).header('location', location).header('preference-applied', 'respond-async').send();
  };
}
