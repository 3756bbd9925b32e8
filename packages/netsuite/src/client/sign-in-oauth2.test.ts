import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import {
  answer,
  type Behavior,
  netsuiteError,
  type ScriptedServer,
  startScriptedServer,
} from '../testing/scripted-server.ts';
import { createNetsuiteClient } from './netsuite-client.ts';

const keys = {
  PS256: toPem(generateKeyPairSync('rsa', { modulusLength: 3072 })),
  ES256: toPem(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  ES384: toPem(generateKeyPairSync('ec', { namedCurve: 'P-384' })),
  ES512: toPem(generateKeyPairSync('ec', { namedCurve: 'P-521' })),
};

function toPem({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) {
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const tokenPath = '/services/rest/auth/oauth2/v1/token';
const time = { serverTime: '2026-01-05T10:00:00.000Z' };

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

/** Answers token requests with token-1, token-2 …; everything else by `resource`, unless its token was revoked. */
async function connect(algorithm: keyof typeof keys, { life = 3600, resource = answer(200, time) as Behavior } = {}) {
  let issued = 0;
  const revoked = new Set<string>();
  let now = Date.parse('2026-01-05T10:00:00Z');
  server = await startScriptedServer([
    (request, response) => {
      if (request.url === tokenPath) {
        issued += 1;
        answer(200, { access_token: `token-${issued}`, expires_in: life, token_type: 'Bearer' })(request, response);
      } else if (revoked.has(request.headers.authorization ?? '')) {
        netsuiteError(401, 'INVALID_LOGIN', 'Invalid login attempt.')(request, response);
      } else resource(request, response);
    },
  ]);
  const { received, url } = server;
  const client = createNetsuiteClient({
    accountId: '1234567',
    baseUrl: url,
    credentials: {
      type: 'oauth2',
      clientId: 'client',
      certificateId: 'cert',
      privateKeyPem: keys[algorithm].privateKey,
    },
    clock: { now: () => new Date(now) },
    retry: { sleep: async () => undefined },
  });
  const signIns = () => received.filter((request) => request.url === tokenPath);
  const bearers = () => received.flatMap(({ headers }) => headers.authorization ?? []);
  const advance = (seconds: number) => {
    now += seconds * 1000;
  };
  return { client, url, signIns, bearers, revoke: (token: string) => revoked.add(`Bearer ${token}`), advance };
}

describe('OAuth 2.0 sign-in', () => {
  test.each(['PS256', 'ES256', 'ES384', 'ES512'] as const)(
    'signs an assertion that verifies with %s',
    async (algorithm) => {
      const { client, url, signIns } = await connect(algorithm);
      await client.serverTime();
      const form = new URLSearchParams(signIns()[0]?.body);
      expect(form.get('grant_type')).toBe('client_credentials');
      expect(form.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
      const assertion = form.get('client_assertion') ?? '';
      expect(decodeProtectedHeader(assertion)).toEqual({ typ: 'JWT', alg: algorithm, kid: 'cert' });
      const { payload } = await jwtVerify(assertion, await importSPKI(keys[algorithm].publicKey, algorithm), {
        issuer: 'client',
        audience: `${url}${tokenPath}`,
        currentDate: new Date('2026-01-05T10:00:00Z'),
      });
      expect(payload.scope).toBe('rest_webservices');
      expect(Number(payload.exp) - Number(payload.iat)).toBe(300);
    },
  );

  test('signs in once for many requests at the same time', async () => {
    const { client, signIns } = await connect('ES256');
    await Promise.all(Array.from({ length: 10 }, () => client.serverTime()));
    expect(signIns()).toHaveLength(1);
  });

  test('renews the token before it ends', async () => {
    const { client, bearers, advance } = await connect('ES256');
    await client.serverTime();
    advance(3000);
    await client.serverTime();
    advance(500);
    await client.serverTime();
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  test('signs in again once when a token is refused', async () => {
    const { client, bearers, revoke } = await connect('ES256');
    await client.serverTime();
    revoke('token-1');
    expect(await client.serverTime()).toEqual(new Date(time.serverTime));
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  test('stops signing in when every token is refused', async () => {
    const { client, signIns } = await connect('ES256', {
      resource: netsuiteError(401, 'INVALID_LOGIN', 'Invalid login.'),
    });
    await expect(client.serverTime()).rejects.toMatchObject({ kind: 'sign-in', status: 401 });
    expect(signIns()).toHaveLength(2);
  });

  test.each([
    [401, 'invalid_client', /NETSUITE_CERTIFICATE_ID/],
    [400, 'invalid_grant', /entity and role/],
    [400, 'invalid_scope', /tick REST Web Services/],
    [400, 'unsupported_grant_type', /Machine to Machine/],
    [400, 'invalid_request', /clock/],
  ])('names the likely cause of %i %s', async (status, code, cause) => {
    server = await startScriptedServer([answer(status, { error: code })]);
    const client = createNetsuiteClient({
      accountId: '1234567',
      baseUrl: server.url,
      credentials: { type: 'oauth2', clientId: 'c', certificateId: 'x', privateKeyPem: keys.ES256.privateKey },
    });
    await expect(client.serverTime()).rejects.toMatchObject({
      kind: 'sign-in',
      status,
      code,
      message: expect.stringMatching(cause),
    });
  });

  test.each(['not a key', toPem(generateKeyPairSync('ed25519')).privateKey])(
    'refuses a key that NetSuite cannot take',
    (pem) => {
      const credentials = { type: 'oauth2', clientId: 'c', certificateId: 'x', privateKeyPem: pem } as const;
      expect(() => createNetsuiteClient({ accountId: '1', credentials })).toThrow(/The NetSuite private key/);
    },
  );
});
