import { changeAttachment } from '@portal/contract/attachments';
import { getOrder } from '@portal/contract/orders';
import { type PaperRequest, requestPaper, withdrawPaperRequest } from '@portal/contract/paper-requests';
import type { PaperKind } from '@portal/contract/values';
import type { SignedIn, TestAppOptions } from '../../../testing/app.ts';
import { orders, startAttachmentApp } from '../../attachments/testing/attachment-app.ts';

/** A portal with orders, their files, and requests for papers. Close `app` in `afterAll`. */
export async function startPaperApp(options: TestAppOptions = {}) {
  const files = await startAttachmentApp(options);
  const { app } = files;

  /** What a user is asked for and answers with. */
  type Asked = { guest: SignedIn; orderId?: string; kind?: PaperKind; note?: string };
  const ask = ({ token }: SignedIn, { guest, orderId = orders.first, kind = 'proof-of-delivery', ...more }: Asked) =>
    app.call(requestPaper, { token, params: { id: orderId }, body: { userId: guest.id, kind, ...more } });
  const withdraw = ({ token }: SignedIn, id: string) => app.call(withdrawPaperRequest, { token, params: { id } });
  const setKind = ({ token }: SignedIn, id: string, kind: PaperKind | null) =>
    app.call(changeAttachment, { token, params: { id }, body: { kind } });
  /** The requests in an order's details; undefined if they have none. */
  const requestsOf = async ({ token }: SignedIn, orderId: string = orders.first): Promise<PaperRequest[] | undefined> =>
    (await app.call(getOrder, { token, params: { id: orderId } })).body.paperRequests;
  /** A guest with some assigned orders. */
  const signInGuest = async (fullName: string, ...assigned: string[]): Promise<SignedIn> => {
    const guest = await app.signIn('customer_guest', { fullName });
    for (const orderId of assigned) await files.assign(guest, orderId);
    return guest;
  };
  return { ...files, ask, withdraw, setKind, requestsOf, signInGuest };
}
