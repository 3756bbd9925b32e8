import type { FastifyInstance } from 'fastify';
import { invalidParameter, missingWorkbook, NetsuiteError } from '../http/errors.ts';
import type { Pauses } from '../http/pauses.ts';
import { readPaging, sendPage } from '../http/respond.ts';
import type { SandboxSettings } from '../settings.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { executeSuiteql } from './execute.ts';

export type SuiteqlDependencies = {
  database: SandboxDatabase;
  pauses: Pauses;
  settings: () => SandboxSettings;
};

/** `POST /services/rest/query/v1/suiteql` */
export function suiteqlRoutes(app: FastifyInstance, { database, pauses, settings }: SuiteqlDependencies): void {
  let requests = 0;
  app.post('/services/rest/query/v1/suiteql', async (request, reply) => {
    const current = settings();
    if (!current.suiteqlAllowed) throw missingWorkbook();
    if (!/\btransient\b/i.test(String(request.headers.prefer ?? ''))) {
      throw invalidParameter("The required request header 'Prefer' is missing or is not 'transient'.");
    }
    const { q } = (request.body ?? {}) as { q?: unknown };
    if (typeof q !== 'string' || q.trim() === '')
      throw new NetsuiteError(400, 'INVALID_CONTENT', "Missing parameter 'q'.");
    const paging = readPaging(request);
    requests += 1;
    const query = { ...paging, query: q, settings: current, request: requests };
    const { joins, ...page } = await executeSuiteql(database, query);
    if (joins) await pauses.wait(() => settings().latency.join);
    return sendPage(request, reply, { ...page, offset: paging.offset });
  });
}
