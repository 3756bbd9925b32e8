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
