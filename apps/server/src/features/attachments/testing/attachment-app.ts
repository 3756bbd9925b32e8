import { readdir } from 'node:fs/promises';
import * as contract from '@portal/contract/attachments';
import type { SignedIn, TestAppOptions } from '../../../testing/app.ts';
import { startTestApp } from '../../../testing/app.ts';
import { checkAnswer } from '../../../testing/client.ts';
import { generateOrders, upsertOrders } from '../../orders/testing/order-arbitrary.ts';

/** Two orders of customer 1, one of customer 2. */
export const orders = { first: '101', second: '102', foreign: '201' } as const;

type Content = string | Uint8Array<ArrayBuffer>;
export type Part = { field?: string; name: string; content: Content; type?: string };
export type Upload = { file?: Part | Part[]; description?: string; kind?: string; orderId?: string };
export type AttachmentApp = Awaited<ReturnType<typeof startAttachmentApp>>;

/** A portal with three orders and their file endpoints. Close `app` in `afterAll`. */
export async function startAttachmentApp(options: TestAppOptions = {}) {
  const app = await startTestApp(options);
  await upsertTestOrders(app.database.pool);

  /**
   * Sends a form with the file after the description, as browsers do, and validates the response against the contract.
   */
  async function upload(token: string | undefined, { file, description, kind, orderId = orders.first }: Upload) {
    const form = new FormData();
    if (description !== undefined) form.append('description', description);
    if (kind !== undefined) form.append('kind', kind);
    for (const { field = 'file', name, content, type } of [file ?? []].flat()) {
      form.append(field, new Blob([content], type === undefined ? {} : { type }), name);
    }
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const path = `/api/netsuite-sales-orders/${orderId}/attachments`;
    const response = await app.fetch(path, { method: 'POST', headers, body: form });
    const body = (await response.json()) as contract.UploadedAttachment & { message: string };
    checkAnswer(contract.uploadAttachment, response.status, body);
    return { status: response.status, body };
  }

  /** Uploads a file; fails if it is rejected. */
  async function add(user: SignedIn, name = 'file.txt', content: Content = 'some text', orderId?: string) {
    const { status, body } = await upload(user.token, { file: { name, content }, ...(orderId && { orderId }) });
    if (status !== 201) throw new Error(`${status} ${body.message}`);
    return body;
  }

  const list = (user: SignedIn, id: string = orders.first) =>
    app.call(contract.listAttachments, { token: user.token, params: { id } });
  const remove = (user: SignedIn, id: string) =>
    app.call(contract.deleteAttachment, { token: user.token, params: { id } });
  const download = (user: SignedIn, id: string) =>
    app.fetch(`/api/netsuite-sales-orders/attachments/${id}`, { headers: { authorization: `Bearer ${user.token}` } });
  const assign = (user: SignedIn, orderId: string) =>
    app.database.db.insertInto('order_assignments').values({ user_id: user.id, order_id: orderId }).execute();

  /** Contents of the storage, and the matching database rows. */
  async function stored() {
    const entries = await readdir(app.storageFolder, { recursive: true, withFileTypes: true });
    const rows = await app.database.pool.query<{ attachments: number; unclaimed: number }>(
      `select (select count(*)::int from attachments) as attachments,
         (select count(*)::int from unclaimed_files) as unclaimed`,
    );
    return { files: entries.filter((entry) => entry.isFile()).length, ...rows.rows[0] };
  }

  return { app, upload, add, list, remove, download, assign, stored };
}

export async function upsertTestOrders(pool: Parameters<typeof upsertOrders>[0]): Promise<void> {
  const generated = generateOrders(3, 7);
  const ids = Object.values(orders);
  await upsertOrders(
    pool,
    generated.map((order, index) => {
      const id = Number(ids[index]);
      return { ...order, id, customer_id: Math.floor(id / 100), tran_id: `SO-${id}` };
    }),
  );
}
