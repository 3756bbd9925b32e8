import type { ActionOptions } from './control/actions.ts';
import type { RequestCounts } from './http/request-log.ts';
import type { RecordBody, RecordType } from './records.ts';
import type { SandboxSettings, SettingsChange } from './settings.ts';

/** `now` is ISO 8601; a frozen clock stands still. */
export type ClockState = { now: string; frozen: boolean };

/** The control interface, for tests and tools. Every call rejects with the sandbox's message when it is refused. */
export type SandboxControl = {
  settings(): Promise<SandboxSettings>;
  /** Changes the given settings: objects are merged, lists replaced. */
  change(change: SettingsChange): Promise<SandboxSettings>;
  /** Resets settings, clock and counts; keeps records. */
  reset(): Promise<void>;
  clock(): Promise<ClockState>;
  setClock(now: Date, options?: { frozen?: boolean }): Promise<ClockState>;
  advanceClock(seconds: number): Promise<ClockState>;
  resetClock(): Promise<ClockState>;
  requests(): Promise<RequestCounts>;
  resetRequests(): Promise<void>;
  /** Revokes every access token. */
  revokeTokens(): Promise<void>;
  /** All records of a type as they are kept, by ascending id. */
  listRecords(type: RecordType): Promise<RecordBody[]>;
  getRecord(type: RecordType, id: string): Promise<RecordBody>;
  /** Creates or replaces. */
  putRecord(
    type: RecordType,
    id: string,
    body: Record<string, unknown>,
    options?: { touch?: boolean },
  ): Promise<RecordBody>;
  /** Changes fields; null takes one away. With `touch: false`, lastModifiedDate stays. */
  patchRecord(
    type: RecordType,
    id: string,
    body: Record<string, unknown>,
    options?: { touch?: boolean },
  ): Promise<RecordBody>;
  deleteRecord(type: RecordType, id: string): Promise<void>;
  /** Ships some or all of an order; answers the fulfillment. */
  fulfill(orderId: string, options?: ActionOptions): Promise<RecordBody>;
  /** Bills what is shipped of an order; answers the invoice. */
  bill(orderId: string): Promise<RecordBody>;
  /** Pays an invoice, in full unless an amount is given. */
  pay(invoiceId: string, amount?: number): Promise<RecordBody>;
  /** Renames what records refer to, by SuiteQL's table: term, location, item. */
  rename(table: string, id: string, name: string): Promise<void>;
};

/** A client for the control interface at `controlUrl`. */
export function createSandboxControl(controlUrl: string): SandboxControl {
  async function call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const json = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { headers: json, body: JSON.stringify(body) };
    const response = await fetch(`${controlUrl}${path}`, { method, ...sent });
    const answer = (await response.json()) as Result & { error?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error ?? response.status}`);
    return answer;
  }
  const recordPath = (type: RecordType, id: string, options: { touch?: boolean } = {}) =>
    `/records/${type}/${id}${options.touch === false ? '?touch=false' : ''}`;

  return {
    settings: () => call('GET', '/settings'),
    change: (change) => call('PATCH', '/settings', change),
    reset: () => call('POST', '/reset'),
    clock: () => call('GET', '/clock'),
    setClock: (now, { frozen = false } = {}) => call('PUT', '/clock', { now: now.toISOString(), frozen }),
    advanceClock: (seconds) => call('POST', '/clock/advance', { seconds }),
    resetClock: () => call('DELETE', '/clock'),
    requests: () => call('GET', '/requests'),
    resetRequests: () => call('DELETE', '/requests'),
    revokeTokens: () => call('DELETE', '/tokens'),
    listRecords: async (type) => (await call<{ items: RecordBody[] }>('GET', `/records/${type}`)).items,
    getRecord: (type, id) => call('GET', recordPath(type, id)),
    putRecord: (type, id, body, options) => call('PUT', recordPath(type, id, options), body),
    patchRecord: (type, id, body, options) => call('PATCH', recordPath(type, id, options), body),
    deleteRecord: (type, id) => call('DELETE', recordPath(type, id)),
    fulfill: (id, options = {}) => call('POST', `${recordPath('salesOrder', id)}/fulfill`, options),
    bill: (id) => call('POST', `${recordPath('salesOrder', id)}/bill`, {}),
    pay: (id, amount) => call('POST', `${recordPath('invoice', id)}/pay`, amount === undefined ? {} : { amount }),
    rename: (table, id, name) => call('PUT', `/names/${table}/${id}`, { name }),
  };
}
