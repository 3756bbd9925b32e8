import { randomUUID } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import pg from 'pg';
import { inject } from 'vitest';
import { createSandboxControl, type SandboxControl } from '../control-client.ts';
import { type ClientCredentials, createSandboxCredentials, type SandboxCredentials } from '../credentials.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../start-sandbox.ts';

/** A database of the test's own on the run's PostgreSQL. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `sandbox_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

export type TestSandbox = Sandbox & {
  control: SandboxControl;
  /** The integration's own half. */
  client: ClientCredentials;
  known: SandboxCredentials;
  databaseUrl: string;
  /** A signed-in request. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** A SuiteQL page. */
  query(q: string, paging?: { limit?: number; offset?: number }): Promise<Answer>;
  /** Stops the server and removes the database. */
  stop(): Promise<void>;
};

export type CallOptions = { body?: unknown; headers?: Record<string, string> };

/** A sandbox with a small generated set in a database of its own, and a client that is signed in. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const database = await createDatabase();
  const { sandbox: known, client } = createSandboxCredentials();
  const data = { generate: { orders: 60, customers: 12, seed: 7 } };
  const sandbox = await startSandbox({ databaseUrl: database.url, credentials: [known], data, ...options });
  let token = await fetchToken(sandbox.url, client);
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const answer = await callOnce(method, path, options);
    if (answer.status !== 401) return answer;
    // A test that moves the account's clock ends the tokens that are out.
    token = await fetchToken(sandbox.url, client);
    return callOnce(method, path, options);
  };
  const callOnce = (method: string, path: string, { body, headers = {} }: CallOptions) =>
    send(`${sandbox.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    ...sandbox,
    control: createSandboxControl(sandbox.controlUrl),
    client,
    known,
    databaseUrl: database.url,
    call,
    get: (path) => call('GET', path),
    query: (q, { limit = 1000, offset = 0 } = {}) =>
      call('POST', `/services/rest/query/v1/suiteql?limit=${limit}&offset=${offset}`, {
        headers: { prefer: 'transient' },
        body: { q },
      }),
    stop: async () => {
      await sandbox.close();
      await database.drop();
    },
  };
}

export async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await readBody(response) };
}

/** JSON; nothing for an answer without a body. */
async function readBody(response: Response): Promise<Answer['body']> {
  const text = await response.text();
  return text === '' ? {} : (JSON.parse(text) as Answer['body']);
}

/** The parts of a client assertion, each of which a test may spoil. */
export type AssertionParts = { header?: Record<string, unknown>; claims?: Record<string, unknown>; key?: string };

/** A client assertion (RFC 7523) as NetSuite wants it, but for the parts that are spoilt. */
export async function signAssertion(
  url: string,
  client: ClientCredentials,
  parts: AssertionParts = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: client.algorithm, typ: 'JWT', kid: client.certificateId, ...parts.header };
  const claims = {
    iss: client.clientId,
    scope: ['rest_webservices'],
    aud: `${url}/services/rest/auth/oauth2/v1/token`,
    iat: now,
    exp: now + 3600,
    ...parts.claims,
  };
  const key = await importPKCS8(parts.key ?? client.privateKeyPem, header.alg);
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}

export function requestToken(url: string, assertion: string, form: Record<string, string> = {}): Promise<Answer> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    ...form,
  });
  return send(`${url}/services/rest/auth/oauth2/v1/token`, { method: 'POST', body });
}

export async function fetchToken(url: string, client: ClientCredentials): Promise<string> {
  const { body } = await requestToken(url, await signAssertion(url, client));
  return String(body.access_token);
}

/** The first error of NetSuite's error body, with the status. */
export function errorOf({ status, body }: Answer): { status: number; code: unknown; detail: unknown } {
  const [first] = (body['o:errorDetails'] ?? []) as Record<string, unknown>[];
  return { status, code: first?.['o:errorCode'], detail: first?.detail };
}

/** The items of a page. */
export function itemsOf({ body }: Answer): Record<string, unknown>[] {
  return body.items as Record<string, unknown>[];
}
