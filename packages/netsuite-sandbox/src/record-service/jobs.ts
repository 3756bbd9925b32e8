import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter, NetsuiteError } from '../http/errors.ts';
import { originOf, sendJson, sendText, singularType } from '../http/respond.ts';
import type { RecordType } from '../records.ts';

const base = '/services/rest/async/v1/job';
const MAX_IDS = 100;

type Job = { type: RecordType; ids: string[]; startTime: string };

/** Batches by ids, which are executed asynchronously: a job with a task for each record (rest-facts, section 3). */
export type Jobs = {
  /** Answers 202 with the address of a new job. */
  start(request: FastifyRequest, reply: FastifyReply, type: RecordType, ids: string): FastifyReply;
};

/** `readOne` answers the JSON text of one record, or throws NetSuite's error. */
export function createJobs(
  app: FastifyInstance,
  readOne: (request: FastifyRequest, type: RecordType, id: string) => Promise<string>,
): Jobs {
  const jobs: Job[] = [];
  type Route = { Params: { job: string; task: string } };
  const find = ({ job }: Route['Params']): Job => {
    const found = jobs[Number(job) - 1];
    if (found === undefined) throw new NetsuiteError(404, 'NONEXISTENT_ID', 'Record does not exist.');
    return found;
  };
  const taskId = (job: Job, task: string): string => {
    const id = job.ids[Number(task) - 1];
    if (id === undefined) throw new NetsuiteError(404, 'NONEXISTENT_ID', 'Record does not exist.');
    return id;
  };
  const self = (request: FastifyRequest, path = '') => ({
    links: [{ rel: 'self', href: `${originOf(request)}${request.url}${path}` }],
  });
  app.get<Route>(`${base}/:job`, async (request, reply) => {
    find(request.params);
    return sendJson(reply, singularType, {
      completed: true,
      id: request.params.job,
      progress: 'succeeded',
      task: self(request, '/task'),
    });
  });
  app.get<Route>(`${base}/:job/task`, async (request, reply) => {
    const items = find(request.params).ids.map((_, index) => ({
      ...self(request, `/${index + 1}`),
      id: String(index + 1),
    }));
    return sendJson(reply, singularType, { ...self(request), items, totalResults: items.length });
  });
  app.get<Route>(`${base}/:job/task/:task`, async (request, reply) => {
    const job = find(request.params);
    taskId(job, request.params.task);
    const times = { startTime: job.startTime, endTime: job.startTime };
    return sendJson(reply, singularType, { completed: true, id: request.params.task, progress: 'succeeded', ...times });
  });
  app.get<Route>(`${base}/:job/task/:task/result`, async (request, reply) => {
    const job = find(request.params);
    return sendText(reply, singularType, await readOne(request, job.type, taskId(job, request.params.task)));
  });
  return {
    start(request, reply, type, list) {
      const ids = list.split(',').map((id) => id.trim());
      if (ids.length > MAX_IDS) throw invalidParameter(`At most ${MAX_IDS} ids are taken.`, 'ids');
      jobs.push({ type, ids, startTime: new Date().toISOString() });
      const location = `${originOf(request)}${base}/${jobs.length}`;
      return reply.code(202).header('location', location).header('preference-applied', 'respond-async').send();
    },
  };
}
