import { onlineManager } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { serveApi } from '#testing/serve-api.ts';
import { api } from './api.ts';
import { createQueryClient } from './query-client.ts';
import { storeToken } from './session.ts';

const users = { queryKey: ['users'], queryFn: () => api('GET /users') };

test.each([400, 404, 503])('retries a read once after status %d, and then fails', async (status) => {
  const seen = serveApi({ 'GET /users': () => ({ status, body: { message: `No: ${status}` } }) });
  await expect(createQueryClient().fetchQuery(users)).rejects.toThrow(`No: ${status}`);
  expect(seen.map(({ key }) => key)).toEqual(['GET /users', 'GET /users']);
});

test('uses the response of the retry', async () => {
  const answers = [{ status: 404, body: {} }, { body: { data: [] } }];
  serveApi({ 'GET /users': () => answers.shift() ?? { status: 500, body: {} } });
  expect(await createQueryClient().fetchQuery(users)).toEqual({ data: [] });
});

test('does not retry after a 401, which has ended the session', async () => {
  storeToken('secret');
  const seen = serveApi({ 'GET /users': () => ({ status: 401, body: { message: 'Sign in first' } }) });
  await expect(createQueryClient().fetchQuery(users)).rejects.toThrow('Sign in first');
  expect(seen).toHaveLength(1);
});

test('sends requests while the browser reports that it is offline, and shows the error', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  serveApi({
    'GET /users': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await expect(createQueryClient().fetchQuery(users)).rejects.toThrow('The server cannot be reached');
});
