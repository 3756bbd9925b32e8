import { setTimeout as delay } from 'node:timers/promises';
import type { Driver } from './driver.ts';

/** What to look for: the last visible element of a selector whose name begins with a text. */
export interface Target {
  selector: string;
  /** Begins its label or its content; any element, where absent. */
  text?: string;
  /** Match the last element instead of the first. */
  last?: boolean;
}

interface Point {
  x: number;
  y: number;
}

/** Waits until a condition holds in the page; the timeout is for hangs, not for slow pages. */
export async function waitFor<Result>(what: string, look: () => Promise<Result | null | false>): Promise<Result> {
  const end = Date.now() + 60_000;
  for (;;) {
    const result = await look();
    if (result !== null && result !== false) return result;
    if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
    await delay(50);
  }
}

/** Center of an element, once it is visible and has stopped moving. */
async function pointOf(driver: Driver, target: Target): Promise<Point> {
  let before: Point | null = null;
  return waitFor(`${target.selector} ${target.text ?? ''}`, async () => {
    const point = await driver.run(({ selector, text = '', last = false }: Target): Point | null => {
      const found = [...document.querySelectorAll(selector)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().startsWith(text),
      );
      const element = last ? found.at(-1) : found[0];
      if (element === undefined) return null;
      element.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }, target);
    const isStill = point !== null && before !== null && point.x === before.x && point.y === before.y;
    before = point;
    return isStill ? point : null;
  });
}

/** Clicks an element once it is visible. */
export async function click(driver: Driver, target: Target): Promise<void> {
  const { x, y } = await pointOf(driver, target);
  await driver.click(x, y);
}

/** Waits until a text is on the page. */
export async function seeText(driver: Driver, text: string): Promise<void> {
  await waitFor(text, () => driver.run((wanted: string) => document.body.textContent.includes(wanted), text));
}

/** Waits until the page has loaded, and nothing on it moves or is marked busy. */
export async function settle(driver: Driver): Promise<void> {
  await waitFor('a page at rest', () =>
    driver.run(() => {
      const isLoading =
        document.querySelector('main:empty, .animate-pulse, [role=status] .animate-spin, [aria-busy=true]') !== null;
      const isMoving = document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
      return document.readyState === 'complete' && document.fonts.status === 'loaded' && !isLoading && !isMoving;
    }, null),
  );
}

/** Waits until two frames have been painted since it was called. */
export async function paint(driver: Driver): Promise<void> {
  await driver.run(() => {
    delete document.documentElement.dataset.painted;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.documentElement.dataset.painted = '';
      }),
    );
  }, null);
  await waitFor('a frame', () => driver.run(() => 'painted' in document.documentElement.dataset, null));
}
