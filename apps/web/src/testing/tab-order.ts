import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

const group = '[role=tablist], [role=radiogroup]';

/** The elements within `root` that Tab should reach, in document order. A group of tabs or radios is one stop. */
function tabbableIn(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)]
    .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled, :is([role=tab], [role=radio])'))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => (element.matches(group) ? selectedIn(element) : element));
}

function selectedIn(element: HTMLElement): HTMLElement {
  return element.querySelector<HTMLElement>('[data-state=active], [data-state=checked]') ?? element;
}

/** Text that identifies an element: its label or content. */
function nameOf(element: Element | null): string {
  const label = (element as Partial<HTMLInputElement> | null)?.labels?.[0]?.textContent;
  return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
}

/** Resolves when a tooltip that was opened or closed by the focus has been painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

/**
 * Expects Tab to visit everything in a dialog in order and wrap around, and Shift+Tab to go back the same way. Waits
 * for the tooltip of each control before the next key.
 * @param among names of some elements that must be reached
 */
export async function expectTabOrder(dialog: Element, among: readonly string[]): Promise<void> {
  const names = () => tabbableIn(dialog).map(nameOf);
  // Some appear only once the list below the dialog has loaded.
  await expect.poll(names).toEqual(expect.arrayContaining([...among]));
  const expected = names();
  expect(expected).not.toEqual([]);
  tabbableIn(dialog).at(-1)?.focus();
  await painted();
  const forwards = await press('{Tab}', expected.length);
  expect(forwards).toEqual(expected);
  tabbableIn(dialog)[0]?.focus();
  await painted();
  const backwards = await press('{Shift>}{Tab}{/Shift}', expected.length);
  expect(backwards.reverse()).toEqual(expected);
}

async function press(key: string, times: number): Promise<string[]> {
  const reached: (Element | null)[] = [];
  // A date input is several stops.
  for (let presses = 0; reached.length < times && presses < times + 8; presses += 1) {
    await userEvent.keyboard(key);
    await painted();
    if (document.activeElement !== reached.at(-1)) reached.push(document.activeElement);
  }
  return reached.map(nameOf);
}
