import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { parseExactJson } from '../exact-json.ts';
import type { FaultDraw } from '../http/faults.ts';
import type { Pauses } from '../http/pauses.ts';
import type { RequestLog } from '../http/request-log.ts';
import { sendText } from '../http/respond.ts';
import { readAllBodies, readBodies } from '../record-service/read-records.ts';
import { findRecordType, type RecordType } from '../record-types.ts';
import { changeSettings, type SandboxSettings, type SettingsChange } from '../settings.ts';
import type { AccessTokens } from '../sign-in/access-tokens.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { deleteRecord, type EditOptions, patchRecord, putRecord, RecordEditError } from '../store/edit-records.ts';
import { advanceSchema, clockSchema, recordSchema, settingsSchema } from './schemas.ts';

/** The settings of the moment, and those that the sandbox started with. */
export type SettingsBox = { current: SandboxSettings; readonly initial: SandboxSettings };

export type ControlDependencies = {
  database: SandboxDatabase;
  settings: SettingsBox;
  clock: SandboxClock;
  log: RequestLog;
  faults: FaultDraw;
  pauses: Pauses;
  tokens: AccessTokens;
};

type RecordRoute = {
  Params: { type: string; id: string };
  Querystring: { touch?: string };
  Body: Record<string, unknown>;
};

/** `/sandbox/…`: lets a test change the account directly. No sign-in, because it listens on this machine only. */
export function controlRoutes(app: FastifyInstance, dependencies: ControlDependencies): void {
  const { database, settings, clock, log, faults, pauses, tokens } = dependencies;
  const clockState = () => ({ now: clock.now().toISOString(), frozen: clock.isFrozen() });

  app.get('/sandbox/settings', async () => settings.current);
  app.patch<{ Body: SettingsChange }>('/sandbox/settings', { schema: { body: settingsSchema } }, async ({ body }) => {
    settings.current = changeSettings(settings.current, body);
    if (body.faults?.seed !== undefined) faults.reseed(body.faults.seed);
    pauses.review();
    return settings.current;
  });

  app.get('/sandbox/clock', async () => clockState());
  app.put<{ Body: { now: string; frozen?: boolean } }>(
    '/sandbox/clock',
    { schema: { body: clockSchema } },
    async ({ body }) => {
      clock.set(new Date(body.now), { frozen: body.frozen ?? false });
      return clockState();
    },
  );
  app.post<{ Body: { seconds: number } }>(
    '/sandbox/clock/advance',
    { schema: { body: advanceSchema } },
    async ({ body }) => {
      clock.advance(body.seconds * 1000);
      return clockState();
    },
  );
  app.delete('/sandbox/clock', async () => {
    clock.reset();
    return clockState();
  });

  app.get('/sandbox/requests', async () => log.counts());
  app.delete('/sandbox/requests', async () => {
    log.reset();
    return log.counts();
  });

  app.delete('/sandbox/tokens', async () => {
    tokens.revokeAll();
    return {};
  });

  app.post('/sandbox/reset', async () => {
    settings.current = settings.initial;
    faults.reseed(settings.initial.faults.seed);
    pauses.review();
    clock.reset();
    log.reset();
    return settings.current;
  });

  // In a scope of its own, where bodies are parsed without rounding their amounts.
  app.register(async (scope) => recordRoutes(scope, database, clock));
}

function recordRoutes(app: FastifyInstance, database: SandboxDatabase, clock: SandboxClock): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      try {
        return parseExactJson(text);
      } catch {
        throw new RecordEditError(400, 'A record body must be JSON.');
      }
    },
  );

  app.get<{ Params: { type: string } }>('/sandbox/records/:type', async ({ params }, reply) =>
    sendText(
      reply,
      'application/json',
      `{"items":[${(await readAllBodies(database.records, readType(params.type))).join(',')}]}`,
    ),
  );
  app.get<RecordRoute>('/sandbox/records/:type/:id', async ({ params }, reply) => {
    const { type, id } = readTarget(params);
    const stored = (await readBodies(database.records, type, [id])).get(id);
    if (stored === undefined) throw new RecordEditError(404, `There is no ${type} ${id}.`);
    return sendText(reply, 'application/json', stored);
  });
  app.put<RecordRoute>('/sandbox/records/:type/:id', { schema: { body: recordSchema } }, async (request) => {
    const { type, id } = readTarget(request.params);
    return putRecord(database.records, type, id, request.body, editOptions(request, clock));
  });
  app.patch<RecordRoute>('/sandbox/records/:type/:id', { schema: { body: recordSchema } }, async (request) => {
    const { type, id } = readTarget(request.params);
    return patchRecord(database.records, type, id, request.body, editOptions(request, clock));
  });
  app.delete<RecordRoute>('/sandbox/records/:type/:id', async ({ params }) => {
    const { type, id } = readTarget(params);
    await deleteRecord(database.records, type, id, clock.now());
    return {};
  });
}

function editOptions(request: FastifyRequest<RecordRoute>, clock: SandboxClock): EditOptions {
  return { now: clock.now(), touch: request.query.touch !== 'false' };
}

function readType(name: string): RecordType {
  const type = findRecordType(name);
  if (type === undefined) throw new RecordEditError(404, `There is no record type ${name}.`);
  return type;
}

function readTarget({ type: name, id }: { type: string; id: string }): { type: RecordType; id: string } {
  const type = readType(name);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new RecordEditError(400, 'An id is a string of digits.');
  return { type, id };
}
