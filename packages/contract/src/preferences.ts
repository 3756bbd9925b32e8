import { z } from 'zod';
import { anyText, uuid, version, visibleLine } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { MAX_PREFERENCE_LENGTH } from './values.ts';

const endpoint = endpointsOf('Preferences');

const label = visibleLine(200);

const preference = z.object({
  id: uuid,
  label: z.string(),
  userId: uuid,
  prefrenceSetting: z.string().meta({ description: 'JSON text; the spelling is the interface' }),
  version,
});
export type Preference = z.infer<typeof preference>;

export const savePreference = endpoint('POST /prefrences', 'signedIn', {
  summary: "Create or replace one of the caller's preferences (the path is spelled so)",
  body: z.object({
    label,
    prefrenceSetting: anyText(MAX_PREFERENCE_LENGTH),
    version: z.int().min(0).max(2_147_483_647).optional().meta({
      description: 'The version that was edited, 0 for none saved yet; 409 if it is not the current one',
    }),
  }),
  hasLargeBody: true,
  response: preference,
  errors: [409, 413],
});

export const getPreference = endpoint('GET /prefrences/{id}', 'signedIn', {
  summary: "The caller's preference of this label, as a list of at most one",
  params: z.object({ id: label }),
  response: z.array(preference),
});
