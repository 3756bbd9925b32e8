import { readFile } from 'node:fs/promises';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { type Browser, type Download, expect, type Page } from '@playwright/test';
import { address, callApi, pageAs } from './accounts.ts';
import { assignToGuest } from './assigned.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

interface Listed {
  total: number;
  pages: number;
  items: { id: string; rawData: Record<string, unknown> }[];
}

type Format = 'CSV' | 'Excel (XLSX)';

async function begin(page: Page, format: Format): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: format }).click();
}

async function exportAs(page: Page, format: Format): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await begin(page, format);
  return downloading;
}

/** Named by list and UTC day; accepts yesterday in case midnight has just passed. */
function expectNamed(download: Download, list: string, ending: string): void {
  const days = [0, 86_400_000].map((ago) => new Date(Date.now() - ago).toISOString().slice(0, 10));
  expect(days.map((day) => `${list}-${day}.${ending}`)).toContain(download.suggestedFilename());
}

const bytesOf = async (download: Download) => readFile(await download.path());

/** Parses CSV strictly by RFC 4180. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') records.push([]);
    if (end === '') break;
  }
  return records.slice(0, -1);
}

async function readCsv(download: Download): Promise<string[][]> {
  const text = (await bytesOf(download)).toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return parseCsv(text.slice(1));
}

/** Cells of a workbook's first sheet as written, located through the ZIP central directory. */
async function readSheet(download: Download): Promise<string[][]> {
  const bytes = await bytesOf(download);
  let at = bytes.readUInt32LE(bytes.length - 6);
  while (bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)) !== 'xl/worksheets/sheet1.xml') {
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30);
  }
  const header = bytes.readUInt32LE(at + 42);
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const xml = inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 20))).toString('utf8');
  expect(xml).not.toContain('<f>');
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '')),
  );
}

async function headersOf(page: Page): Promise<string[]> {
  const texts = await page.getByRole('columnheader').allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== '' && text !== 'Actions');
}

const number = ({ rawData }: Listed['items'][number]) => String(rawData.tranId);

test('an administrator exports the list with its search, sorting and columns', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders?search=SO1&sort=-total');
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending');
  const shown = await headersOf(page);
  const asked = page.waitForRequest('**/api/netsuite-sales-orders/export?*');
  const download = await exportAs(page, 'CSV');
  expectNamed(download, 'orders', 'csv');
  const sorted = { search: 'SO1', sortBy: 'total', sortOrder: 'DESC' };
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject(sorted);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectToast(page, /rows? exported$/);
  const [header = [], ...rows] = await readCsv(download);
  expect(header).toEqual(shown);

  const listed = await lastListQuery(page);
  expect(listed).toMatchObject(sorted);
  const requested = new URLSearchParams({ ...listed, limit: '100' });
  const first = (await callApi(page, `/netsuite-sales-orders?${requested}`)).body as Listed;
  expect(rows).toHaveLength(first.total);
  const last = (await callApi(page, `/netsuite-sales-orders?${requested}&page=${first.pages}`)).body as Listed;
  const column = header.indexOf('Sales Order #');
  const numbers = rows.map((row) => row[column]);
  expect(numbers.slice(0, 100)).toEqual(first.items.map(number));
  expect(numbers.slice((first.pages - 1) * 100)).toEqual(last.items.map(number));
  const totals = rows.map((row) => Number(row[header.indexOf('Total')]));
  expect(totals).toEqual(totals.toSorted((one, other) => other - one));
});

/** The table's request parameters without the page. */
async function lastListQuery(page: Page): Promise<Record<string, string>> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const url = urls.findLast((name) => /\/netsuite-(sales-orders|customers)\?/.test(name)) ?? '';
  const { page: _page, limit: _limit, ...query } = Object.fromEntries(new URL(url).searchParams);
  return query;
}

test('exports all of ten thousand orders as CSV and as a workbook', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  const { total } = (await callApi(page, '/netsuite-sales-orders?limit=1')).body as Listed;
  const csv = await exportAs(page, 'CSV');
  expect(await readCsv(csv)).toHaveLength(total + 1);
  const workbook = await exportAs(page, 'Excel (XLSX)');
  expectNamed(workbook, 'orders', 'xlsx');
  expect(await readSheet(workbook)).toHaveLength(total + 1);
});

