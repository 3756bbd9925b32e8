import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { assignToGuest } from './assigned.ts';
import {
  add,
  choose,
  download,
  drop,
  file,
  freshOrder,
  listed,
  openTab,
  rows,
  slowDown,
  uploadButton,
} from './attachments.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('uploads chosen and dropped files with progress and a description, and downloads them under their names', async ({
  browser,
}) => {
  const orderId = await freshOrder(browser);
  const { page, dialog } = await openTab(browser, 'admin', orderId);
  await expect(dialog.getByText('No attachments found')).toBeVisible();
  await expect(uploadButton(page)).toBeDisabled();
  expect(await page.getByRole('region', { name: 'Attached files' }).evaluate((area) => area.clientHeight)).toBe(298);

  const japanese = '納品書 二〇二六年「控え」.txt';
  const long = `${'n'.repeat(196)}.txt`;
  await choose(page, file(japanese, 'x'.repeat(1_500_000)), file(long, 'short'));
  await drop(page, 'dropped.txt', 'dropped here');
  await dialog.getByLabel('Description (optional)').fill('As signed at dock 4');
  // Slow enough for a minute of it.
  const speedUp = await slowDown(page, 25_000);
  await uploadButton(page).click();
  const bar = dialog.getByRole('progressbar', { name: `Upload of ${japanese}` });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  await expect(dialog.getByText(/^[1-9]\d?%$/)).toBeVisible();
  await speedUp();
  await expectToast(page, '3 attachments uploaded successfully');
  await expect(rows(page)).toHaveCount(3);
  await expect(dialog.getByRole('tab', { name: 'Attachments 3' })).toBeVisible();
  await expect(dialog.getByText('1.43 MB')).toBeVisible();
  await expect(dialog.getByText('5.00 Bytes')).toBeVisible();
  await expect(rows(page).getByText('As signed at dock 4')).toHaveCount(3);
  const kept = await listed(page, orderId);
  expect(kept.map(({ originalName }) => originalName)).toEqual(['dropped.txt', long, japanese]);
  expect(new Set(kept.map(({ description }) => description))).toEqual(new Set(['As signed at dock 4']));

  for (const [name, content] of [
    [japanese, 'x'.repeat(1_500_000)],
    [long, 'short'],
    ['dropped.txt', 'dropped here'],
  ] as const) {
    const saved = await download(page, name);
    expect(saved.suggestedFilename()).toBe(name);
    expect(await readFile(await saved.path(), 'utf8')).toBe(content);
  }
});

