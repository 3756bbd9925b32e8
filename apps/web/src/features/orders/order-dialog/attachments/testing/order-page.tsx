import type { Attachment } from '@portal/contract/attachments';
import { page } from 'vitest/browser';
import { renderOrders } from '#testing/render-orders.tsx';
import { serveApi } from '#testing/serve-api.ts';

type Answers = Parameters<typeof serveApi>[0];

const uuid = (number: number) => `0b0c7f2e-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Largest file that the test server accepts. */
export const attachmentMaxBytes = 25 * 1024 ** 2;

/** An attachment of the order, identified by its number. */
export function attachment(number: number, more: Partial<Attachment> = {}): Attachment {
  return {
    id: uuid(number),
    originalName: `file-${number}.bin`,
    size: 1536,
    createdAt: new Date(2026, 10, 20, 9, 41).toISOString(),
    contentType: 'application/octet-stream',
    uploadedBy: 'Ada Byron',
    mayDelete: true,
    kind: null,
    ...more,
  };
}

/** Renders the orders page with order 7 open at a URL; `files` are the attachments on the server. */
export async function showOrder(address: string, files: Attachment[], answers: Answers = {}, role = 'admin') {
  const user = {
    id: uuid(900),
    email: 'ada@portal.example',
    groups: [role],
    createdAt: '2026-01-01T00:00:00Z',
    limits: { attachmentMaxBytes },
  };
  localStorage.clear();
  localStorage.setItem('token', 'good');
  localStorage.setItem('user', JSON.stringify(user));
  const order = { id: '7', rawData: { tranId: 'SO7', entity: { id: '1', refName: 'Café Olimpico' } } };
  const calls = serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
    'GET /netsuite-sales-orders': () => ({ body: { items: [order], total: 1, pages: 1, page: 1, limit: 10 } }),
    'GET /netsuite-sales-orders/7': () => ({ body: order }),
    'GET /netsuite-sales-orders/7/attachments': () => ({ body: files }),
    ...answers,
  });
  return { ...(await renderOrders(address)), calls };
}

export const dialog = page.getByRole('dialog', { name: 'SO7 · Café Olimpico' });
export const list = dialog.getByRole('region', { name: 'Attached files' });

/** Drops files on the page with the browser's drag events. */
export function drop(...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    dialog.element().dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }
}

export const fileOf = (name: string, content = 'content') => new File([content], name);
