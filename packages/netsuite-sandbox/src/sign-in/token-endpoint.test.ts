import { generateKeyPairSync } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createSandboxCredentials, type SandboxCredentials } from '../credentials.ts';
import {
  type AssertionParts,
  errorOf,
  requestToken,
  send,
  signAssertion,
  startTestSandbox,
} from '../testing/test-sandbox.ts';

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const rsaCredentials: SandboxCredentials = {
  clientId: 'rsa-client',
  certificateId: 'rsa-key',
  publicKeyPem: rsa.publicKey,
};
const ec = createSandboxCredentials();
const sandbox = await startTestSandbox({ credentials: [ec.sandbox, rsaCredentials] });
afterAll(() => sandbox.stop());

const asRsa = (alg: string): AssertionParts => ({
  header: { alg, kid: 'rsa-key' },
  claims: { iss: 'rsa-client' },
  key: rsa.privateKey,
});

// rest-facts, section 1: Oracle's help, section_162755359851 (answer) and section_162790605110 (header and claims).
describe('the token endpoint', () => {
  test.each<[string, AssertionParts]>([
    ['an ES256 assertion', {}],
    ['a PS256 assertion', asRsa('PS256')],
    ['a PS512 assertion', asRsa('PS512')],
    ['a scope that is one string', { claims: { scope: 'rest_webservices' } }],
    ['a list of scopes', { claims: { scope: ['rest_webservices'] } }],
  ])('takes %s', async (_name, parts) => {
    const { status, body } = await requestToken(sandbox.url, await signAssertion(sandbox.url, ec.client, parts));
    expect({ status, ...body }).toEqual({
      status: 200,
      access_token: expect.any(String),
      expires_in: 3600,
      token_type: 'Bearer',
    });
    const time = await send(`${sandbox.url}/services/rest/system/v1/serverTime`, bearer(body.access_token));
    expect(time.status).toBe(200);
  });

  const now = () => Math.floor(Date.now() / 1000);
  // Oracle's help, subsect_158521832417, for the codes; which code answers which bad JWT is a guess (README.md).
  test.each<[string, AssertionParts, string, number?]>([
    ['RS256', asRsa('RS256'), 'server_error', 500],
    ['a header without typ', { header: { typ: undefined } }, 'invalid_request'],
    ['a header without kid', { header: { kid: undefined } }, 'invalid_client', 401],
    ['an unknown certificate', { header: { kid: 'nobody' } }, 'invalid_client', 401],
    ["another integration's client id", { claims: { iss: 'rsa-client' } }, 'invalid_client', 401],
    ['a foreign key', { key: createSandboxCredentials().client.privateKeyPem }, 'invalid_client', 401],
    ['another audience', { claims: { aud: 'https://elsewhere.example/token' } }, 'invalid_request'],
    ['no audience', { claims: { aud: undefined } }, 'invalid_request'],
    ['an expired assertion', { claims: { iat: now() - 4000, exp: now() - 400 } }, 'invalid_request'],
    ['more than an hour of life', { claims: { exp: now() + 3700 } }, 'invalid_request'],
    ['an assertion of tomorrow', { claims: { iat: now() + 86_400, exp: now() + 86_500 } }, 'invalid_request'],
    ['no issue time', { claims: { iat: undefined } }, 'invalid_request'],
    ['no scope', { claims: { scope: undefined } }, 'invalid_scope'],
    ['a scope that is not ticked', { claims: { scope: ['restlets'] } }, 'invalid_scope'],
    ['an unknown scope', { claims: { scope: ['rest_webservices', 'everything'] } }, 'invalid_scope'],
  ])('refuses %s', async (_name, parts, code, expected = 400) => {
    const { status, body } = await requestToken(sandbox.url, await signAssertion(sandbox.url, ec.client, parts));
    expect({ status, error: body.error }).toEqual({ status: expected, error: code });
  });

  // `jti` stands in Oracle's sample (article_0907012935) alone; that it is taken once is a guess (README.md).
  test('accepts an assertion with a jti only once', async () => {
    const assertion = await signAssertion(sandbox.url, ec.client, { claims: { jti: 'one' } });
    expect((await requestToken(sandbox.url, assertion)).status).toBe(200);
    expect((await requestToken(sandbox.url, assertion)).body.error).toBe('invalid_request');
  });

  test.each([
    ['something that is no JWT', { client_assertion: 'a.b.c' }, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['another kind of assertion', { client_assertion_type: 'saml' }, 'invalid_request'],
  ])('refuses %s', async (_name, form, code) => {
    const answer = await requestToken(
      sandbox.url,
      await signAssertion(sandbox.url, ec.client),
      form as Record<string, string>,
    );
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 400, error: code });
  });
});

// rest-facts, section 1: Oracle's help, subsect_158521885412 (the challenge) and section_162755359851 (an hour).
describe('an access token', () => {
  test.each([
    ['none', undefined],
    ['an unknown one', 'Bearer nonsense'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
  ])('%s is answered with 401 INVALID_LOGIN', async (_name, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await send(`${sandbox.url}/services/rest/record/v1/customer`, { headers });
    expect(errorOf(answer)).toMatchObject({ status: 401, code: 'INVALID_LOGIN' });
    expect(answer.headers.get('www-authenticate')).toContain('Bearer realm="1234567_SB1", error="invalid_token"');
  });

  test("ends after an hour of the account's clock, and when it is revoked", async () => {
    const token = async () =>
      (await requestToken(sandbox.url, await signAssertion(sandbox.url, ec.client))).body.access_token;
    const time = (value: unknown) => send(`${sandbox.url}/services/rest/system/v1/serverTime`, bearer(value));
    const first = await token();
    await sandbox.control.advanceClock(3500);
    expect((await time(first)).status).toBe(200);
    await sandbox.control.advanceClock(101);
    expect((await time(first)).status).toBe(401);
    const second = await token();
    expect((await time(second)).status).toBe(200);
    await sandbox.control.revokeTokens();
    expect((await time(second)).status).toBe(401);
    await sandbox.control.reset();
  });
});

function bearer(token: unknown): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } };
}
