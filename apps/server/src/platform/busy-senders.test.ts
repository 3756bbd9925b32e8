import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBusySenders, longRequestsOf } from './busy-senders.ts';
import { ClientGoneError } from './fair-pool.ts';
import { noteConnection, requestWorkload, type Workload } from './workload.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends requests to a process in which a sender may use half of the time, and records which of them have started. */
function startProcess({ loadRatio = 1, loopMsEach = 0, now = () => performance.now() } = {}) {
  const busySenders = createBusySenders(0.5, { ratio: () => loadRatio, countRequest: () => loopMsEach, now }, 2);
  const started: string[] = [];
  const gone: string[] = [];
  const responses = new Map<string, ServerResponse>();
  const send = async (together: string, name: string, userId = together, workload?: Workload) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    responses.set(name, response);
    busySenders.startRequest({ userId, together, workload }, response).then(
      () => started.push(name),
      (error) => {
        expect(error).toBeInstanceOf(ClientGoneError);
        gone.push(name);
      },
    );
    await vi.advanceTimersByTimeAsync(0);
  };
  const close = async (name: string) => {
    const response = responses.get(name);
    Object.defineProperty(response, 'closed', { value: true });
    response?.emit('close');
    await vi.advanceTimersByTimeAsync(0);
  };
  const end = (name: string) => {
    Object.defineProperty(responses.get(name), 'writableFinished', { value: true });
    return close(name);
  };
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  /** Sends a short request each, since of a new sender nothing is known. */
  const introduce = async (...senders: string[]) => {
    for (const sender of senders) {
      await send(sender, `first of ${sender}`);
      await wait(1);
      await end(`first of ${sender}`);
    }
    started.length = 0;
  };
  /** Sends long requests until these senders are busy. */
  const makeBusy = async (...senders: string[]) => {
    for (const sender of senders) await send(sender, `first of ${sender}`);
    await wait(1000);
    for (const sender of senders) await end(`first of ${sender}`);
    started.length = 0;
  };
  /** Sends so many short requests that these senders are busy. */
  const hammer = async (...senders: string[]) => {
    for (let at = 1; at <= 10; at += 1) {
      const names = senders.flatMap((sender) => Array.from({ length: 4 }, (_, n) => `${sender} ${at} ${n}`));
      for (const name of names) await send(name.split(' ')[0] ?? '', name);
      await wait(90);
      for (const name of names) await end(name);
      await wait(20);
    }
    started.length = 0;
  };
  return { busySenders, send, close, end, wait, introduce, makeBusy, hammer, started, gone };
}

test('as many requests as a page sends start at once, and those of others', async () => {
  const { send, introduce, started } = startProcess();
  await introduce('one', 'other');
  for (let at = 1; at <= 8; at += 1) await send('one', `${at}`);
  await send('other', 'other');
  expect(started).toHaveLength(9);
});

test('more requests at once wait in turn, until fewer are at work', async () => {
  const { send, end, wait, introduce, started } = startProcess();
  await introduce('one');
  for (let at = 1; at <= 11; at += 1) await send('one', `${at}`);
  expect(started).toHaveLength(9);
  await end('9');
  await wait(1);
  expect(started.slice(8)).toEqual(['9', '10']);
  for (let at = 1; at <= 10; at += 1) await end(`${at}`);
  await wait(1);
  await send('one', 'later');
  expect(started.slice(9)).toEqual(['10', '11', 'later']);
});

test('a process that is idle for less than half of the time leaves longer pauses, of 100 ms at most', async () => {
  const { send, end, wait, makeBusy, started } = startProcess({ loadRatio: 4 });
  await makeBusy('one');
  for (const name of ['1', '2', '3']) await send('one', name);
  await wait(10);
  await end('1');
  await wait(39);
  expect(started).toEqual(['1']);
  await wait(1);
  expect(started).toEqual(['1', '2']);
  await wait(90);
  await end('2');
  await wait(99);
  expect(started).toEqual(['1', '2']);
  await wait(1);
  expect(started).toEqual(['1', '2', '3']);
});

