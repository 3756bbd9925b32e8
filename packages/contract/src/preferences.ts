import { z } from 'zod';
import { anyText, uuid, version, visibleLine } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MAX_PREFERENCE_LENGTH } from './values.ts';

const label = visibleLine(200);

const preference = z.object({
  id: uuid,
  label: z.string(),
  userId: uuid,
  prefrenceSetting: z.string().meta({ description: 'JSON text; the spelling is the interface' }),
  version,
});
export type Preference = z.infer<typeof preference>;

export const savePreference = endpoint({
  method: 'POST',
  path: '/prefrences',
  tag: 'Preferences',
  summary: "Create or replace one of the caller's preferences (the path is spelled so)",
  permission: 'signedIn',
  body: z.object({
    label,
    prefrenceSetting: anyText(MAX_PREFERENCE_LENGTH),
    version: z.int().min(0).max(2_147_483_647).optional().meta({
      description: 'The version that was edited, 0 for none saved yet; 409 if it is not the current one',
    }),
  }),
  response: preference,
  errors: [400, 401, 409, 413],
});

export const getPreference = endpoint({
  method: 'GET',
  path: '/prefrences/{id}',
  tag: 'Preferences',
  summary: "The caller's preference of this label, as a list of at most one",
  permission: 'signedIn',
  params: z.object({ id: label }),
  response: z.array(preference),
  errors: [400, 401],
});
