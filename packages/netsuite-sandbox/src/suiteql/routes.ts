import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { invalidParameter, missingWorkbook, NetsuiteError } from '../http/errors.ts';
import { readPaging, sendPage } from '../http/respond.ts';
import { executeSuiteql } from './execute.ts';

/** `POST /services/rest/query/v1/suiteql` */
export function suiteqlRoutes(app: FastifyInstance, context: SandboxContext): void {
  let requests = 0;
  app.post('/services/rest/query/v1/suiteql', async (request, reply) => {
    const { database, pauses, settings } = context;
    if (!settings.suiteqlAllowed) throw missingWorkbook();
    if (!/\btransient\b/i.test(String(request.headers.prefer ?? ''))) {
      throw invalidParameter("The required request header 'Prefer' is missing or is not 'transient'.");
    }
    const { q } = (request.body ?? {}) as { q?: unknown };
    if (typeof q !== 'string' || q.trim() === '')
      throw new NetsuiteError(400, 'INVALID_CONTENT', "Missing parameter 'q'.");
    const paging = readPaging(request);
    requests += 1;
    const query = { ...paging, query: q, settings, now: context.clock.now(), request: requests };
    const { joins, ...page } = await executeSuiteql(database, query);
    if (joins) await pauses.wait(() => context.settings.latency.join);
    return sendPage(request, reply, { ...page, offset: paging.offset });
  });
}