test('all busy senders share one turn, the one that has used least first, and the others start at once', async () => {
  const { send, end, wait, makeBusy, started } = startProcess();
  await makeBusy('one', 'two');
  for (const name of ['1', '2', '3']) await send('one', name);
  await send('two', 'two');
  await send('other', 'other');
  expect(started).toEqual(['1', 'other']);
  for (const [name, next] of [
    ['1', 'two'],
    ['two', '2'],
    ['2', '3'],
  ] as const) {
    await wait(5);
    await end(name);
    await wait(4);
    expect(started).not.toContain(next);
    await wait(1);
    expect(started.at(-1)).toBe(next);
  }
});

test('the users of a busy customer take turns', async () => {
  const { send, end, wait, makeBusy, started } = startProcess();
  await makeBusy('customer');
  for (const name of ['1', '2', '3']) await send('customer', name, 'one');
  await send('customer', 'two', 'two');
  for (const name of ['1', '2', 'two']) {
    await end(name);
    await wait(1);
  }
  expect(started).toEqual(['1', '2', 'two', '3']);
});

test('a sender of long requests is busy while it waits, for some seconds after it has stopped, and then no longer', async () => {
  const { send, end, close, wait, makeBusy, started } = startProcess();
  await makeBusy('one', 'two');
  await send('one', '1');
  await send('two', '2');
  await wait(90);
  await end('1');
  await wait(90);
  await send('one', '3');
  expect(started).toEqual(['1', '2']);
  await end('2');
  await wait(100);
  expect(started).toEqual(['1', '2', '3']);
  await end('3');
  await wait(5000);
  for (const name of ['4', '5']) await send('one', name);
  expect(started).toEqual(['1', '2', '3', '4']);
  for (const name of ['4', '5']) await close(name);
  await wait(10_000);
  for (const name of ['6', '7']) await send('one', name);
  expect(started.slice(4)).toEqual(['6', '7']);
});

test('a busy sender whose pieces are shorter waits for one of those of others, however many these are', async () => {
  const { send, end, wait, introduce, started } = startProcess();
  await introduce('a', 'b', 'c', 'light');
  for (const sender of ['a', 'b', 'c', 'light']) await send(sender, `first of ${sender}`);
  await wait(900);
  await end('first of light');
  await wait(100);
  for (const sender of ['a', 'b', 'c']) await end(`first of ${sender}`);
  for (const sender of ['a', 'b', 'c']) for (const at of [1, 2, 3, 4]) await send(sender, `${sender} ${at}`);
  const lengths = new Map([
    ['a', 30],
    ['b', 40],
    ['c', 50],
  ]);
  const endPiece = async () => {
    const name = started.at(-1) ?? '';
    const length = lengths.get(name.slice(0, 1)) ?? 0;
    await wait(length);
    await end(name);
    // The pause is as long, counted from the start.
    await wait(length + 20);
  };
  for (let at = 0; at < 3; at += 1) await endPiece();
  for (let at = 0; at < 4; at += 1) {
    await send('light', `light ${at}`);
    await endPiece();
    expect(started.at(-1)).toBe(`light ${at}`);
    await end(`light ${at}`);
    // At least as long as the light one took: then the next heavy one begins.
    await wait(20);
  }
});

test('what takes longer than 100 ms does not keep others waiting any longer, and is followed by a pause as long as it took, of 100 ms at most', async () => {
  const { send, end, wait, makeBusy, started } = startProcess();
  await makeBusy('one', 'two');
  await send('one', 'slow');
  for (const name of ['2', '3']) await send('two', name);
  await wait(99);
  expect(started).toEqual(['slow']);
  await wait(1);
  expect(started).toEqual(['slow', '2']);
  await wait(50);
  await end('slow');
  await end('2');
  await wait(49);
  expect(started).toEqual(['slow', '2']);
  await wait(1);
  expect(started).toEqual(['slow', '2', '3']);
});

test('a canceled request is followed by 20 ms, however short it was, and one that was waiting is dropped', async () => {
  const { send, close, wait, makeBusy, started, gone } = startProcess();
  await makeBusy('one');
  for (const name of ['1', '2', '3']) await send('one', name);
  await close('2');
  expect(gone).toEqual(['2']);
  await close('1');
  await wait(19);
  expect(started).toEqual(['1']);
  await wait(1);
  expect(started).toEqual(['1', '3']);
});