test('a customer member exports its own customer as a workbook, without balances', async ({ browser }) => {
  const page = await pageAs(browser, 'customerMember', '/customers');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const [header, ...rows] = await readSheet(await exportAs(page, 'Excel (XLSX)'));
  expect(header).toEqual(await headersOf(page));
  const { items } = (await callApi(page, '/netsuite-customers')).body as Listed;
  expect(rows.map(([id, name]) => [id, name])).toEqual(
    items.map(({ rawData }) => [rawData.entityId, String(rawData.companyName).replaceAll('&', '&amp;')]),
  );
  expect(String(header)).not.toContain('Balance');
});

test('a guest exports its assigned orders, without order numbers', async ({ browser }) => {
  const admin = await pageAs(browser, 'admin');
  const { items } = (await callApi(admin, '/netsuite-sales-orders?limit=2')).body as Listed;
  const unassign = await assignToGuest(
    browser,
    items.map(({ id }) => id),
  );
  try {
    const page = await pageAs(browser, 'guest', '/orders');
    await expect(page.getByText('1–2 of 2')).toBeVisible();
    const [header, ...rows] = await readCsv(await exportAs(page, 'CSV'));
    // The columns of the file for a column of the list, where they are not the same.
    const inFile: Record<string, string[]> = {
      'Ship To': ['Shipping Address', 'Customer'],
      Note: ['Note', 'Access Until'],
      Tracking: ['Tracking', 'Carrier'],
    };
    expect(header).toEqual((await headersOf(page)).flatMap((name) => inFile[name] ?? name));
    expect(rows).toHaveLength(2);
    const text = rows.flat().join('\n');
    for (const { rawData } of items) expect(text).not.toContain(String(rawData.tranId));
  } finally {
    await unassign();
  }
});

/** Proxy between browser and portal that cuts off, ends early or stalls responses. */
function startFilter(after: number, then: 'cut' | 'end' | 'stall'): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { headers, method = 'GET', url = '' } = incoming;
    const forwarded = ask(`${address('PORTAL_URL')}${url}`, { headers, method }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      let passed = 0;
      answer.on('error', () => undefined).on('end', () => outgoing.end());
      answer.on('data', (chunk: Buffer) => {
        if (passed >= after) return;
        passed += chunk.length;
        outgoing.write(chunk, () => {
          if (passed < after) return;
          answer.destroy();
          if (then === 'cut') outgoing.destroy();
          if (then === 'end') outgoing.end();
        });
      });
    });
    forwarded.on('error', () => outgoing.destroy()).end();
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** An administrator's page whose exports pass through such a proxy; counts the saved files. */
async function openThrough(browser: Browser, server: Server) {
  const page = await pageAs(browser, 'admin', '/orders');
  const saved: Download[] = [];
  page.on('download', (download) => saved.push(download));
  const { port } = server.address() as AddressInfo;
  await page.route('**/api/netsuite-sales-orders/export?*', (route) => {
    const url = new URL(route.request().url());
    url.port = String(port);
    return route.continue({ url: url.href });
  });
  return { page, saved };
}

for (const format of ['CSV', 'Excel (XLSX)'] as const) {
  for (const then of ['cut', 'end'] as const) {
    test(`${format}: reports an export that is ${then === 'cut' ? 'cut off' : 'ended early'}, and saves nothing`, async ({
      browser,
    }) => {
      const server = await startFilter(500_000, then);
      try {
        const { page, saved } = await openThrough(browser, server);
        await begin(page, format);
        const dialog = page.getByRole('dialog', { name: 'Exporting orders' });
        await expect(dialog.getByRole('alert')).toHaveText('Export incomplete. Nothing was saved.');
        await expectAccessible(page);
        expect(saved).toEqual([]);
        await page.unroute('**/api/netsuite-sales-orders/export?*');
        await dialog.getByRole('button', { name: 'Try again' }).click();
        await expectToast(page, /rows exported$/);
        await expect.poll(() => saved).toHaveLength(1);
      } finally {
        server.close();
        server.closeAllConnections();
      }
    });
  }
}

test('an export shows its progress, and Cancel stops it', async ({ browser }) => {
  const server = await startFilter(300_000, 'stall');
  try {
    const { page, saved } = await openThrough(browser, server);
    await begin(page, 'CSV');
    const dialog = page.getByRole('dialog', { name: 'Exporting orders' });
    await expect(dialog.getByText(/^[\d,]+ of [\d,]+ rows$/)).toBeVisible();
    await expect(dialog.getByText(/KB$/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
    expect(saved).toEqual([]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
