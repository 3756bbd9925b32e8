import type { Attachment } from '@portal/contract/attachments';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fileNameOf, holdUploads } from './testing/held-uploads.ts';
import { attachment, attachmentMaxBytes, dialog, drop, fileOf, list, showOrder } from './testing/order-page.tsx';

const address = '/orders?order=7&tab=attachments';
const chosen = dialog.getByRole('list', { name: 'Files to upload' });
const upload = dialog.getByRole('button', { name: /^Upload/ });
const toast = page.getByText('Attachment uploaded successfully');
const question = page.getByRole('alertdialog');

beforeEach(async () => {
  sessionStorage.clear();
  await page.viewport(1280, 900);
});

/** Renders the order with a list that includes files once they are uploaded. */
async function show(files: Attachment[] = [], answers: Parameters<typeof showOrder>[2] = {}) {
  const sent = holdUploads();
  const shown = await showOrder(address, files, answers);
  await expect.element(upload).toBeVisible();
  return { ...shown, sent, files };
}

test('lists a file once even if the list already had it before the response, and refetches the activity log', async () => {
  const { sent, files, queryClient } = await show();
  queryClient.setQueryData(['logs'], { pages: [[]], pageParams: [undefined] });
  drop(fileOf('one.txt'), fileOf('two.txt'));
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect.poll(() => sent.length).toBe(1);
  const [one, two] = [attachment(1, { originalName: 'one.txt' }), attachment(2, { originalName: 'two.txt' })];
  files.unshift(two, one);
  sent[0]?.answer(201, one);
  await expect.element(list.getByText('two.txt')).toBeVisible();
  await expect.poll(() => sent.length).toBe(2);

  let most = 0;
  const watch = new MutationObserver(() => {
    most = Math.max(most, list.getByText('two.txt').elements().length);
  });
  watch.observe(list.element(), { childList: true, subtree: true });
  onTestFinished(() => watch.disconnect());
  sent[1]?.answer(201, two);
  await expect.element(chosen).not.toBeInTheDocument();
  await expect.element(page.getByText('2 attachments uploaded successfully')).toBeVisible();
  expect([most <= 1, list.getByText('two.txt').elements().length]).toEqual([true, 1]);
  expect(queryClient.getQueryState(['logs'])?.isInvalidated).toBe(true);
});

