import { accounts, password } from '../accounts.ts';
import { readCode, readInbox } from './story.ts';

/** What some dialogs are about. */
export interface Data {
  /** Number of an order with an attached image and a requested paper. */
  order: string;
  /** Display name of a guest who has been assigned that order. */
  guest: string;
  /** Number of an order of another customer than the guest's. */
  foreignOrder: string;
}

/**
 * Adds what some dialogs need: an image attached to an order, the order assigned to the demo guest, who is asked for a
 * paper, a filter preset, and a second session of the administrator.
 */
export async function addData(portal: string, inbox: string): Promise<Data> {
  const seen = new Set((await readInbox(inbox)).map(({ id }) => id));
  let token = '';

  // biome-ignore lint/suspicious/noExplicitAny: responses whose fields are each read once.
  async function call(path: string, body?: object): Promise<any> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${portal}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  const email = accounts.admin;
  await call('/auth/login/initiate', { email, password });
  const otp = await readCode(inbox, email, seen);
  token = (await call('/auth/login/verify', { email, otp })).access_token;

  const { items } = await call('/netsuite-sales-orders?limit=100');
  const [{ id, rawData }] = items;
  const form = new FormData();
  form.append('file', new File([new Uint8Array(Buffer.from(picture, 'base64'))], 'dock.png'));
  await call(`/netsuite-sales-orders/${id}/attachments`, form);

  const guests: { id: string; email: string; fullName?: string; customerNetsuiteId?: string }[] = await call(
    '/customer-invitations/guest-users',
  );
  const guest = guests.find((each) => each.email === accounts.guest);
  if (guest === undefined) throw new Error('the demo guest is missing');
  await call('/auth/assign-orders', { userId: guest.id, orderIds: [id] });
  await call(`/netsuite-sales-orders/${id}/paper-requests`, { userId: guest.id, kind: 'proof-of-delivery' });

  const columnFilters = [{ id: 'status', value: 'Billed' }];
  const preset = { id: 'billed', name: 'Billed', globalFilter: '', columnFilters, isDefault: false };
  const prefrenceSetting = JSON.stringify([{ ...preset, createdAt: new Date().toISOString() }]);
  await call('/prefrences', { label: 'filter-presets-orders', prefrenceSetting });
  const foreign = items.find((each: (typeof items)[number]) => each.rawData.entity.id !== guest.customerNetsuiteId);
  return { order: rawData.tranId, guest: guest.fullName ?? guest.email, foreignOrder: foreign.rawData.tranId };
}

/** A PNG image of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
