import { createHmac } from 'node:crypto';
import { receiveChanges } from '@portal/contract/change-feed';
import { callEndpoint } from '../../../testing/client.ts';

export const feedSecret = 'a secret for tests alone, of at least 32 characters';

/** Signs a body as NetSuite's scripts do, independent of the portal's code. */
export function signed(body: unknown, timestamp: number | string, secret = feedSecret): Record<string, string> {
  const text = `${timestamp}.${JSON.stringify(body)}`;
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  return { 'x-portal-timestamp': String(timestamp), 'x-portal-signature': signature };
}

let sent = 0;

/** Sends a signed notification; each has a timestamp of its own. */
export function notify(url: string, changes: readonly { type: string; id: string }[], now: Date) {
  sent += 1;
  const body = { changes };
  return callEndpoint(url, receiveChanges, { body, headers: signed(body, now.getTime() + sent) });
}