test('uploads files one at a time, each with the description, a percentage and its own result', async () => {
  const { sent, files } = await show();
  await expect.element(upload).toBeDisabled();
  await dialog.getByLabelText('Description (optional)').fill('  From the driver ');
  await expect.element(upload).toBeDisabled();
  drop(fileOf('one.txt'), fileOf('納品書.txt'), fileOf('three.txt'));
  await expect.element(chosen.getByText('Ready').first()).toBeVisible();
  await chosen.getByRole('button', { name: 'Remove three.txt' }).click();
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();

  await expect.poll(() => sent.length).toBe(1);
  expect([...(sent[0]?.form.keys() ?? [])]).toEqual(['description', 'file']);
  expect(sent[0]?.form.get('description')).toBe('From the driver');
  expect(fileNameOf(sent[0])).toBe('one.txt');
  await expect.element(chosen.getByText('Waiting')).toBeVisible();
  sent[0]?.progress(4299, 10_000);
  await expect.element(chosen.getByText('42%')).toBeVisible();
  const uploading = dialog.getByRole('button', { name: 'Uploading…', exact: true });
  await expect.element(uploading).toHaveAttribute('aria-busy', 'true');
  const bar = chosen.getByRole('progressbar', { name: 'Upload of one.txt' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '42');
  await expect.element(dialog.getByText('Uploading one.txt: 25%')).toHaveAttribute('role', 'status');
  sent[0]?.progress(10_000, 10_000);
  await expect.element(chosen.getByText('Finishing...')).toBeVisible();
  await expect.element(chosen.getByRole('button', { name: 'Cancel the upload of one.txt' })).toBeDisabled();
  expect(sent).toHaveLength(1);

  files.unshift(attachment(1, { originalName: 'one.txt' }));
  sent[0]?.answer(201, attachment(1, { originalName: 'one.txt' }));
  await expect.element(list.getByText('one.txt')).toBeVisible();
  await expect.poll(() => sent.length).toBe(2);
  expect(fileNameOf(sent[1])).toBe('納品書.txt');
  sent[1]?.answer(201, attachment(2, { originalName: '納品書.txt' }));
  await expect.element(chosen).not.toBeInTheDocument();
  await expect.element(page.getByText('2 attachments uploaded successfully')).toBeVisible();
  await expect.element(upload).toBeDisabled();
  await expect.element(toast).not.toBeInTheDocument();
  await expect.element(dialog.getByLabelText('Description (optional)')).toHaveValue('');
});

test('shows why an upload failed, offers a retry, and continues with the others', async () => {
  const { sent } = await show();
  drop(fileOf('empty.txt', ''), fileOf('full.bin'), fileOf('lost.txt'), fileOf('last.txt'));
  await expect.element(chosen.getByText('The file is empty.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.answer(413, { message: 'This order already has 500 files.' });
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.lose();
  await expect.poll(() => sent.length).toBe(3);
  sent[2]?.answer(201, attachment(3, { originalName: 'last.txt' }));
  await expect.element(toast).toBeVisible();

  await expect.element(chosen.getByText(/500 files/)).toHaveAttribute('role', 'alert');
  await expect.element(chosen.getByText(/cannot be reached/)).toBeVisible();
  // A deletion makes room, but an empty file stays empty.
  await expect.element(chosen.getByRole('button', { name: 'Retry full.bin' })).toBeVisible();
  expect(chosen.getByRole('button', { name: /^Retry/ }).elements()).toHaveLength(2);
  await chosen.getByRole('button', { name: 'Retry lost.txt' }).click();
  await expect.poll(() => sent.length).toBe(4);
  sent[3]?.answer(201, attachment(4, { originalName: 'lost.txt' }));
  await expect.element(chosen.getByText('lost.txt')).not.toBeInTheDocument();
  expect(chosen.getByRole('listitem').elements()).toHaveLength(2);
});

test('cancels one upload and starts the next', async () => {
  const { sent } = await show();
  drop(fileOf('one.txt'), fileOf('two.txt'));
  await upload.click();
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.progress(1, 2);
  await chosen.getByRole('button', { name: 'Cancel the upload of one.txt' }).click();
  expect(sent[0]?.isAborted).toBe(true);
  await expect.element(chosen.getByText('one.txt')).not.toBeInTheDocument();
  await expect.poll(() => sent.length).toBe(2);
});

test('warns about identical bytes with the existing file name, and can delete the new file', async () => {
  const added = attachment(2, { originalName: 'second.txt' });
  let refused = true;
  const { sent, files } = await show([attachment(1, { originalName: 'first.txt' })], {
    [`DELETE /netsuite-sales-orders/attachments/${added.id}`]: () =>
      refused ? { status: 503, body: { message: 'Not now.' } } : { body: { message: 'Deleted' } },
  });
  drop(fileOf('second.txt'));
  await upload.click();
  await expect.poll(() => sent.length).toBe(1);
  files.unshift(added);
  sent[0]?.answer(201, { ...added, duplicateOf: 'first.txt' });
  const notice = dialog.getByRole('alert').filter({ hasText: '“second.txt” has the same content as “first.txt”' });
  await expect.element(notice).toBeVisible();
  await expect.element(list.getByText('second.txt')).toBeVisible();

  await notice.getByRole('button', { name: 'Delete the new one' }).click();
  await expect.element(page.getByText('Failed to delete attachment')).toBeVisible();
  await expect.element(notice).toBeVisible();
  refused = false;
  files.shift();
  await notice.getByRole('button', { name: 'Delete the new one' }).click();
  await expect.element(page.getByText('Attachment deleted successfully')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(list.getByText('second.txt')).not.toBeInTheDocument();
});

test('shows uploads next to the tabs and asks before leaving the order', async () => {
  const { sent, address: shown } = await show();
  drop(fileOf('one.txt'));
  await upload.click();
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.progress(1, 3);
  await dialog.getByRole('tab', { name: 'Details' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Uploading 33%' })).toBeVisible();

  await userEvent.keyboard('{Escape}');
  await expect.element(question).toHaveAccessibleName('Stop uploading?');
  await expect.element(question.getByText('“one.txt” is not uploaded yet.')).toBeVisible();
  await question.getByRole('button', { name: 'Keep uploading' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent[0]?.isAborted).toBe(false);
  expect(shown()).toBe('/orders?order=7');

  await dialog.getByRole('button', { name: 'Uploading 33%' }).click();
  await expect.element(chosen.getByText('33%')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Stop and close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent[0]?.isAborted).toBe(true);
  expect(shown()).toBe('/orders');
  await page.getByRole('link', { name: 'SO7' }).click();
  await dialog.getByRole('tab', { name: /^Attachments/ }).click();
  await expect.element(upload).toBeDisabled();
  expect(chosen.elements()).toHaveLength(0);
});

test('asks about unsent files and descriptions but not about files that cannot be sent', async () => {
  await show();
  await dialog.getByLabelText('Description (optional)').fill('A note');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toHaveAccessibleName('Discard changes?');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabelText('Description (optional)').fill('');
  drop(fileOf('one.txt'), fileOf('two.txt'));
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(question.getByText('2 files are not uploaded yet.')).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await chosen.getByRole('button', { name: 'Remove one.txt' }).click();
  await chosen.getByRole('button', { name: 'Remove two.txt' }).click();
  drop(fileOf('empty.txt', ''));
  await expect.element(chosen.getByText('The file is empty.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('shows the size limit and rejects a larger file before sending', async () => {
  const { sent } = await show();
  await expect.element(dialog.getByText('Up to 25 MB per file')).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Choose files' }))
    .toHaveAccessibleDescription('Up to 25 MB per file');
  const over = new File([new Uint8Array(attachmentMaxBytes + 1)], 'over.bin');
  const largest = new File([new Uint8Array(attachmentMaxBytes)], 'largest.bin');
  drop(over, largest);
  const refused = chosen.getByRole('listitem').filter({ hasText: 'over.bin' });
  await expect.element(refused.getByRole('alert')).toHaveTextContent('Over the 25 MB limit');
  expect(refused.getByRole('button', { name: /^Retry/ }).elements()).toEqual([]);
  await upload.click();
  await expect.poll(() => sent.map(fileNameOf)).toEqual(['largest.bin']);
  sent[0]?.answer(201, attachment(1, { originalName: 'largest.bin' }));
  await expect.element(toast).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('counts pending and failed files separately in the leave prompt', async () => {
  const { sent } = await show();
  const says = async (text: string) => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(question.getByText(text, { exact: true })).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(question).not.toBeInTheDocument();
  };
  drop(fileOf('large.bin'), fileOf('lost.txt'), fileOf('gone.txt'));
  await dialog.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.answer(413, { message: 'Over the 25 MB limit' });
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.lose();
  await expect.poll(() => sent.length).toBe(3);
  sent[2]?.answer(500, { message: 'Not now.' });
  await expect.element(chosen.getByText('Not now.')).toBeVisible();
  await says('3 files could not be uploaded.');
  drop(fileOf('new.txt'));
  await says('“new.txt” is not uploaded yet. 3 files could not be uploaded.');
  await chosen.getByRole('button', { name: 'Remove large.bin' }).click();
  await chosen.getByRole('button', { name: 'Remove lost.txt' }).click();
  drop(fileOf('newer.txt'));
  await says('2 files are not uploaded yet. “gone.txt” could not be uploaded.');
});

test('restores the description after a page reload until it is sent or discarded', async () => {
  const description = dialog.getByLabelText('Description (optional)');
  const drafts = () => JSON.parse(sessionStorage.getItem('drafts') ?? '{"forms":{}}').forms['attachments:7']?.values;
  const owner = '0b0c7f2e-0000-4000-8000-000000000900';
  const forms = { 'attachments:7': { at: Date.now(), values: { description: 'From the driver' } } };
  sessionStorage.setItem('drafts', JSON.stringify({ owner, forms }));
  const { sent } = await show();
  await expect.element(description).toHaveValue('From the driver');
  await description.fill('From the driver, wet');
  expect(drafts()).toEqual({ description: 'From the driver, wet' });

  drop(fileOf('one.txt'));
  await upload.click();
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(description).toHaveValue('');
  expect(drafts()).toEqual({ description: 'From the driver, wet' });
  sent[0]?.answer(201, attachment(1, { originalName: 'one.txt' }));
  await expect.element(toast).toBeVisible();
  expect(drafts()).toBeUndefined();

  await description.fill('Another');
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(drafts()).toBeUndefined();
});
