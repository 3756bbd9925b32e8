import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { invalidParameter, NetsuiteError } from '../http/errors.ts';
import { collectionType, pageLinks, readPaging, sendJson } from '../http/respond.ts';
import type { SandboxSettings } from '../settings.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { executeSuiteql } from './execute.ts';

export type SuiteqlDependencies = {
  database: SandboxDatabase;
  clock: SandboxClock;
  settings: () => SandboxSettings;
};

/** `POST /services/rest/query/v1/suiteql` */
export function suiteqlRoutes(app: FastifyInstance, { database, clock, settings }: SuiteqlDependencies): void {
  app.post('/services/rest/query/v1/suiteql', async (request, reply) => {
    const current = settings();
    if (!current.suiteqlAllowed) {
      const detail = "Permission Violation: You need the 'SuiteAnalytics Workbook' permission to access this page.";
      throw new NetsuiteError(403, 'INSUFFICIENT_PERMISSION', detail);
    }
    if (!/\btransient\b/i.test(String(request.headers.prefer ?? ''))) {
      throw invalidParameter("The required request header 'Prefer' is missing or is not 'transient'.");
    }
    const { query, parameters } = readBody(request.body, current);
    const paging = readPaging(request);
    const page = await executeSuiteql(database.queries, {
      ...paging,
      query,
      parameters,
      settings: current,
      now: clock.now(),
    });
    return sendJson(reply, collectionType, {
      links: pageLinks(request, paging, page.totalResults),
      count: page.items.length,
      hasMore: page.hasMore,
      items: page.items,
      offset: paging.offset,
      totalResults: page.totalResults,
    });
  });
}

type Parameter = string | number | boolean | null;

function readBody(body: unknown, settings: SandboxSettings): { query: string; parameters: Parameter[] } {
  const { q, params } = (body ?? {}) as { q?: unknown; params?: unknown };
  if (typeof q !== 'string' || q.trim() === '')
    throw new NetsuiteError(400, 'INVALID_CONTENT', "Missing parameter 'q'.");
  if (params === undefined) return { query: q, parameters: [] };
  if (!settings.queryParameters) throw new NetsuiteError(400, 'INVALID_CONTENT', "Unknown property 'params'.");
  const isParameter = (value: unknown): value is Parameter =>
    value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (!Array.isArray(params) || !params.every(isParameter)) {
    throw new NetsuiteError(400, 'INVALID_CONTENT', "'params' must be a list of plain values.");
  }
  return { query: q, parameters: params };
}
