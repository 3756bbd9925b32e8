import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';

/**
 * Whether the record service knows a record. Only "not found" is a no: REST loads records in edit mode, so that a locked
 * or forbidden one is refused although it exists (rest-facts, section 3). Throws when NetSuite gives no answer.
 */
export async function recordExists(
  client: NetsuiteClient,
  type: 'salesOrder' | 'customer' | 'itemFulfillment' | 'invoice',
  id: string,
  call?: CallOptions,
): Promise<boolean> {
  try {
    await client.record(type, id, { ...call, fields: ['id'] });
    return true;
  } catch (error) {
    if (failedAs(error, 'not-found')) return false;
    if (failedAs(error, 'refused', 'permission')) return true;
    throw error;
  }
}
