import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { errorOf, send, startTestSandbox } from '../testing/test-sandbox.ts';
import { computeSignature } from './token-based.ts';

const sandbox = await startTestSandbox();
const { tba } = sandbox.client;
afterAll(() => sandbox.stop());

type Spoilt = { parameters?: Record<string, string>; realm?: string; consumerSecret?: string; tokenSecret?: string };

/** An OAuth 1.0a header for a GET. */
function sign(url: string, { parameters = {}, realm = '1234567_SB1', ...secrets }: Spoilt = {}): string {
  const signed: Record<string, string> = {
    oauth_consumer_key: tba.consumerKey,
    oauth_token: tba.tokenId,
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: randomBytes(12).toString('hex'),
    oauth_version: '1.0',
    ...parameters,
  };
  const signature = computeSignature({ method: 'GET', url }, signed, { ...tba, ...secrets });
  const pairs = Object.entries({ ...signed, oauth_signature: signature });
  return `OAuth realm="${realm}",${pairs.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`).join(',')}`;
}

describe('the signature of token-based sign-in', () => {
  test("is that of Oracle's published example", () => {
    const url = 'https://123456.suitetalk.api.netsuite.com/services/rest/record/v1/employee/40';
    const parameters = {
      oauth_consumer_key: 'ef40afdd8abaac111b13825dd5e5e2ddddb44f86d5a0dd6dcf38c20aae6b67e4',
      oauth_token: '2b0ce516420110bcbd36b69e99196d1b7f6de3c6234c5afb799b73d87569f5cc',
      oauth_nonce: 'fjaLirsIcCGVZWzBX0pg',
      oauth_timestamp: '1508242306',
      oauth_signature_method: 'HMAC-SHA256',
      oauth_version: '1.0',
    };
    const secrets = {
      consumerSecret: 'd26ad321a4b2f23b0741c8d38392ce01c3e23e109df6c96eac6d099e9ab9e8b5',
      tokenSecret: 'c29a677df7d5439a458c063654187e3d678d73aca8e3c9d8bea1478a3eb0d295',
    };
    const signature = computeSignature({ method: 'GET', url }, parameters, secrets);
    expect(signature).toBe('B5OIWznZ2YP0OB7VrJrGkYsTh+8H+5T9Hag+o92q0zY=');
  });
});

// rest-facts, section 2: Oracle's help, section_1534941295 and subsect_156935170194 (HMAC-SHA256, nonce once, five minutes).
describe('a request signed by token', () => {
  const rejected = 'OAuth realm="1234567_SB1", error="token_rejected", error_description="Invalid login attempt."';
  const base = () => `${sandbox.url}/services/rest/record/v1/customer`;

  test.each(['', '?limit=5', '?limit=5&offset=0&note=companyName%20CONTAIN%20%22caf%C3%A9%20%26%20co%22'])(
    'is let in: %s',
    async (query) => {
      const url = base() + query;
      expect((await send(url, { headers: { authorization: sign(url) } })).status).toBe(200);
    },
  );

  // RFC 5849, section 3.6.
  test('signs a space as %20, also where the query has a plus', async () => {
    const [plus, percent] = [`${base()}?note=id+EMPTY_NOT`, `${base()}?note=id%20EMPTY_NOT`];
    expect((await send(plus, { headers: { authorization: sign(percent) } })).status).toBe(200);
  });

  test.each<[string, Spoilt]>([
    ['a wrong consumer secret', { consumerSecret: 'wrong' }],
    ['a wrong token secret', { tokenSecret: 'wrong' }],
    ['an old timestamp', { parameters: { oauth_timestamp: String(Math.floor(Date.now() / 1000) - 400) } }],
    ['a timestamp to come', { parameters: { oauth_timestamp: String(Math.floor(Date.now() / 1000) + 400) } }],
    ['no timestamp', { parameters: { oauth_timestamp: '' } }],
    ['a timestamp that is no number', { parameters: { oauth_timestamp: 'soon' } }],
    ['another realm', { realm: '1234567-sb1' }],
    ['HMAC-SHA1', { parameters: { oauth_signature_method: 'HMAC-SHA1' } }],
    ['an unknown token', { parameters: { oauth_token: 'nobody' } }],
  ])('is refused for %s', async (_name, spoilt) => {
    const answer = await send(base(), { headers: { authorization: sign(base(), spoilt) } });
    expect(errorOf(answer)).toMatchObject({ status: 401, code: 'INVALID_LOGIN' });
    expect(answer.headers.get('www-authenticate')).toBe(rejected);
  });

  test('is refused when it was signed for another URL or method', async () => {
    const headers = { authorization: sign(`${base()}?limit=1`) };
    expect((await send(`${base()}?limit=2`, { headers })).status).toBe(401);
    expect((await send(base(), { method: 'DELETE', headers: { authorization: sign(base()) } })).status).toBe(401);
  });

  test('is accepted once, because a nonce cannot be reused', async () => {
    const headers = { authorization: sign(base()) };
    expect((await send(base(), { headers })).status).toBe(200);
    const again = await send(base(), { headers });
    expect(again.status).toBe(401);
    expect(again.headers.get('www-authenticate')).toBe(rejected);
  });

  test('is refused for a header that cannot be read', async () => {
    const answer = await send(base(), { headers: { authorization: 'OAuth realm=1, oauth_token' } });
    expect(answer.headers.get('www-authenticate')).toBe(rejected);
  });
});
