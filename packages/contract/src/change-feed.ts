import { z } from 'zod';
import { netsuiteId } from './common.ts';
import { endpointsOf } from './endpoint.ts';

const endpoint = endpointsOf('Sync');

export const receiveChanges = endpoint('POST /netsuite/changes', 'public', {
  summary:
    'Records that changed in NetSuite, sent by its scripts. `X-Portal-Timestamp`: milliseconds since 1970; ' +
    '`X-Portal-Signature`: HMAC-SHA256 in hex of the timestamp, a period and the body. 404 unless it is configured',
  body: z.object({
    changes: z
      .array(
        z.object({
          type: z.string().min(1).max(100).meta({
            description:
              "NetSuite's record type, in any case; types other than salesorder, customer, itemfulfillment and invoice are ignored",
          }),
          id: netsuiteId,
        }),
      )
      .min(1)
      .max(200),
  }),
  response: z.object({
    accepted: z.number().int().meta({ description: 'Records that are read again from NetSuite' }),
    ignored: z.number().int(),
  }),
  errors: [404, 409, 413, 415, 429],
});