test('a canceled upload leaves nothing; an oversized or failed one shows an error, and Retry sends it', async ({
  browser,
}) => {
  const orderId = await freshOrder(browser);
  const { page, dialog } = await openTab(browser, 'admin', orderId);
  const speedUp = await slowDown(page, 25_000);
  await choose(page, file('cancelled.bin', Buffer.alloc(5_000_000, 1)));
  await uploadButton(page).click();
  await expect(dialog.getByText(/^[1-9]\d?%$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel the upload of cancelled.bin' }).click();
  await expect(dialog.getByText('cancelled.bin')).toBeHidden();
  await speedUp();

  await choose(page, file('large.bin', Buffer.alloc(26 * 1024 * 1024, 1)), file('empty.txt', ''));
  await expect(dialog.getByText('The file is empty.')).toBeVisible();
  await expect(dialog.getByText('Over the 25 MB limit')).toBeVisible();
  await page.context().setOffline(true);
  await choose(page, file('lost.txt', 'lost and found'));
  await uploadButton(page).click();
  await expect(dialog.getByText(/The server cannot be reached/)).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Retry lost.txt' }).click();
  await expect(rows(page)).toHaveCount(1);
  expect((await listed(page, orderId)).map(({ originalName }) => originalName)).toEqual(['lost.txt']);
});

test('asks before deleting a file; a customer member can delete only its own files', async ({ browser }) => {
  const orderId = await freshOrder(browser);
  const { page } = await openTab(browser, 'admin', orderId);
  await add(page, file('by the admin.txt', 'one'), file('to delete.txt', 'two'));
  await page.getByRole('button', { name: 'Delete to delete.txt' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete to delete.txt?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Attachment deleted successfully');
  await expect(rows(page)).toHaveCount(1);

  const { page: members } = await openTab(browser, 'customerMember', orderId);
  await add(members, file('by the member.txt', 'three'));
  await expectToast(members, 'Attachment uploaded successfully');
  await expect(rows(members)).toHaveCount(2);
  await expect(members.getByRole('button', { name: 'Download by the admin.txt' })).toBeVisible();
  await expect(members.getByRole('button', { name: /^Delete/ })).toHaveCount(1);
  await members.getByRole('button', { name: 'Delete by the member.txt' }).click();
  await members.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rows(members)).toHaveCount(1);
  expect((await listed(page, orderId)).map(({ originalName }) => originalName)).toEqual(['by the admin.txt']);
});

test('names the existing file when the same bytes are uploaded again', async ({ browser }) => {
  const orderId = await freshOrder(browser);
  const { page, dialog } = await openTab(browser, 'customerMember', orderId);
  await add(page, file('first.txt', 'the same'));
  await add(page, file('second.txt', 'the same'));
  const notice = dialog.getByRole('alert').filter({ hasText: '“second.txt” has the same content as “first.txt”' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Delete the new one' }).click();
  await expectToast(page, 'Attachment deleted successfully');
  await expect(notice).toBeHidden();
  expect((await listed(page, orderId)).map(({ originalName }) => originalName)).toEqual(['first.txt']);
});

test('a link opens the tab, Back moves between tabs, and leaving unfinished uploads needs confirmation', async ({
  browser,
}) => {
  const orderId = await freshOrder(browser);
  const { page, dialog } = await openTab(browser, 'admin', orderId);
  await dialog.getByRole('tab', { name: 'Details' }).click();
  await expect(page).toHaveURL(new RegExp(`order=${orderId}$`));
  await page.goBack();
  await expect(page).toHaveURL(/tab=attachments/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/orders$/);

  await page.locator('[data-row-link]').first().click();
  await dialog.getByRole('tab', { name: /^Attachments/ }).click();
  await choose(page, file('chosen.txt', 'not sent'));
  await page.goBack();
  await expect(dialog.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Discard what is not uploaded?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/order=/);
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/orders$/);
});

test('restores the chosen files after the session ended and the user signed in again', async ({ browser }) => {
  const orderId = await freshOrder(browser);
  const { page, dialog } = await openTab(browser, 'admin', orderId);
  const stored = await page.evaluate(() => ({ ...localStorage }));
  await choose(page, file('kept.txt', 'kept'));
  await page.evaluate(() => localStorage.setItem('token', 'ended'));
  await uploadButton(page).click();
  await expectToast(page, 'Unauthorized');
  await expect(page).toHaveURL(/login/);
  // As if the same user had signed in in another tab.
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, String(value));
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  }, stored);
  await expect(page).toHaveURL(/tab=attachments/);
  await dialog.getByRole('button', { name: 'Retry kept.txt' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('keeps a description when the session ends, even after a reload', async ({ browser }) => {
  const orderId = await freshOrder(browser);
  const { page, dialog } = await openTab(browser, 'admin', orderId);
  const stored = await page.evaluate(() => ({ ...localStorage }));
  const description = dialog.getByLabel('Description (optional)');
  await choose(page, file('gone.txt', 'gone with the page'));
  await description.fill('As signed at dock 4');
  await page.evaluate(() => localStorage.setItem('token', 'ended'));
  await uploadButton(page).click();
  // The page with the form has unmounted by now; with a token set earlier, the form would count as closed by the user.
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, String(value));
  }, stored);
  await page.goto(`/orders?order=${orderId}&tab=attachments`);
  await expect(description).toHaveValue('As signed at dock 4');
  await add(page, file('again.txt', 'chosen again'));
  await expect(rows(page).getByText('As signed at dock 4')).toBeVisible();
  await page.reload();
  await expect(description).toHaveValue('');
});

test('a guest can add files to an assigned order and delete only its own', async ({ browser }) => {
  const orderId = await freshOrder(browser);
  const { page: admin } = await openTab(browser, 'admin', orderId);
  await add(admin, file('by the admin.txt', 'one'));
  const unassign = await assignToGuest(browser, [orderId]);
  try {
    const { page } = await openTab(browser, 'guest', orderId);
    await expect(rows(page)).toHaveCount(1);
    await add(page, file('by the guest.txt', 'two'));
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Delete by the guest.txt' })).toBeVisible();
    await expectAccessible(page);
  } finally {
    await unassign();
  }
});

test('the tab is accessible and fits, wide and narrow, light and dark', async ({ browser }) => {
  const orderId = await freshOrder(browser);
  const { page, dialog } = await openTab(browser, 'admin', orderId);
  await expectAccessible(page);
  await add(page, file(`${'long name '.repeat(20)}.txt`, 'one'), file('picture.png', png));
  await choose(page, file('chosen.txt', 'two'), file('empty.txt', ''));
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 780 },
  ]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    const area = page.getByRole('region', { name: 'Attached files' });
    expect(await area.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const panel = dialog.getByRole('tabpanel');
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});
