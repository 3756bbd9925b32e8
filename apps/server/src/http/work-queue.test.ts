import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClientGoneError } from '../platform/fair-pool.ts';
import { createTurns } from './work-queue.ts';

/** Sends requests of a user and records which of them have started. */
function startTurns() {
  const waitForTurn = createTurns();
  const started: string[] = [];
  const refused: string[] = [];
  const responses = new Map<string, ServerResponse>();
  const send = (user: string, name: string) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    responses.set(name, response);
    waitForTurn(user, response).then(
      () => started.push(name),
      (error) => {
        expect(error).toBeInstanceOf(ClientGoneError);
        refused.push(name);
      },
    );
  };
  const end = async (name: string) => {
    responses.get(name)?.emit('close');
    await nextTick();
  };
  return { send, end, started, refused };
}

test('requests of a user start in the order in which they came, as earlier ones end; other users do not wait', async () => {
  const { send, end, started, refused } = startTurns();
  for (const name of ['1', '2', '3', '4', '5', '6', '7', '8']) send('one', name);
  send('other', 'other');
  await nextTick();
  expect(started).toEqual(['1', '2', 'other']);
  await end('6');
  expect(refused).toEqual(['6']);
  for (const name of ['2', '1', '3', '4']) await end(name);
  expect(started.slice(3)).toEqual(['3', '4', '5', '7']);
  send('one', '9');
  await nextTick();
  expect(started).not.toContain('9');
  for (const name of ['7', '5']) await end(name);
  expect(started.slice(-2)).toEqual(['8', '9']);
});

describe('requests that join a burst of their user', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are worked on one at a time, each followed by a pause twice as long as it took', async () => {
    const { send, end, started } = startTurns();
    const names = Array.from({ length: 14 }, (_, number) => String(number));
    for (const name of names) send('one', name);
    await nextTick();
    // Ends those that came before the burst, so that it has the user's turns for itself.
    for (const name of names.slice(0, 10)) await end(name);
    expect(started).toEqual(names.slice(0, 11));
    send('other', 'other');
    await nextTick();
    expect(started.at(-1)).toBe('other');
    for (const [index, name] of names.slice(10).entries()) {
      await vi.advanceTimersByTimeAsync(5);
      await end(name);
      await vi.advanceTimersByTimeAsync(9);
      expect(started).toHaveLength(12 + index);
      await vi.advanceTimersByTimeAsync(1);
      await nextTick();
    }
    expect(started.filter((name) => name !== 'other')).toEqual(names);
    for (const name of ['next', 'next but one']) send('one', name);
    await nextTick();
    expect(started.slice(-2)).toEqual(['next', 'next but one']);
  });

  test('wait 20 ms at most after a slow one', async () => {
    const { send, end, started } = startTurns();
    const names = Array.from({ length: 12 }, (_, number) => String(number));
    for (const name of names) send('one', name);
    await nextTick();
    for (const name of names.slice(0, 10)) await end(name);
    await vi.advanceTimersByTimeAsync(9000);
    await end('10');
    await vi.advanceTimersByTimeAsync(20);
    await nextTick();
    expect(started).toEqual(names);
  });
});
