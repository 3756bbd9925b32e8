import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvents, type StreamEvent } from './event-stream.ts';

function streamOf(text: string, cuts: readonly number[] = []): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  const edges = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return new ReadableStream({
    start(controller) {
      edges.slice(1).forEach((edge, index) => {
        controller.enqueue(bytes.slice(edges[index], edge));
      });
      controller.close();
    },
  });
}

async function eventsOf(text: string, cuts?: readonly number[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(streamOf(text, cuts))) events.push(event);
  return events;
}

test('parses names and data and skips comments', async () => {
  const text = ': hello\n\nevent: run\ndata: {"fetched":1}\n\ndata: plain\n\nevent: run\ndata: a\ndata: b\n\n';
  expect(await eventsOf(text)).toEqual([
    { name: 'run', data: '{"fetched":1}' },
    { name: 'message', data: 'plain' },
    { name: 'run', data: 'a\nb' },
  ]);
});

test('ignores an event without an end', async () => {
  expect(await eventsOf('event: run\ndata: half')).toEqual([]);
});

test('parses the same events regardless of chunk boundaries', async () => {
  const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text));
  const event = fc.record({ name: fc.constantFrom('run', 'other'), data: line });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event),
      fc.array(fc.nat()),
      fc.constantFrom('\n', '\r\n'),
      async (events, cuts, newline) => {
        const text = events.map(({ name, data }) => [`event: ${name}`, `data: ${data}`, '', ''].join(newline)).join('');
        expect(await eventsOf(text, cuts)).toEqual(events);
      },
    ),
  );
});

test('closes the connection when the reader stops', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const event of readEvents(body)) {
    expect(event.data).toBe('x');
    break;
  }
  expect(cancelled).toBe(true);
});
