import { activityEn } from './en-activity.ts';
import { commonEn } from './en-common.ts';
import { customersEn } from './en-customers.ts';
import { ordersEn } from './en-orders.ts';
import { pagesEn } from './en-pages.ts';
import { passwordResetEn } from './en-password-reset.ts';
import { signInEn } from './en-sign-in.ts';
import { syncEn } from './en-sync.ts';
import { tableEn } from './en-table.ts';

/** Every visible text, in English. Another language is another object with these keys. */
export const en = {
  ...commonEn,
  ...signInEn,
  ...passwordResetEn,
  ...pagesEn,
  ...tableEn,
  ...ordersEn,
  ...customersEn,
  ...syncEn,
  ...activityEn,
} as const;
