import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { SandboxClock } from '../clock.ts';
import { parseExactJson } from '../exact-json.ts';
import type { FaultDraw } from '../http/faults.ts';
import type { Pauses } from '../http/pauses.ts';
import type { RequestLog } from '../http/request-log.ts';
import { sendText } from '../http/respond.ts';
import { readAllBodies, readBody } from '../record-service/read-records.ts';
import { findRecordType, type RecordType } from '../records.ts';
import { changeSettings, type SandboxSettings, type SettingsChange } from '../settings.ts';
import type { AccessTokens } from '../sign-in/access-tokens.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { deleteRecord, patchRecord, putRecord, RecordEditError, type Target } from '../store/edit-records.ts';
import { renameReferences } from '../store/rename.ts';
import { type Action, type ActionOptions, act } from './actions.ts';
import type { PendingChanges } from './pending.ts';
import { actionSchema, advanceSchema, clockSchema, nameSchema, recordSchema, settingsSchema } from './schemas.ts';

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
  pending: PendingChanges;
};

type RecordRoute = {
  Params: { type: string; id: string };
  Querystring: { touch?: string };
  Body: Record<string, unknown>;
};
type ActionRoute = { Params: RecordRoute['Params'] & { action: Action }; Body: ActionOptions };
type NameRoute = { Params: RecordRoute['Params']; Body: { name: string } };

/** `/sandbox/…`: lets a test change the account directly. No sign-in, because it listens on this machine only. */
export function controlRoutes(app: FastifyInstance, dependencies: ControlDependencies): void {
  const { settings, clock, log, faults, pauses, tokens, pending } = dependencies;
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
    await pending.apply(true);
    settings.current = settings.initial;
    faults.reseed(settings.initial.faults.seed);
    pauses.review();
    clock.reset();
    log.reset();
    return settings.current;
  });

  // In a scope of its own, where bodies are parsed without rounding their amounts.
  app.register(async (scope) => recordRoutes(scope, dependencies));
}

function recordRoutes(app: FastifyInstance, { database, settings, clock, pending }: ControlDependencies): void {
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
  app.addHook('onRequest', () => pending.apply());

  /** A change in one transaction, seen at once or later; its dates are those of now. */
  async function change<Result>(work: (client: pg.ClientBase, now: Date) => Promise<Result>): Promise<Result | object> {
    const now = clock.now();
    const { visibleAfter } = settings.current;
    return (await pending.make(visibleAfter, () => database.transaction((client) => work(client, now)))) ?? {};
  }
  const touches = ({ query }: FastifyRequest<RecordRoute>) => query.touch !== 'false';
  const bodied = { schema: { body: recordSchema } };

  app.get<{ Params: { type: string } }>('/sandbox/records/:type', async ({ params }, reply) => {
    const bodies = await readAllBodies(database.records, readType(params.type));
    return sendText(reply, 'application/json', `{"items":[${bodies.join(',')}]}`);
  });
  app.get<RecordRoute>('/sandbox/records/:type/:id', async ({ params }, reply) => {
    const { type, id } = readTarget(params);
    const stored = await readBody(database.records, type, id);
    if (stored === undefined) throw new RecordEditError(404, `There is no ${type} ${id}.`);
    return sendText(reply, 'application/json', stored);
  });
  app.put<RecordRoute>('/sandbox/records/:type/:id', bodied, async (request) => {
    const target = readTarget(request.params);
    return change((client, now) => putRecord(client, target, request.body, { now, touch: touches(request) }));
  });
  app.patch<RecordRoute>('/sandbox/records/:type/:id', bodied, async (request) => {
    const target = readTarget(request.params);
    return change((client, now) => patchRecord(client, target, request.body, { now, touch: touches(request) }));
  });
  app.delete<RecordRoute>('/sandbox/records/:type/:id', async ({ params }) => {
    const target = readTarget(params);
    return change((client, now) => deleteRecord(client, target, now));
  });
  app.post<ActionRoute>('/sandbox/records/:type/:id/:action', { schema: actionSchema }, async ({ params, body }) => {
    const target = readTarget(params);
    return change((client, now) => act(client, target, params.action, body, now));
  });
  app.put<NameRoute>('/sandbox/names/:type/:id', { schema: { body: nameSchema } }, async ({ params, body }) =>
    change((client) => renameReferences(client, params.type.toLowerCase(), params.id, body.name)),
  );
}

function readType(name: string): RecordType {
  const type = findRecordType(name);
  if (type === undefined) throw new RecordEditError(404, `There is no record type ${name}.`);
  return type;
}

function readTarget({ type: name, id }: { type: string; id: string }): Target {
  const type = readType(name);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new RecordEditError(400, 'An id is a string of digits.');
  return { type, id };
}