test('a canceled request keeps its turn until the database has ended its query', async () => {
  const { send, close, wait, makeBusy, started } = startProcess();
  await makeBusy('one');
  const workload = requestWorkload('one');
  await send('one', '1', 'one', workload);
  await send('one', '2');
  const endConnection = noteConnection(workload);
  await wait(50);
  await close('1');
  await wait(40);
  expect(started).toEqual(['1']);
  endConnection();
  await wait(89);
  expect(started).toEqual(['1']);
  await wait(1);
  expect(started).toEqual(['1', '2']);
});

test('a request on which the database works keeps the others waiting for 3 s', async () => {
  const { send, wait, makeBusy, started } = startProcess();
  await makeBusy('one');
  const workload = requestWorkload('one');
  await send('one', '1', 'one', workload);
  await send('one', '2');
  await send('one', '3');
  noteConnection(workload);
  await wait(2999);
  expect(started).toEqual(['1']);
  await wait(1);
  expect(started).toEqual(['1', '2']);
  await wait(100);
  expect(started).toEqual(['1', '2', '3']);
});

test('a long request of a sender of short ones keeps the others waiting for 40 ms', async () => {
  const { send, wait, hammer, started } = startProcess();
  await hammer('one', 'two');
  const workload = requestWorkload('one');
  await send('one', 'slow', 'one', workload);
  await send('two', '2');
  noteConnection(workload);
  await wait(39);
  expect(started).toEqual(['slow']);
  await wait(1);
  expect(started).toEqual(['slow', '2']);
});

test('pieces of long work do not keep a busy sender waiting for ever', async () => {
  const { busySenders, send, wait, makeBusy, started } = startProcess();
  await makeBusy('one');
  const ends: (() => void)[] = [];
  for (let at = 0; at < 20; at += 1)
    void busySenders.startPiece({ userId: 'long', together: 'long' }).then((end) => ends.push(end));
  await send('one', '1');
  for (let at = 0; at < 15; at += 1) {
    await wait(90);
    ends[at]?.();
    await wait(20);
  }
  expect(started).toEqual(['1']);
});

test('pages of a customer do not wait because a colleague exports', async () => {
  const { busySenders, send, wait, introduce, started } = startProcess();
  await introduce('one');
  for (let piece = 1; piece <= 10; piece += 1) {
    const end = await busySenders.startPiece(longRequestsOf({ userId: 'colleague', together: 'one' }));
    await wait(90);
    end();
    await wait(100);
  }
  for (const name of ['1', '2', '3']) await send('one', name);
  expect(started).toEqual(['1', '2', '3']);
});

test('pieces of long work always wait for their turn', async () => {
  const { busySenders, wait } = startProcess();
  const starts: string[] = [];
  const startPiece = (name: string) =>
    busySenders.startPiece({ userId: name, together: name }).then((end) => {
      starts.push(name);
      return end;
    });
  const endPiece = await startPiece('one');
  void startPiece('other');
  await wait(10);
  endPiece();
  await wait(9);
  expect(starts).toEqual(['one']);
  await wait(1);
  expect(starts).toEqual(['one', 'other']);
});

test.each(['new', 'heavy'])(
  'a %s sender has as many requests at work as there are cores, the others without waiting',
  async (sender) => {
    const { send, end, wait, introduce, started } = startProcess();
    await introduce('light');
    if (sender === 'heavy') {
      await send(sender, 'heavy one');
      await wait(25);
      await end('heavy one');
      started.length = 0;
    }
    for (const name of ['1', '2', '3']) {
      await send(sender, name);
      await wait(1);
    }
    for (const name of ['a', 'b', 'c']) await send('light', name);
    expect(started).toEqual(['1', '2', 'a', 'b', 'c']);
    await end('1');
    expect(started.slice(5)).toEqual(['3']);
  },
);

test('a heavy request on which the database works keeps others waiting for 1 s', async () => {
  const { send, wait, started } = startProcess();
  const leave: (() => void)[] = [];
  for (const name of ['1', '2', '3']) {
    const workload = requestWorkload(name);
    leave.push(noteConnection(workload));
    await send(name, name, name, workload);
  }
  await wait(999);
  expect(started).toEqual(['1', '2']);
  await wait(1);
  expect(started).toEqual(['1', '2', '3']);
  for (const end of leave) end();
});

