import type { Driver, Key } from './driver.ts';
import { click, settle, type Target, waitFor } from './page.ts';

/** A dialog, and how a person opens it. */
interface Scene {
  name: string;
  path: string;
  /** Elements to click in order. If empty, the URL or the key opens the dialog. */
  clicks?: readonly Target[];
  key?: Key;
  /** Element that has the focus after closing, if not the one clicked last. */
  returnsTo?: string;
}

const row = { selector: 'main [data-row-link]' };
const actions = { selector: 'main button', text: 'Actions', last: true };
const item = (text: string) => ({ selector: '[role=menuitem]', text });
const button = (text: string) => ({ selector: 'button', text });

/** Every dialog that an administrator can open. */
export const scenes: readonly Scene[] = [
  { name: 'order', path: '/orders', clicks: [row] },
  { name: 'order-attachments', path: '/orders', clicks: [row, { selector: '[role=tab]', text: 'Attachments' }] },
  { name: 'customer', path: '/customers', clicks: [row] },
  {
    name: 'assign-orders',
    path: '/orders',
    clicks: [{ selector: '[role=checkbox]', text: 'Select SO' }, button('Assign Orders')],
  },
  {
    name: 'save-preset',
    path: '/orders?status=Billed',
    clicks: [button('Presets'), button('Save as')],
    // The panel with the other button has closed by then.
    returnsTo: 'Presets',
  },
  { name: 'user-details', path: '/users', clicks: [actions, item('View Detail')] },
  { name: 'edit-user', path: '/users', clicks: [actions, item('Edit')] },
  { name: 'reset-password', path: '/users', clicks: [actions, item('Reset password')] },
  { name: 'delete-user', path: '/users', clicks: [actions, item('Delete')] },
  { name: 'edit-group', path: '/users?tab=groups', clicks: [actions, item('Edit')] },
  { name: 'invite-user', path: '/users', clicks: [button('Invite User')] },
  { name: 'invite-people', path: '/users?inviteMany=1' },
  { name: 'register-user', path: '/users?register=1' },
  { name: 'palette', path: '/overview', key: 'Control+k' },
  { name: 'shortcuts', path: '/overview', key: '?' },
];

export interface Size {
  width: number;
  height: number;
}

/** Opens a dialog and waits until it has loaded. */
export async function openDialog(driver: Driver, origin: string, { path, clicks = [], key }: Scene): Promise<void> {
  await driver.open(origin + path);
  await waitFor('the page', () => driver.run(() => document.querySelector('h1') !== null, null));
  await settle(driver);
  for (const target of clicks) await click(driver, target);
  if (key !== undefined) await driver.press(key);
  await waitFor('a dialog', async () => (await sizeOfTop(driver)) !== null);
  await settle(driver);
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

/** Waits until two frames have been painted since it was called. */
async function paint(driver: Driver): Promise<void> {
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

/** Closes the topmost dialog with Escape. Returns null if it closes and restores the focus, else an error message. */
export async function closeDialog(driver: Driver, { clicks = [], returnsTo }: Scene): Promise<string | null> {
  await driver.press('Escape');
  await waitFor('the dialog to close', async () => (await sizeOfTop(driver)) === null);
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
  const scene = scenes.find(({ name }) => name === 'assign-orders');
  if (scene === undefined) throw new Error('there is no such dialog');
  await openDialog(driver, origin, scene);
  const measure = () => driver.run(() => document.querySelector('textarea')?.offsetHeight ?? 0, null);
  const before = await measure();
  await click(driver, { selector: 'textarea' });
  await driver.type('Deliver to the dock at the back of the building. '.repeat(10));
  return { before, after: await measure() };
}
