import { describe, expect, test } from 'vitest';
import { createTokenBasedSigner, oauthRealm } from './sign-in-tba.ts';

/** The worked example of Oracle's help, "The Authorization Headers" of token-based authentication. */
const credentials = {
  consumerKey: 'ef40afdd8abaac111b13825dd5e5e2ddddb44f86d5a0dd6dcf38c20aae6b67e4',
  consumerSecret: 'd26ad321a4b2f23b0741c8d38392ce01c3e23e109df6c96eac6d099e9ab9e8b5',
  tokenId: '2b0ce516420110bcbd36b69e99196d1b7f6de3c6234c5afb799b73d87569f5cc',
  tokenSecret: 'c29a677df7d5439a458c063654187e3d678d73aca8e3c9d8bea1478a3eb0d295',
};
const employee = {
  method: 'GET',
  url: 'https://123456.suitetalk.api.netsuite.com/services/rest/record/v1/employee/40',
};

function parameters(header: string): Record<string, string> {
  const pairs = [...header.matchAll(/(\w+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, decodeURIComponent(value)]));
}

describe('token-based sign-in', () => {
  test("signs Oracle's published example as Oracle does", async () => {
    const now = () => new Date(1_508_242_306_000);
    const signer = createTokenBasedSigner({
      accountId: '123456',
      credentials,
      now,
      nonce: () => 'fjaLirsIcCGVZWzBX0pg',
    });
    const header = await signer.authorize(employee);
    expect(header.startsWith('OAuth ')).toBe(true);
    expect(parameters(header)).toMatchObject({
      realm: '123456',
      oauth_consumer_key: credentials.consumerKey,
      oauth_token: credentials.tokenId,
      oauth_nonce: 'fjaLirsIcCGVZWzBX0pg',
      oauth_timestamp: '1508242306',
      oauth_signature_method: 'HMAC-SHA256',
      oauth_version: '1.0',
      oauth_signature: 'B5OIWznZ2YP0OB7VrJrGkYsTh+8H+5T9Hag+o92q0zY=',
    });
  });

  test('never uses a nonce twice', async () => {
    const signer = createTokenBasedSigner({ accountId: '123456', credentials, now: () => new Date() });
    const headers = await Promise.all(Array.from({ length: 50 }, () => signer.authorize(employee)));
    expect(new Set(headers.map((header) => parameters(header).oauth_nonce)).size).toBe(50);
  });

  test("writes a sandbox account's realm with an underscore", () => {
    expect(oauthRealm('1234567-sb1')).toBe('1234567_SB1');
    expect(oauthRealm('1234567_SB1')).toBe('1234567_SB1');
  });
});