test('waiting for heavy requests of others makes nobody busy', async () => {
  const { send, end, wait, introduce, started } = startProcess();
  await introduce('light', 'one');
  await send('one', 'heavy one');
  await wait(25);
  await end('heavy one');
  const leave: (() => void)[] = [];
  for (const name of ['new', 'newer']) {
    const workload = requestWorkload(name);
    leave.push(noteConnection(workload));
    await send(name, name, name, workload);
  }
  await send('one', 'waited');
  await wait(600);
  expect(started).not.toContain('waited');
  for (const name of ['new', 'newer']) {
    leave.shift()?.();
    await end(name);
  }
  await wait(1);
  await end('waited');
  started.length = 0;
  for (const name of ['1', '2']) await send('one', name);
  expect(started).toEqual(['1', '2']);
});

test('a request at work while the event loop stalls counts as little as the clock advances', async () => {
  const { send, makeBusy, started } = startProcess({ now: () => 0 });
  await makeBusy('one');
  for (const name of ['1', '2', '3']) await send('one', name);
  expect(started).toEqual(['1', '2', '3']);
});

test('what has not ended yet counts', async () => {
  const { send, wait, started } = startProcess();
  for (const sender of ['one', 'two', 'other']) await send(sender, `first of ${sender}`);
  await wait(600);
  for (const sender of ['one', 'two', 'new']) await send(sender, `second of ${sender}`);
  expect(started.slice(3)).toEqual(['second of one', 'second of new']);
});

test('a sender of short requests is busy with one at a time, but not while the database is slow for everybody', async () => {
  const { send, end, wait, started } = startProcess({ loadRatio: 0.5 });
  const keepOneInProgress = async (sender: string) => {
    for (let at = 1; at <= 40; at += 1) {
      await send(sender, `${sender} ${at}`);
      await wait(90);
      await end(`${sender} ${at}`);
      await wait(10);
    }
    await wait(20);
    started.length = 0;
  };
  await keepOneInProgress('busy');
  for (const name of ['a', 'b']) await send('busy', name);
  expect(started).toEqual(['a']);
  const crowd = Array.from({ length: 8 }, () => noteConnection(requestWorkload('others')));
  await keepOneInProgress('light');
  for (const name of ['c', 'd']) await send('light', name);
  expect(started).toEqual(['c', 'd']);
  for (const leave of crowd) leave();
});

test('a request that takes long because many use the database counts for what it would take alone', async () => {
  const { send, end, wait, started } = startProcess({ loadRatio: 0.5 });
  const crowd = Array.from({ length: 8 }, () => noteConnection(requestWorkload('others')));
  await send('one', 'slow in a crowd');
  await wait(1500);
  await end('slow in a crowd');
  for (const leave of crowd) leave();
  await wait(2000);
  await send('two', 'slow');
  await wait(700);
  await end('slow');
  await wait(2000);
  for (const name of ['a', 'b']) await send('one', name);
  expect(started).toEqual(['slow in a crowd', 'slow', 'a', 'b']);
  for (const name of ['c', 'd']) await send('two', name);
  expect(started.slice(4)).toEqual(['c']);
});

test('a request counts at least as much as the process works for each on average, up to 5 ms', async () => {
  const { send, end, wait, started } = startProcess({ loopMsEach: 20 });
  const hurry = async (sender: string, everyMs: number) => {
    for (let at = 1; at <= 300; at += 1) {
      await send(sender, `${sender} ${at}`);
      await end(`${sender} ${at}`);
      await wait(everyMs);
    }
    started.length = 0;
  };
  await hurry('light', 11);
  for (const name of ['a', 'b']) await send('light', name);
  expect(started).toEqual(['a', 'b']);
  await hurry('busy', 9);
  for (const name of ['c', 'd']) await send('busy', name);
  expect(started).toEqual(['c']);
});

test('a busy sender of short requests does not wait for those of long ones, even if it sent a longer one of late', async () => {
  const { send, end, wait, makeBusy, hammer, started } = startProcess();
  await hammer('short');
  await makeBusy('one', 'two');
  await send('short', 'longer');
  await wait(150);
  await end('longer');
  await hammer('short');
  for (const sender of ['one', 'two', 'short']) await send(sender, `of ${sender}`);
  expect(started).toEqual(['of one', 'of short']);
});
