import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { parseExactJson } from '../exact-json.ts';
import { NetsuiteError, unexpectedError } from '../http/errors.ts';
import { originOf, sendText, singularType } from '../http/respond.ts';
import { findRecordType } from '../records.ts';
import { readBody } from './read-records.ts';

type Route = { Params: { type: string; id: string }; Querystring: { fields?: string } };

/** `GET /services/rest/record/v1/{type}/{id}`: a record, or some of its fields. */
export function recordServiceRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get<Route>('/services/rest/record/v1/:type/:id', async (request, reply) => {
    const { id, type: name } = request.params;
    const type = findRecordType(name);
    if (type === undefined)
      throw new NetsuiteError(404, 'NONEXISTENT_RECORD_TYPE', `Record type '${name}' does not exist.`);
    const { locked, unreadable } = context.settings;
    if (unreadable[type]?.includes(id)) throw unexpectedError();
    // REST loads records in edit mode (rest-facts, section 3).
    if (locked[type]?.includes(id)) {
      const detail = 'Error while accessing a resource. This record has been locked by a user defined workflow.';
      throw new NetsuiteError(400, 'USER_ERROR', detail);
    }
    const stored = /^\d{1,15}$/.test(id) ? await readBody(context.database.records, type, id) : undefined;
    if (stored === undefined) {
      const detail = 'The record instance does not exist. Provide a valid record instance ID.';
      throw new NetsuiteError(404, 'NONEXISTENT_ID', detail);
    }
    // Links are kept without a host; they get the one by which the client called.
    const linked = stored.replaceAll('"href": "/services/', `"href": "${originOf(request)}/services/`);
    const { fields } = request.query;
    return sendText(reply, singularType, fields === undefined ? linked : narrow(linked, fields));
  });
}

/** Only these fields, in whatever case. */
function narrow(body: string, fields: string): string {
  const wanted = new Set(['links', 'id', ...fields.toLowerCase().split(',')]);
  const values = Object.entries(parseExactJson(body) as object);
  return JSON.stringify(Object.fromEntries(values.filter(([name]) => wanted.has(name.toLowerCase()))));
}
