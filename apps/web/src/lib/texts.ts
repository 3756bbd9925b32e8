import { accessEn } from './messages/en-access.ts';
import { activityEn } from './messages/en-activity.ts';
import { assignEn } from './messages/en-assign.ts';
import { attachmentsEn } from './messages/en-attachments.ts';
import { customersEn } from './messages/en-customers.ts';
import { devicesEn } from './messages/en-devices.ts';
import { exportEn } from './messages/en-export.ts';
import { filtersEn } from './messages/en-filters.ts';
import { inviteEn } from './messages/en-invite.ts';
import { ordersEn } from './messages/en-orders.ts';
import { pagesEn } from './messages/en-pages.ts';
import { paletteEn } from './messages/en-palette.ts';
import { presetsEn } from './messages/en-presets.ts';
import { syncEn } from './messages/en-sync.ts';
import { tableEn } from './messages/en-table.ts';
import { usersEn } from './messages/en-users.ts';
import { type KeyWithoutSlots, translator } from './messages/translate.ts';
import { signedOutEn } from './messages.ts';

/** All visible texts in English. Another language is another object with these keys. */
export const en = {
  ...signedOutEn,
  ...pagesEn,
  ...tableEn,
  ...ordersEn,
  ...customersEn,
  ...syncEn,
  ...activityEn,
  ...accessEn,
  ...devicesEn,
  ...usersEn,
  ...inviteEn,
  ...assignEn,
  ...attachmentsEn,
  ...filtersEn,
  ...exportEn,
  ...presetsEn,
  ...paletteEn,
} as const;

/** Returns a text by its key, for signed-in screens. */
export const t = translator(en);

/** Key of a text without placeholders, which can be passed around and shown as it is. */
export type TextKey = KeyWithoutSlots<typeof en>;
