import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Debounce delay of search fields, in milliseconds. */
const pause = 300;

/**
 * Types texts into a field one after the other, each a millisecond before the debounce delay of the previous one ends,
 * and then waits for the last delay to end. Uses a fake clock, so that a slow machine makes no difference.
 */
export async function typeQuickly(box: Locator, ...texts: readonly string[]): Promise<void> {
  const element = box.element();
  if (!(element instanceof HTMLInputElement)) throw new Error('not a box');
  // React detects a change only through the native setter.
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
