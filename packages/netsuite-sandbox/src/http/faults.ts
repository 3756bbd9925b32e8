import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { createRandom, type Random } from '../random.ts';
import type { SandboxSettings } from '../settings.ts';

const kinds = ['tooManyRequests', 'serverError', 'droppedConnection', 'truncatedBody'] as const;

/** Draws the fault of a request; the same seed and rates give the same sequence. */
export type FaultDraw = ReturnType<typeof createFaultDraw>;

export function createFaultDraw(seed: number) {
  let random: Random = createRandom(seed);
  return {
    draw(faults: SandboxSettings['faults']) {
      let rest = random();
      return kinds.find((kind) => {
        rest -= faults[kind];
        return rest < 0;
      });
    },
    /** The next number of the same sequence. */
    random: () => random(),
    reseed(next: number) {
      random = createRandom(next);
    },
  };
}

/**
 * Half of an answer. Either the connection breaks in the middle of it, or it is a whole HTTP message whose JSON ends
 * early, as a proxy on the way may leave it.
 */
export function truncateBody(reply: FastifyReply, body: Buffer, breaksConnection: boolean): Buffer | Readable {
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (!breaksConnection) {
    reply.removeHeader('content-length');
    return half;
  }
  reply.header('content-length', body.length);
  return Readable.from(breakAfter(half), { objectMode: false });
}

async function* breakAfter(half: Buffer): AsyncGenerator<Buffer> {
  yield half;
  // Time for the half to leave, before the error destroys the connection with what is still in it.
  await delay(10);
  throw new Error('The sandbox is configured to truncate this answer.');
}
