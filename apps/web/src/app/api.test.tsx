import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Toaster } from '#components/ui/toaster.tsx';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { onSessionChange, readToken, storeToken } from '#lib/session.ts';
import { render } from '#testing/render.tsx';
import { serveApi } from '#testing/serve-api.ts';

const refusal = { status: 401, body: { statusCode: 401, error: 'Unauthorized', message: 'Sign in first' } };

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/orders');
});

test('a request carries the token, its parameters and its query; empty values are omitted', async () => {
  storeToken('secret');
  let address = '';
  const original = window.fetch;
  window.fetch = async (url) => {
    address = String(url);
    return Response.json({ id: '1' });
  };
  await api('GET /netsuite-sales-orders/{id}', { params: { id: 'a/b' } });
  expect(address).toBe('/api/netsuite-sales-orders/a%2Fb');
  await api('GET /netsuite-sales-orders', { query: { page: 2, search: '', sortOrder: undefined } });
  expect(address).toBe('/api/netsuite-sales-orders?page=2');
  window.fetch = original;

  const seen = serveApi({ 'GET /auth/validate': () => ({ body: { valid: true } }) });
  expect(await api('GET /auth/validate')).toEqual({ valid: true });
  expect(seen[0]?.token).toBe('Bearer secret');
});

test('a failed request has the server’s message and details; without a response it has the app’s own message', async () => {
  const details = [{ path: 'email', message: 'must be an email address' }];
  serveApi({
    'POST /auth/login/initiate': () => ({ status: 400, body: { statusCode: 400, message: 'Invalid input', details } }),
  });
  const refused = await api('POST /auth/login/initiate', { body: { email: 'x', password: 'y' } }).catch(
    (error) => error,
  );
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 400, message: 'Invalid input', details });

  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const lost = await api('GET /health').catch((error) => error);
  expect(lost).toMatchObject({ status: 0, message: expect.stringContaining('cannot be reached') });
});

test('several requests refused at once end the session once and show one message', async () => {
  render(<Toaster duration={Number.POSITIVE_INFINITY} />);
  storeToken('old');
  let changes = 0;
  const stop = onSessionChange(() => {
    changes++;
  });
  serveApi({ 'GET /auth/profile': () => refusal, 'GET /sync/freshness': () => refusal });
  await Promise.allSettled([api('GET /auth/profile'), api('GET /sync/freshness'), api('GET /auth/profile')]);
  expect(readToken()).toBeNull();
  expect(changes).toBe(1);
  stop();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Unauthorized');
  await expect
    .element(page.getByText('Your session has expired or you are not authorized to access this resource'))
    .toBeVisible();
  expect(page.getByText('Unauthorized', { exact: true }).elements()).toHaveLength(1);
});

test.each(['/login', '/forgot-password', '/reset-password', '/'])('on %s a 401 keeps the token', async (path) => {
  history.replaceState(null, '', path);
  storeToken('kept');
  serveApi({ 'GET /auth/profile': () => refusal });
  await expect(api('GET /auth/profile')).rejects.toThrow('Sign in first');
  expect(readToken()).toBe('kept');
});

test('a late 401 for an earlier token does not end the current session', async () => {
  storeToken('earlier');
  serveApi({
    'GET /auth/profile': () => {
      storeToken('later');
      return refusal;
    },
  });
  await expect(api('GET /auth/profile')).rejects.toThrow('Sign in first');
  expect(readToken()).toBe('later');
});
