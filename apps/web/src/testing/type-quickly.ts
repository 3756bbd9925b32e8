import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';

/** How long a box that searches waits for more, in milliseconds. */
const pause = 300;

/**
 * Types texts into a box one after the other, each a millisecond before the pause after the one before it is over, and
 * lets the pause after the last one pass. By a clock of its own, so that a slow machine types no slower.
 */
export async function typeQuickly(box: Locator, ...texts: readonly string[]): Promise<void> {
  const element = box.element();
  if (!(element instanceof HTMLInputElement)) throw new Error('not a box');
  // React hears of a change by the browser's own setter alone.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  const { setTimeout: wait } = window;
  const settled = () => new Promise((resolve) => wait(resolve, 50));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const text of texts) {
      set?.call(element, text);
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // What is heard of it before its time is rendered, and asked for.
      await settled();
      vi.advanceTimersByTime(pause - 1);
      await settled();
    }
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
}
