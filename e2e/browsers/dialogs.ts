import { type Driver, type Key, phone, type Size } from './driver.ts';
import { click, paint, settle, waitFor } from './page.ts';
import { assign, type Scene } from './scenes.ts';

/** Opens a dialog and waits until it has loaded. */
export async function openDialog(driver: Driver, origin: string, scene: Scene): Promise<void> {
  const { path, clicks = [], key, type, thenKey } = scene;
  await driver.open(origin + path);
  if (scene.narrow) await driver.resize(phone);
  await waitFor('the page', () => driver.run(() => document.querySelector('h1') !== null, null));
  await settle(driver);
  await driver.run(holdExports, null);
  for (const target of clicks) await click(driver, target);
  if (key !== undefined) await driver.press(key);
  if (type !== undefined) await driver.type(type);
  if (thenKey !== undefined) await driver.press(thenKey);
  const kind = scene.question ? 'question' : 'dialog';
  await waitFor(`a ${kind}`, () =>
    driver.run((selector: string) => document.querySelector(selector) !== null, selectors[kind]),
  );
  await settle(driver);
}

const selectors = { dialog: '[role=dialog], [role=alertdialog]', question: '[role=alertdialog]' };

/** Keeps an export under way: its dialog closes when it has finished. */
function holdExports(): void {
  const { fetch } = window;
  window.fetch = (input, init) =>
    String(input).includes('/export?') ? new Promise(() => undefined) : fetch(input, init);
}

/** Size of the topmost dialog in whole CSS pixels; null if there is none. */
export function sizeOfTop(driver: Driver): Promise<Size | null> {
  return driver.run(() => {
    const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
    if (top === undefined) return null;
    const { width, height } = top.getBoundingClientRect();
    return { width: Math.round(width), height: Math.round(height) };
  }, null);
}

/** Names of the expected and the actual tab stops, in page order. */
export interface TabOrder {
  expected: string[];
  forwards: string[];
  backwards: string[];
}

/**
 * Cycles through the topmost dialog with Tab, then with Shift+Tab. Before each key it waits until whatever the focus
 * opens or closes has been painted.
 */
export async function walk(driver: Driver): Promise<TabOrder> {
  const expected = await names(driver);
  const go = async (key: Key, from: 'first' | 'last') => {
    await focusEdge(driver, from);
    const reached: string[] = [];
    // A date input has several stops, and some browsers stop at scroll containers: allow more than twice as many.
    for (let presses = 0; presses < 2 * expected.length + 8; presses += 1) {
      await driver.press(key);
      await paint(driver);
      const name = await focusedName(driver);
      if (name !== null && name !== reached.at(-1)) reached.push(name);
      if (name === expected.at(from === 'last' ? -1 : 0)) break;
    }
    return reached;
  };
  const forwards = await go('Tab', 'last');
  return { expected, forwards, backwards: (await go('Shift+Tab', 'first')).reverse() };
}

/** Tab stops of the topmost dialog; a group of tabs or radios is one. Marks each with its number. */
function names(driver: Driver): Promise<string[]> {
  return driver.run(() => {
    const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const stops = [...(top?.querySelectorAll<HTMLElement>(focusable) ?? [])]
      .filter((each) => each.tabIndex >= 0 && !each.matches(':disabled, [role=tab], [role=radio]'))
      .filter((each) => each.checkVisibility({ visibilityProperty: true }));
    return stops.map((stop, index) => {
      const name = (stop.getAttribute('aria-label') ?? stop.textContent ?? '').trim().slice(0, 40);
      stop.dataset.stop = `${index} ${name}`;
      return stop.dataset.stop;
    });
  }, null);
}

function focusEdge(driver: Driver, edge: 'first' | 'last'): Promise<void> {
  return driver.run((wanted: string) => {
    const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')];
    (wanted === 'first' ? stops[0] : stops.at(-1))?.focus();
  }, edge);
}

/** The stop that has or contains the focus; null if something else in the dialog has it. */
function focusedName(driver: Driver): Promise<string | null> {
  return driver.run(() => {
    const { activeElement } = document;
    if (activeElement?.closest('[role=dialog], [role=alertdialog]') == null) return 'outside of the dialog';
    const group = activeElement.closest<HTMLElement>('[role=tablist], [role=radiogroup]');
    return (group ?? (activeElement as HTMLElement)).dataset.stop ?? null;
  }, null);
}

/** Closes the topmost dialog with Escape. Returns null if it closes and restores the focus, else an error message. */
export async function closeDialog(driver: Driver, { clicks = [], returnsTo }: Scene): Promise<string | null> {
  const count = () => driver.run((all: string) => document.querySelectorAll(all).length, selectors.dialog);
  const before = await count();
  await driver.press('Escape');
  await waitFor('the dialog to close', async () => (await count()) < before);
  await paint(driver);
  const focused = await driver.run(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return null;
    return (activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '').trim();
  }, null);
  if (focused === null) return 'the focus is nowhere';
  const expected = returnsTo ?? clicks.findLast(({ selector }) => !/menuitem|tab/.test(selector))?.text ?? '';
  return focused.startsWith(expected) ? null : `the focus is on ${focused.slice(0, 40)}`;
}

/** Height of an assignment's note field in CSS pixels, before and after typing several lines. */
export async function measureNote(driver: Driver, origin: string): Promise<{ before: number; after: number }> {
  await openDialog(driver, origin, { name: 'assign-orders', path: '/orders', clicks: assign });
  const measure = () => driver.run(() => document.querySelector('textarea')?.offsetHeight ?? 0, null);
  const before = await measure();
  await click(driver, { selector: 'textarea' });
  await driver.type('Deliver to the dock at the back of the building. '.repeat(10));
  return { before, after: await measure() };
}
