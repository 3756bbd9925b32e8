import type pg from 'pg';
import type { SandboxContext } from '../context.ts';
import { parseExactJson } from '../exact-json.ts';
import { readAllBodies, readBody } from '../record-service/read-records.ts';
import { type RecordBody, type RecordType, recordTypes } from '../records.ts';
import { changeSettings, type SandboxSettings, type SettingsChange } from '../settings.ts';
import type { Target } from '../store/derive.ts';
import { deleteRecord, patchRecord, putRecord } from '../store/edit-records.ts';
import { renameReferences } from '../store/rename.ts';
import { type Action, type ActionOptions, act } from './actions.ts';

/** The control interface, for tests and tools: what changes the account directly, or looks into it. */
export type SandboxControl = ReturnType<typeof createControl>;

type Values = Record<string, unknown>;

export function createControl(context: SandboxContext) {
  const { database, clock, log, faults, pauses, tokens, pending } = context;

  async function apply(next: SandboxSettings, seed: number | undefined): Promise<SandboxSettings> {
    context.settings = next;
    if (seed !== undefined) faults.reseed(seed);
    pauses.review();
    return next;
  }

  /** A change in one transaction, seen at once or later; its dates are those of now. */
  async function edit<Result>(work: (client: pg.ClientBase, now: Date) => Promise<Result>): Promise<Result> {
    await pending.apply();
    const now = clock.now();
    const change = () => database.transaction((client) => work(client, now));
    return (await pending.make(context.settings.visibleAfter, change)) as Result;
  }

  const run = (action: Action, type: RecordType, id: string, options: ActionOptions) =>
    edit((client, now) => act(client, toTarget(type, id), action, options, now));

  return {
    settings: async () => context.settings,
    /** Changes the given settings: objects are merged, lists replaced. */
    change: async (change: SettingsChange) => apply(changeSettings(context.settings, change), change.faults?.seed),
    /** Resets settings, clock and counts; keeps records. */
    async reset() {
      await pending.apply(true);
      clock.set(new Date(), { frozen: false });
      log.reset();
      await apply(context.initialSettings, context.initialSettings.faults.seed);
    },
    clock: async () => ({ now: clock.now().toISOString() }),
    setClock: async (now: Date, { frozen = false } = {}) => clock.set(new Date(now), { frozen }),
    advanceClock: async (seconds: number) => clock.advance(seconds * 1000),
    requests: async () => log.counts(),
    resetRequests: async () => log.reset(),
    /** Revokes every access token. */
    revokeTokens: async () => tokens.clear(),
    /** All records of a type as they are kept, by ascending id. */
    async listRecords(type: RecordType) {
      await pending.apply();
      return (await readAllBodies(database.records, type)).map((body) => parseExactJson(body) as RecordBody);
    },
    async getRecord(type: RecordType, id: string) {
      await pending.apply();
      const stored = await readBody(database.records, type, id);
      if (stored === undefined) throw new Error(`There is no ${type} ${id}.`);
      return parseExactJson(stored) as RecordBody;
    },
    /** Creates or replaces. With `touch: false`, lastModifiedDate stays. */
    putRecord: (type: RecordType, id: string, values: Values, { touch = true } = {}) =>
      edit((client, now) => putRecord(client, toTarget(type, id), values, { now, touch })),
    /** Changes fields; null takes one away. */
    patchRecord: (type: RecordType, id: string, values: Values, { touch = true } = {}) =>
      edit((client, now) => patchRecord(client, toTarget(type, id), values, { now, touch })),
    deleteRecord: (type: RecordType, id: string) =>
      edit((client, now) => deleteRecord(client, toTarget(type, id), now)),
    /** Ships some or all of an order; answers the fulfillment. */
    fulfill: (orderId: string, options: ActionOptions = {}) => run('fulfill', 'salesOrder', orderId, options),
    /** Bills what is shipped of an order; answers the invoice. */
    bill: (orderId: string) => run('bill', 'salesOrder', orderId, {}),
    /** Pays an invoice, in full unless an amount is given. */
    pay: (invoiceId: string, amount?: number) => run('pay', 'invoice', invoiceId, { amount }),
    /** Voids an invoice: its amounts become zero. */
    void: (invoiceId: string) => run('void', 'invoice', invoiceId, {}),
    /** Renames what records refer to, by SuiteQL's table: term, location, item. */
    rename: (table: string, id: string, name: string) =>
      edit((client) => renameReferences(client, table.toLowerCase(), id, name)),
  };
}

function toTarget(type: RecordType, id: string): Target {
  if (!recordTypes.includes(type)) throw new Error(`There is no record type ${type}.`);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Error('An id is a string of digits.');
  return { type, id };
}
