import { type Driver, type Key, phone, type Size } from './driver.ts';
import { click, paint, settle, waitFor } from './page.ts';
import type { Scene } from './scenes.ts';

const selectors = { dialog: '[role=dialog], [role=alertdialog]', question: '[role=alertdialog]' };

/** Selector of what is checked: the last match, which is the topmost dialog. */
const checked = ({ part = selectors.dialog }: Scene) => part;

/** Opens a dialog and waits until it has loaded. */
export async function openDialog(driver: Driver, origin: string, scene: Scene): Promise<void> {
  const { path, clicks = [], key, type, thenKey, thenClick } = scene;
  await driver.open(origin + path);
  if (scene.only === 'narrow') await driver.resize(phone);
  await waitFor('the page', () => driver.run(() => document.querySelector('h1') !== null, null));
  await settle(driver);
  await driver.run(holdExports, null);
  for (const target of clicks) await click(driver, target);
  if (key !== undefined) await driver.press(key);
  if (type !== undefined) await driver.type(type);
  if (thenKey !== undefined) await driver.press(thenKey);
  if (thenClick !== undefined) await click(driver, thenClick);
  const wanted = scene.question ? selectors.question : checked(scene);
  await waitFor(wanted, () => driver.run((selector: string) => document.querySelector(selector) !== null, wanted));
  await settle(driver);
}

/** Keeps an export under way: its dialog closes when it has finished. */
function holdExports(): void {
  const { fetch } = window;
  window.fetch = (input, init) =>
    String(input).includes('/export?') ? new Promise(() => undefined) : fetch(input, init);
}

/** Size of the topmost dialog, or of the scene's part of the page, in whole CSS pixels; null if there is none. */
export function sizeOfTop(driver: Driver, scene: Scene): Promise<Size | null> {
  return driver.run((selector: string) => {
    const top = [...document.querySelectorAll(selector)].at(-1);
    if (top === undefined) return null;
    const { width, height } = top.getBoundingClientRect();
    return { width: Math.round(width), height: Math.round(height) };
  }, checked(scene));
}

/** Names of the expected and the actual tab stops, in page order. */
export interface TabOrder {
  expected: string[];
  forwards: string[];
  backwards: string[];
}

/**
 * Cycles through the topmost dialog with Tab, then with Shift+Tab; through a part of the page, from end to end. Before
 * each key it waits until whatever the focus opens or closes has been painted.
 */
export async function walk(driver: Driver, scene: Scene): Promise<TabOrder> {
  const expected = await names(driver, scene);
  const go = async (key: Key, order: string[]) => {
    const reached = scene.part === undefined ? [] : order.slice(0, 1);
    await focusStop(driver, reached[0] ?? order.at(-1));
    await paint(driver);
    // A date input has several stops, and some browsers stop at scroll containers: allow more than twice as many.
    for (let presses = 0; reached.at(-1) !== order.at(-1) && presses < 2 * order.length + 8; presses += 1) {
      await driver.press(key);
      await paint(driver);
      const name = await focusedName(driver);
      if (name !== null && name !== reached.at(-1)) reached.push(name);
    }
    return reached;
  };
  const forwards = await go('Tab', expected);
  return { expected, forwards, backwards: (await go('Shift+Tab', expected.toReversed())).reverse() };
}

/** Tab stops of a scene; a group of tabs or radios is one, its selected item. Marks each with its number. */
function names(driver: Driver, scene: Scene): Promise<string[]> {
  return driver.run((selector: string) => {
    const top = [...document.querySelectorAll(selector)].at(-1);
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const stops = [...(top?.querySelectorAll<HTMLElement>(focusable) ?? [])]
      .filter((each) => each.tabIndex >= 0 && !each.matches(':disabled, [role=tab], [role=radio]'))
      .filter((each) => each.checkVisibility({ visibilityProperty: true }));
    return stops.map((stop, index) => {
      const name = (stop.getAttribute('aria-label') ?? stop.textContent ?? '').trim().slice(0, 40);
      const isGroup = stop.matches('[role=tablist], [role=radiogroup]');
      const item = isGroup ? stop.querySelector<HTMLElement>('[data-state=active], [data-state=checked]') : null;
      (item ?? stop).dataset.stop = `${index} ${name}`;
      // Without focus events, as in headless Firefox, a group keeps the focus instead of passing it to its item.
      if (!document.hasFocus()) stop.dataset.stop = `${index} ${name}`;
      return `${index} ${name}`;
    });
  }, checked(scene));
}

function focusStop(driver: Driver, name: string | undefined): Promise<void> {
  return driver.run((wanted: string | undefined) => {
    const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')];
    stops.find(({ dataset }) => dataset.stop === wanted)?.focus();
  }, name);
}

/** The stop that has the focus, or what else has it; null for a scroll container that only the browser makes a stop. */
function focusedName(driver: Driver): Promise<string | null> {
  return driver.run(() => {
    const focused = document.activeElement as HTMLElement | null;
    if (focused?.dataset.stop !== undefined) return focused.dataset.stop;
    const { tagName = '', scrollHeight = 0, clientHeight = 0 } = focused ?? {};
    if (focused?.hasAttribute('tabindex') === false && scrollHeight > clientHeight) return null;
    return `unexpected: ${tagName} ${(focused?.getAttribute('aria-label') ?? focused?.textContent ?? '').slice(0, 40)}`;
  }, null);
}

/** Closes the topmost dialog with Escape. Returns null if it closes and restores the focus, else an error message. */
export async function closeDialog(driver: Driver, { clicks = [], returnsTo, unsaved }: Scene): Promise<string | null> {
  const count = () => driver.run((all: string) => document.querySelectorAll(all).length, selectors.dialog);
  const before = await count();
  await driver.press('Escape');
  if (unsaved) await click(driver, { selector: '[role=alertdialog] button', text: 'Discard' });
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
