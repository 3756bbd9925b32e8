import { openDialog } from './dialogs.ts';
import { type Driver, phone, viewport } from './driver.ts';
import { click, paint, settle, waitFor } from './page.ts';
import { assign } from './scenes.ts';

async function openOrders(driver: Driver, origin: string, query = ''): Promise<void> {
  await driver.open(`${origin}/orders${query}`);
  await waitFor('a row', () => driver.run(() => document.querySelector('main [data-row-link]') !== null, null));
  await settle(driver);
}

/** Hovers a cell that is too narrow by less than its end padding, which Firefox leaves out of `scrollWidth`. */
export async function checkTruncatedCell(driver: Driver, origin: string): Promise<string | null> {
  await openOrders(driver, origin);
  const { text, x, y } = await driver.run(() => {
    const cells = [...document.querySelectorAll<HTMLElement>('main td[data-full-text]')];
    for (const cell of cells) {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const box = cell.getBoundingClientRect();
      const { left, width } = range.getBoundingClientRect();
      const room = box.right - left - width;
      if (room < 0 || getComputedStyle(cell).textAlign === 'right') continue;
      cell.style.paddingRight = `${room + 4}px`;
      return { text: cell.textContent, x: left + 4, y: box.top + box.height / 2 };
    }
    throw new Error('no cell has room for its text');
  }, null);
  await driver.hover(x, y);
  await waitFor(`the full text of ${text}`, () =>
    driver.run(
      (wanted: string) =>
        [...document.querySelectorAll('body > [aria-hidden].fixed')].some(({ textContent }) => textContent === wanted),
      text,
    ),
  );
  return null;
}

/** Compares the painted statuses with the same ones when nothing is clipped. */
export async function checkStatusLetters(driver: Driver, origin: string): Promise<string | null> {
  await openOrders(driver, origin, '?status=Pending+Fulfillment');
  const count = await driver.run(() => {
    const labels = document.querySelectorAll<HTMLElement>('main td svg + span');
    // Whatever else is on the page may change meanwhile.
    document.body.style.visibility = 'hidden';
    for (const label of labels) label.style.visibility = 'visible';
    return labels.length;
  }, null);
  if (count === 0) return 'there is no status';
  await paint(driver);
  const asShown = await driver.picture();
  await driver.run(() => {
    for (const label of document.querySelectorAll<HTMLElement>('main td svg + span')) label.style.overflow = 'visible';
  }, null);
  await paint(driver);
  return asShown.equals(await driver.picture()) ? null : 'letters are clipped';
}

/** Compares the widths of the From and To fields with those that a date and the calendar icon need. */
export async function checkDateFields(driver: Driver, origin: string): Promise<string | null> {
  const faults: string[] = [];
  for (const [path, text] of [
    ['/overview', 'Time'],
    ['/orders', 'Filter'],
  ] as const) {
    for (const size of [viewport, phone]) {
      await openDialog(driver, origin, { name: text, path, clicks: [{ selector: 'button', text }] });
      await driver.resize(size);
      await paint(driver);
      const widths = await driver.run(() => {
        const fields = document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=date]');
        return [...fields].map((field) => {
          const given = field.offsetWidth;
          field.style.width = 'max-content';
          return { given, needed: field.offsetWidth };
        });
      }, null);
      await driver.resize(viewport);
      const isTruncated = widths.length < 2 || widths.some(({ given, needed }) => given < needed);
      if (isTruncated) faults.push(`${text} at ${size.width} px: ${JSON.stringify(widths)}`);
    }
  }
  return faults.length === 0 ? null : faults.join(', ');
}

/** Types several lines into an assignment's note. */
export async function checkNote(driver: Driver, origin: string): Promise<string | null> {
  await openDialog(driver, origin, { name: 'assign-orders', path: '/orders', clicks: assign });
  const measure = () => driver.run(() => document.querySelector('textarea')?.offsetHeight ?? 0, null);
  const before = await measure();
  await click(driver, { selector: 'textarea' });
  await driver.type('Deliver to the dock at the back of the building. '.repeat(10));
  const after = await measure();
  return after > before + 40 ? null : `from ${before} to ${after} px`;
}
