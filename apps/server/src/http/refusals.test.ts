import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forbidden, tooManyRequests } from '../platform/errors.ts';
import { createRefusals } from './refusals.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Refuses requests with 429 and counts which of them have ended. */
function startRefusing() {
  const delayRefusal = createRefusals();
  const ended: number[] = [];
  const refuse = (name: number) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    delayRefusal(tooManyRequests('Too many.', 1), response).catch(() => ended.push(name));
    return response;
  };
  return { delayRefusal, refuse, ended, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('a refusal is answered after a second, and those of the same moment one after the other', async () => {
  const { refuse, ended, wait } = startRefusing();
  for (const name of [1, 2, 3]) refuse(name);
  await wait(999);
  expect(ended).toEqual([]);
  await wait(1);
  expect(ended).toEqual([1]);
  await wait(4);
  expect(ended).toEqual([1]);
  await wait(1);
  expect(ended).toEqual([1, 2]);
  await wait(5);
  expect(ended).toEqual([1, 2, 3]);
  refuse(4);
  await wait(1000);
  expect(ended).toEqual([1, 2, 3, 4]);
});

test('those whose clients have gone delay nobody', async () => {
  const { refuse, ended, wait } = startRefusing();
  const gone = Array.from({ length: 500 }, (_, name) => refuse(name));
  refuse(500);
  await wait(500);
  for (const response of gone) response.emit('close');
  await wait(499);
  expect(ended).toHaveLength(500);
  await wait(1);
  expect(ended.at(-1)).toBe(500);
});

test('any other error is thrown at once', async () => {
  const { delayRefusal } = startRefusing();
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  await expect(delayRefusal(forbidden(), response)).rejects.toMatchObject({ status: 403 });
});
