import type { RecordBody } from '../values/fields.ts';
import type { Credentials } from './credentials.ts';
import { type Limiter, unlimited } from './limiter.ts';
import { NetsuiteError } from './netsuite-error.ts';
import { type RetryPolicy, type RetryTools, sleep } from './retry.ts';
import { createOAuth2Signer, toSignInError } from './sign-in-oauth2.ts';
import { createTokenBasedSigner } from './sign-in-tba.ts';
import { type CallOptions, createTransport, type Request, type TransportLog } from './transport.ts';

export interface NetsuiteClientOptions {
  /** `1234567`, or a sandbox's `1234567-sb1` / `1234567_SB1`. */
  readonly accountId: string;
  /** Base URL of the account; derived from the account id by default. */
  readonly baseUrl?: string | undefined;
  readonly credentials: Credentials;
  /** Limits the requests at once: an account has 5, 15 or more for all its integrations. No limit by default. */
  readonly limiter?: Limiter | undefined;
  readonly clock?: { now(): Date } | undefined;
  readonly log?: TransportLog | undefined;
  readonly retry?: Partial<RetryPolicy & RetryTools> | undefined;
  /** Timeout of one attempt in milliseconds; 5 minutes by default. */
  readonly timeout?: number | undefined;
}

/** A query, and the page of its rows that is wanted. */
export interface SuiteqlQuery {
  readonly q: string;
  /** At most 1000, which is also the default. */
  readonly limit?: number;
  readonly offset?: number;
}

/** A row: keys as NetSuite spells them (lower case), values as text, what is null left out. */
export type SuiteqlRow = Readonly<Record<string, unknown>>;

export interface SuiteqlPage {
  readonly items: readonly SuiteqlRow[];
  readonly hasMore: boolean;
}

/** All calls throw NetsuiteError, or the reason of the signal that ended them. */
export type NetsuiteClient = ReturnType<typeof createNetsuiteClient>;

const defaultRetry: RetryPolicy & RetryTools = {
  attempts: 8,
  firstDelay: 250,
  longestDelay: 8000,
  sleep,
  random: Math.random,
};

/**
 * A client of one account's REST web services: SuiteQL, the record service and the system's clock. It signs in, keeps
 * to the account's limit and tries again by itself. Throws a TypeError for an unusable private key. Sends nothing yet.
 */
export function createNetsuiteClient(options: NetsuiteClientOptions) {
  const { accountId, credentials, limiter = unlimited, timeout = 300_000 } = options;
  const baseUrl = (options.baseUrl ?? accountUrl(accountId)).replace(/\/+$/, '');
  const now = () => options.clock?.now() ?? new Date();
  const { sleep, random, ...policy } = { ...defaultRetry, ...options.retry };
  const ping = suiteqlRequest('SELECT 1 AS answer FROM dual', 1);
  const { log } = options;
  const transport = createTransport({ now, limiter, ping, policy, timeout, log, sleep, random });
  const signer =
    credentials.type === 'tba'
      ? createTokenBasedSigner({ accountId, credentials, now })
      : createOAuth2Signer({ baseUrl, credentials, now, postForm });

  async function postForm(url: string, form: URLSearchParams): Promise<unknown> {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
    try {
      return await transport.sendUnsigned({ method: 'POST', url, headers, body: form.toString() });
    } catch (error) {
      throw error instanceof NetsuiteError && !error.transient ? toSignInError(error) : error;
    }
  }

  function suiteqlRequest(q: string, limit: number, offset = 0): Request {
    const url = `${baseUrl}/services/rest/query/v1/suiteql?limit=${limit}&offset=${offset}`;
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json', Prefer: 'transient' };
    return { method: 'POST', url, headers, body: JSON.stringify({ q }) };
  }

  async function get(path: string, call: CallOptions | undefined): Promise<Record<string, unknown>> {
    const headers = { Accept: 'application/json' };
    return asObject(await transport.send({ method: 'GET', url: `${baseUrl}${path}`, headers }, signer, call));
  }

  return {
    async suiteql({ q, limit = 1000, offset = 0 }: SuiteqlQuery, call?: CallOptions): Promise<SuiteqlPage> {
      const page = asObject(await transport.send(suiteqlRequest(q, limit, offset), signer, call));
      const { items, hasMore, totalResults } = page;
      if (!Array.isArray(items)) throw unexpected('the answer holds no list');
      // Clients have seen `hasMore` false before the last page, and true on one without rows (suiteql-facts, section 1).
      const isIncomplete = offset + items.length < Number(totalResults ?? 0);
      if (isIncomplete && items.length === 0) throw unexpected('the page holds none of the rows that it counts');
      return { items: items.map(withLowerCaseKeys), hasMore: hasMore === true || isIncomplete };
    },
    /** Some fields of one record. */
    record(type: string, id: string, fields: readonly string[], call?: CallOptions): Promise<RecordBody> {
      const wanted = fields.map(encodeURIComponent).join('%2C');
      return get(`/services/rest/record/v1/${type}/${encodeURIComponent(id)}?fields=${wanted}`, call);
    },
    /** NetSuite's own clock. */
    async serverTime(call?: CallOptions): Promise<Date> {
      const { serverTime } = await get('/services/rest/system/v1/serverTime', call);
      const time = new Date(String(serverTime));
      if (Number.isNaN(time.getTime())) throw unexpected('its clock could not be read');
      return time;
    },
    /**
     * Concurrent requests that NetSuite allows the account, all integrations without a limit of their own, and this one;
     * null where it names no limit. Only an administrator's role may read them (rest-facts, section 6).
     */
    async concurrencyLimits(call?: CallOptions) {
      const body = await get('/services/rest/system/v1/governanceLimits', call);
      const limit = (name: string) => (typeof body[name] === 'number' ? body[name] : null);
      const account = limit('accountConcurrencyLimit');
      if (account === null) throw unexpected('its concurrency limit could not be read');
      const unallocated = limit('accountUnallocatedConcurrencyLimit');
      return { account, unallocated, integration: limit('integrationConcurrencyLimit') };
    },
  };
}

/** The casing of keys may change (suiteql-facts, section 1). */
function withLowerCaseKeys(row: SuiteqlRow): SuiteqlRow {
  const keys = Object.keys(row);
  if (keys.every((key) => key === key.toLowerCase())) return row;
  return Object.fromEntries(keys.map((key) => [key.toLowerCase(), row[key]]));
}

/** The host of an account: `1234567_SB1` answers at `1234567-sb1`. */
export function accountUrl(accountId: string): string {
  return `https://${accountId.toLowerCase().replace('_', '-')}.suitetalk.api.netsuite.com`;
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw unexpected('the answer is not a record');
}

function unexpected(detail: string): NetsuiteError {
  return new NetsuiteError({ kind: 'unavailable', status: 200, code: null, detail });
}
