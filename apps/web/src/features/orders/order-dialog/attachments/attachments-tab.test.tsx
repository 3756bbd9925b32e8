import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { attachment, dialog, list, showOrder } from './testing/order-page.tsx';

const address = '/orders?order=7&tab=attachments';
const rows = () => list.getByRole('listitem');

beforeEach(() => page.viewport(1280, 900));

describe('tab and URL', () => {
  test('adds a history entry per tab, omits the parameter for the default tab, and removes all entries on close', async () => {
    const { address: shown, back, steps } = await showOrder('/orders?search=so', [attachment(1)]);
    await page.getByRole('link', { name: 'SO7' }).click();
    await dialog.getByRole('tab', { name: 'Attachments 1' }).click();
    await expect.element(rows()).toBeVisible();
    expect(shown()).toBe('/orders?search=so&order=7&tab=attachments');
    back();
    await expect.element(dialog.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
    expect(shown()).toBe('/orders?search=so&order=7');
    await dialog.getByRole('tab', { name: 'Attachments 1' }).click();
    await dialog.getByRole('tab', { name: 'Details' }).click();
    expect(shown()).toBe('/orders?search=so&order=7');
    expect(steps()).toBe(3);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(shown()).toBe('/orders?search=so');
    expect(steps()).toBe(3);
    await page.getByRole('link', { name: 'SO7' }).click();
    await expect.element(dialog).toBeVisible();
    expect(steps()).toBe(1);
  });

  test('opens the tab from a link and removes both parameters on close', async () => {
    const { address: shown } = await showOrder(`${address}&search=so`, []);
    await expect.element(dialog.getByText('No attachments found')).toBeVisible();
    await expect.element(dialog.getByRole('tab', { name: 'Attachments 0' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(shown()).toBe('/orders?search=so');
  });

  test('shows the first tab when the URL names an unknown tab', async () => {
    await showOrder('/orders?order=7&tab=invoices', []);
    await expect.element(dialog.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('list', () => {
  test.each([
    ['admin', 'Everyone who sees this order sees its files. Guests see only their own invoices.'],
    ['customer_guest', 'Others with access to this order can see the files you add.'],
  ])('says who sees the files: %s', async (role, hint) => {
    const orders = { body: { items: [], total: 0 } };
    await showOrder(address, [], { 'GET /netsuite-sales-orders/assigned-orders': () => orders }, role);
    await expect.element(page.getByText(hint)).toBeVisible();
  });

  test('shows all files of an order that the server lists in several pages', async () => {
    const files = Array.from({ length: 205 }, (_, index) => attachment(index));
    const readPage = ({ query }: { query: string }) => {
      const before = new URLSearchParams(query).get('beforeId');
      const start = before === null ? 0 : files.findIndex(({ id }) => id === before) + 1;
      return { body: files.slice(start, start + 100) };
    };
    await showOrder(address, [], { 'GET /netsuite-sales-orders/7/attachments': readPage });
    await expect.element(dialog.getByRole('tab', { name: 'Attachments 205' })).toBeVisible();
    expect(rows().elements()).toHaveLength(205);
  });

  test.each([100, 120])('shows each of %s files once with a server that lists all at once', async (count) => {
    await showOrder(
      address,
      Array.from({ length: count }, (_, index) => attachment(index)),
    );
    await expect.element(dialog.getByRole('tab', { name: `Attachments ${count}` })).toBeVisible();
    expect(rows().elements()).toHaveLength(count);
  });

  test('is 300 px high while loading, failed, empty and full, and is reachable by Tab', async () => {
    const answer = Promise.withResolvers<{ status?: number; body: unknown }>();
    let next: () => typeof answer.promise = () => answer.promise;
    await showOrder(address, [], { 'GET /netsuite-sales-orders/7/attachments': () => next() });
    await expect.element(list.getByText('Loading')).toBeInTheDocument();
    expect((list.element() as HTMLElement).offsetHeight).toBe(300);
    answer.resolve({ status: 400, body: { message: 'The files are away.' } });
    await expect.element(list.getByText('The attachments could not be loaded.')).toBeVisible();
    await expect.element(list.getByText('The files are away.')).toBeVisible();
    expect((list.element() as HTMLElement).offsetHeight).toBe(300);
    next = async () => ({ body: Array.from({ length: 30 }, (_, index) => attachment(index)) });
    await list.getByRole('button', { name: 'Retry' }).click();
    await expect.element(rows().first()).toBeVisible();
    expect(rows().elements()).toHaveLength(30);
    expect((list.element() as HTMLElement).offsetHeight).toBe(300);
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(rows().last()).toBeInViewport();
  });

  test('shows name, size, uploader, date and description in a row and truncates long text', async () => {
    const name = `${'納品書'.repeat(60)}.pdf`;
    await showOrder(address, [
      attachment(1, { originalName: name, size: 26_214_400, description: 'Signed at dock 4', uploadedBy: 'Zoé 日本' }),
    ]);
    await expect.element(rows().getByText('25.00 MB')).toBeVisible();
    await expect.element(rows().getByText('Zoé 日本')).toBeVisible();
    await expect.element(rows().getByText('Signed at dock 4')).toBeVisible();
    expect(rows().getByRole('time').element().textContent?.replaceAll(/\s/g, ' ')).toBe('Nov 20, 2026, 09:41 AM');
    const cut = rows().getByText(name, { exact: true });
    await expect.element(cut).toHaveAttribute('tabindex', '0');
    expect(list.element().scrollWidth).toBe(list.element().clientWidth);
  });

  test('shows a usual name in full on a phone', async () => {
    await page.viewport(390, 844);
    const name = 'packing-slip-2026-11-26.pdf';
    await showOrder(address, [attachment(1, { originalName: name, contentType: 'application/pdf', mayDelete: true })]);
    const shown = rows().getByText(name, { exact: true });
    await expect.element(shown).toBeVisible();
    expect(shown.element().scrollWidth).toBe(shown.element().clientWidth);
  });

  test('previews only images and PDFs, determined by content rather than by name', async () => {
    const kinds = {
      'a.svg': 'image/png',
      'b.png': 'image/svg+xml',
      'c.png': 'text/plain',
      'd.pdf': 'text/html',
      'e.gif': 'image/gif',
      'f.tif': 'image/tiff',
    };
    const files = Object.entries(kinds).map(([originalName, contentType], index) =>
      attachment(index, { originalName, contentType }),
    );
    await showOrder(address, files);
    await expect.element(rows().first()).toBeVisible();
    const offered = list.getByRole('button', { name: /^(Preview|Open)/ }).elements();
    expect(offered.map((button) => button.getAttribute('aria-label'))).toEqual(['Preview a.svg', 'Preview e.gif']);
    expect(list.getByRole('button', { name: /^Download/ }).elements()).toHaveLength(6);
  });

  test('deletes a file after a confirmation that names it; shows the button only where deletion is allowed', async () => {
    let files = [attachment(1, { originalName: 'mine.txt' }), attachment(2, { mayDelete: false })];
    const { calls } = await showOrder(address, [], {
      'GET /netsuite-sales-orders/7/attachments': () => ({ body: files }),
      [`DELETE /netsuite-sales-orders/attachments/${attachment(1).id}`]: () => {
        files = files.slice(1);
        return { body: { message: 'Attachment deleted successfully' } };
      },
    });
    await expect.element(rows().first()).toBeVisible();
    expect(list.getByRole('button', { name: /^Delete/ }).elements()).toHaveLength(1);
    await list.getByRole('button', { name: 'Delete mine.txt' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete mine.txt?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(calls.some(({ key }) => key.startsWith('DELETE'))).toBe(false);
    await list.getByRole('button', { name: 'Delete mine.txt' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Attachment deleted successfully')).toBeVisible();
    await expect.element(list.getByText('mine.txt')).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('tab', { name: 'Attachments 1' })).toBeVisible();
  });

  test('refetches the activity log after a download and a deletion', async () => {
    const content = `/netsuite-sales-orders/attachments/${attachment(1).id}`;
    const { queryClient } = await showOrder(address, [attachment(1)], {
      [`GET ${content}`]: () => ({ body: 'the bytes' }),
      [`DELETE ${content}`]: () => ({ body: { message: 'Attachment deleted successfully' } }),
    });
    const isOutdated = () => queryClient.getQueryState(['logs'])?.isInvalidated;
    queryClient.setQueryData(['logs'], { pages: [[]], pageParams: [undefined] });
    await list.getByRole('button', { name: 'Download file-1.bin' }).click();
    await expect.poll(isOutdated).toBe(true);
    queryClient.setQueryData(['logs'], { pages: [[]], pageParams: [undefined] });
    expect(isOutdated()).toBe(false);
    await list.getByRole('button', { name: 'Delete file-1.bin' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(isOutdated).toBe(true);
  });

  test('shows a specific message when a download fails', async () => {
    await showOrder(address, [attachment(1)], {
      [`GET /netsuite-sales-orders/attachments/${attachment(1).id}`]: () => ({
        status: 404,
        body: { message: 'The file is missing.' },
      }),
    });
    await list.getByRole('button', { name: 'Download file-1.bin' }).click();
    await expect.element(page.getByText('Failed to download attachment')).toBeVisible();
    await expect.element(page.getByText('The file is missing.')).toBeVisible();
  });
});
