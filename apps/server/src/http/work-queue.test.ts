import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClientGoneError } from '../platform/fair-pool.ts';
import { bodyTurns, createTurns, fileTurns, receiveInTurn, requestTurns } from './work-queue.ts';

/** Sends requests of a user and records which of them have started. */
function startTurns(limits = requestTurns) {
  const waitForTurn = createTurns(limits);
  const started: string[] = [];
  const refused: string[] = [];
  const responses = new Map<string, ServerResponse>();
  const send = (userId: string, name: string, together = userId) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    responses.set(name, response);
    waitForTurn({ userId, together }, response).then(
      () => started.push(name),
      (error) => {
        expect(error).toBeInstanceOf(ClientGoneError);
        refused.push(name);
      },
    );
    return response.req;
  };
  const close = async (name: string) => {
    responses.get(name)?.emit('close');
    await nextTick();
  };
  const end = (name: string) => {
    Object.defineProperty(responses.get(name), 'writableFinished', { value: true });
    return close(name);
  };
  return { send, end, close, started, refused };
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

test('the users of a customer have two files at work together, and take turns', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance'] });
  const { send, end, started } = startTurns(fileTurns);
  for (const name of ['1', '2', '3']) send('one', name, 'customer');
  for (const user of ['two', 'three', 'four']) send(user, user, 'customer');
  send('other', 'other');
  await nextTick();
  expect(started).toEqual(['1', 'two', 'other']);
  await end('1');
  await vi.advanceTimersByTimeAsync(200);
  expect(started.slice(3)).toEqual(['2']);
  await end('two');
  await vi.advanceTimersByTimeAsync(200);
  expect(started.slice(4)).toEqual(['three']);
  vi.useRealTimers();
});

test('the users of a customer have one large body at work together, each followed by a pause of 200 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance'] });
  const { send, end, started } = startTurns(bodyTurns);
  for (const user of ['one', 'two']) send(user, user, 'customer');
  send('other', 'other');
  await nextTick();
  expect(started).toEqual(['one', 'other']);
  await end('one');
  await vi.advanceTimersByTimeAsync(199);
  expect(started).toEqual(['one', 'other']);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['one', 'other', 'two']);
  vi.useRealTimers();
});

describe('uploads of a user', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are worked on one at a time, each followed by a pause twice as long as it took, even if none was waiting', async () => {
    const { send, end, started } = startTurns(fileTurns);
    send('one', '1');
    await vi.advanceTimersByTimeAsync(50);
    await end('1');
    send('one', '2');
    send('other', 'other');
    await vi.advanceTimersByTimeAsync(99);
    expect(started).toEqual(['1', 'other']);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['1', 'other', '2']);
  });

  test('are followed by a pause that keeps them to 10 MiB a second on average', async () => {
    const { send, end, started } = startTurns(fileTurns);
    const { socket } = send('one', '1');
    await vi.advanceTimersByTimeAsync(100);
    Object.defineProperty(socket, 'bytesRead', { value: 5 * 2 ** 20 });
    await end('1');
    send('one', '2');
    await vi.advanceTimersByTimeAsync(399);
    expect(started).toEqual(['1']);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['1', '2']);
  });

  test('wait for one from a slow line for a second, and after it not at all', async () => {
    const { send, end, started } = startTurns(fileTurns);
    for (const name of ['slow', '2', '3']) send('one', name);
    await vi.advanceTimersByTimeAsync(999);
    expect(started).toEqual(['slow']);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['slow', '2']);
    await end('slow');
    expect(started).toEqual(['slow', '2']);
    await end('2');
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['slow', '2', '3']);
  });

  test('that lost its turn on a slow line waits for another once the line is fast, or until its connection is closed', async () => {
    const { send, end, close, started } = startTurns(fileTurns);
    const [first, second] = ['first', 'second', '3'].map((name) => send('one', name));
    await vi.advanceTimersByTimeAsync(2000);
    expect(started).toEqual(['first', 'second', '3']);
    const received: string[] = [];
    const receive = async (name: string, request: IncomingMessage | undefined, bytes: number) => {
      if (request === undefined) throw new Error('Nothing was sent.');
      await receiveInTurn(request, bytes);
      received.push(name);
    };
    void receive('a little', first, 2 ** 20 - 1);
    void receive('the rest', first, 1);
    void receive('much', second, 2 ** 21);
    await nextTick();
    expect(received).toEqual(['a little']);
    await end('3');
    await vi.advanceTimersByTimeAsync(200);
    expect(received).toEqual(['a little', 'the rest']);
    await close('second');
    await nextTick();
    expect(received).toEqual(['a little', 'the rest', 'much']);
    await end('first');
    send('one', '4');
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(['first', 'second', '3', '4']);
  });

  test('wait for one from a fast line, however long it takes', async () => {
    const { send, started } = startTurns(fileTurns);
    const { socket } = send('one', 'fast');
    send('one', '2');
    for (let second = 1; second <= 5; second += 1) {
      Object.defineProperty(socket, 'bytesRead', { value: second * 2 ** 20, configurable: true });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(started).toEqual(['fast']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(started).toEqual(['fast', '2']);
  });

  test('wait for one that has been received or is not read yet, however long it takes', async () => {
    const { send, end, started } = startTurns(fileTurns);
    const [unread, received] = ['unread', 'received', '3'].map((name) => send('one', name));
    unread?.push('text');
    if (received !== undefined) received.complete = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(started).toEqual(['unread']);
    await end('unread');
    await vi.advanceTimersByTimeAsync(200);
    await vi.advanceTimersByTimeAsync(5000);
    expect(started).toEqual(['unread', 'received']);
    await end('received');
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(['unread', 'received', '3']);
  });
});
