import { finishSignIn, validateToken } from '@portal/contract/auth';
import { getHealth, getReadiness } from '@portal/contract/health';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';

const app = await startTestApp();
afterAll(() => app.close());

async function refusal(path: string, init?: RequestInit) {
  const response = await app.fetch(path, init);
  return {
    status: response.status,
    body: (await response.json()) as { statusCode: number; error: string; message: string },
  };
}
const post = (body: string, type = 'application/json') => ({ method: 'POST', headers: { 'content-type': type }, body });

test.each([getHealth, getReadiness])('$path answers 200', async (endpoint) => {
  expect(await app.call(endpoint)).toMatchObject({ status: 200, body: { status: 'ok' } });
});

describe('errors have a common format', () => {
  test('an unknown route: 404', async () => {
    const { status, body } = await refusal('/api/nothing/here');
    expect(status).toBe(404);
    expect(body).toEqual({ statusCode: 404, error: 'Not Found', message: 'Route not found' });
  });

  test('a known path with another method: 404', async () => {
    expect((await refusal('/api/auth/validate', { method: 'DELETE' })).status).toBe(404);
  });

  test.each(['{', '{"email":', '[1,', 'not json', '{"__proto__": {"polluted": true}}'])(
    'malformed JSON %s: 400',
    async (text) => {
      const { status, body } = await refusal('/api/auth/login/initiate', post(text));
      expect(status).toBe(400);
      expect(body).toEqual({ statusCode: 400, error: 'Bad Request', message: 'The request could not be read.' });
    },
  );

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])('%s: 415', async (type) => {
    const { status, body } = await refusal('/api/auth/login/initiate', post('email=a', type));
    expect(status).toBe(415);
    expect(body.message).toBe('This content type is not accepted.');
  });

  test('two megabytes: 413', async () => {
    const { status, body } = await refusal('/api/auth/login/initiate', post(JSON.stringify('x'.repeat(2_000_000))));
    expect(status).toBe(413);
    expect(body.message).toBe('The request is too large.');
  });

  test('an invalid percent-encoding in the path: 400', async () => {
    const { status, body } = await refusal('/api/auth/sessions/%E0%A4%A');
    expect(status).toBe(400);
    expect(body).toMatchObject({ statusCode: 400, message: 'The request could not be read.' });
  });

  test('a path segment longer than any id: 414', async () => {
    const { status, body } = await refusal(`/api/auth/sessions/${'x'.repeat(301)}`, { method: 'DELETE' });
    expect(status).toBe(414);
    expect(body).toMatchObject({ statusCode: 414, message: 'The address of the request is too long.' });
  });

  test('authentication is checked before validation', async () => {
    expect((await refusal('/api/auth/sessions/none', { method: 'DELETE' })).status).toBe(401);
  });

  test('an internal error reveals no details', async () => {
    const { token } = await app.signIn('member');
    await app.database.pool.query('alter table sessions rename to sessions_away');
    const { status, body } = await refusal('/api/auth/validate', { headers: { authorization: `Bearer ${token}` } });
    await app.database.pool.query('alter table sessions_away rename to sessions');
    expect(status).toBe(500);
    expect(body).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'Something went wrong on our side. Please try again.',
    });
    expect((await app.call(validateToken, { token })).status).toBe(200);
  });
});

describe('headers', () => {
  test('of the API forbid caching, framing, sniffing and scripts', async () => {
    const { headers } = await app.call(getHealth);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('no other origin is allowed', async () => {
    const response = await app.fetch('/api/health', { headers: { origin: 'https://elsewhere.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('ignores forwarded addresses unless a proxy is configured', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    await app.call(finishSignIn, { body: { email: 'a@b.example', otp: '123456' }, headers });
    const counted = await app.database.db.selectFrom('rate_limits').select('key').execute();
    expect(counted.map(({ key }) => key)).toContain('codesByNetwork:127.0.0.1');
    expect(JSON.stringify(counted)).not.toContain('203.0.113.9');
  });
});

type Operation = {
  responses: object;
  requestBody: { content: Record<string, { schema: { required: string[] } }> };
  security: object[];
  parameters: object[];
};
type OpenApi = { openapi: string; paths: Record<string, Record<string, Operation>> };

describe('the API reference', () => {
  test('is OpenAPI 3.1 and lists every mounted endpoint', async () => {
    const document = (await (await app.fetch('/api/openapi.json')).json()) as OpenApi;
    expect(document.openapi).toBe('3.1.0');
    expect(await (await app.fetch('/api/docs/json')).json()).toEqual(document);
    const operation = document.paths['/auth/login/verify']?.post;
    expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '400', '429', '500', '503']);
    expect(operation?.requestBody.content['application/json']?.schema.required).toEqual(['email', 'otp']);
    expect(document.paths['/auth/profile']?.get?.security).toEqual([{ token: [] }]);
    expect(document.paths['/auth/sessions/{id}']?.delete?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
    ]);
  });

  test.each(['br', 'gzip', 'identity'])('is sent as %s without compressing it for each request', async (encoding) => {
    const response = await app.fetch('/api/openapi.json', { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    // A length is known only if the whole body was ready before the request.
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000);
    expect(((await response.json()) as OpenApi).openapi).toBe('3.1.0');
    const script = await app.fetch('/api/docs/static/swagger-ui-bundle.js', {
      headers: { 'accept-encoding': encoding },
    });
    expect([script.status, script.headers.get('content-encoding')]).toEqual([200, null]);
    await script.body?.cancel();
  });

  test('has readable pages with their own content security policy', async () => {
    const page = await app.fetch('/api/docs/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const text = await page.text();
    const scripts = [...text.matchAll(/src="([^"]+)"/g)].map(
      (match) => new URL(match[1] ?? '', `${app.url}/api/docs/`).pathname,
    );
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect((await app.fetch(script)).status).toBe(200);
    expect(text).not.toMatch(/<script>[^<]/);
  });
});

describe('metrics', () => {
  test('are available to this machine', async () => {
    await app.call(getHealth);
    const text = await (await app.fetch('/metrics')).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/health",status="200"\} [1-9]/,
    );
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toMatch(/^netsuite_concurrency_limit [1-9]\d*$/m);
    expect(text).toMatch(/^netsuite_circuit_open 0$/m);
  });

  test.each(['x-forwarded-for', 'forwarded'])('are not available through a proxy on this machine: %s', async (name) => {
    expect((await app.fetch('/metrics', { headers: { [name]: '203.0.113.9' } })).status).toBe(404);
  });

  test('require the token behind a proxy', async () => {
    const [token, trustProxy] = ['a token of sixteen characters', 1];
    const [plain, protectedByToken] = [
      await startTestApp({ config: { trustProxy } }),
      await startTestApp({ config: { trustProxy, metricsToken: token } }),
    ];
    const headers = { authorization: `Bearer ${token}` };
    expect((await plain.fetch('/metrics')).status).toBe(404);
    expect((await plain.fetch('/metrics', { headers })).status).toBe(404);
    expect((await protectedByToken.fetch('/metrics')).status).toBe(404);
    expect((await protectedByToken.fetch('/metrics', { headers })).status).toBe(200);
    for (const app of [plain, protectedByToken]) await app.close();
  });
});
