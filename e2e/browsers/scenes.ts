import type { Data } from './data.ts';
import type { Key } from './driver.ts';
import type { Target } from './page.ts';

/** A dialog, and how a person opens it. */
export interface Scene {
  name: string;
  path: string;
  /** Elements to click in order. If empty, the URL or the key opens the dialog. */
  clicks?: readonly Target[];
  /** Pressed or typed after the clicks. */
  key?: Key;
  type?: string;
  thenKey?: Key;
  /** A confirmation, which may be on top of another dialog. */
  question?: boolean;
  /** Opened only on a phone. */
  narrow?: boolean;
  /** Element that has the focus after closing, if not the one clicked last. */
  returnsTo?: string;
}

const row = { selector: 'main [data-row-link]' };
const actions = { selector: 'main button', text: 'Actions', last: true };
const item = (text: string) => ({ selector: '[role=menuitem]', text });
const button = (text: string) => ({ selector: 'button', text });
const tab = (text: string) => ({ selector: '[role=tab]', text });
/** Clicks that open the dialog that assigns orders. */
export const assign = [{ selector: '[role=checkbox]', text: 'Select SO' }, button('Assign Orders')];

/** Every dialog that an administrator can open. */
export const scenesOf = ({ order, guest }: Data): readonly Scene[] => [
  { name: 'order', path: '/orders', clicks: [row] },
  { name: 'order-attachments', path: `/orders?search=${order}`, clicks: [row, tab('Attachments')] },
  { name: 'image', path: `/orders?search=${order}`, clicks: [row, tab('Attachments'), button('Preview dock.png')] },
  {
    name: 'delete-attachment',
    question: true,
    path: `/orders?search=${order}`,
    clicks: [row, tab('Attachments'), button('Delete dock.png')],
  },
  { name: 'customer', path: '/customers', clicks: [row] },
  { name: 'assign-orders', path: '/orders', clicks: assign },
  {
    name: 'remove-access',
    question: true,
    path: '/orders',
    clicks: [
      ...assign,
      { selector: '[role=combobox]', text: 'Select a guest' },
      { selector: '[role=option]', text: guest },
      tab('Already assigned'),
      button('Remove access'),
    ],
  },
  { name: 'export', path: '/orders', clicks: [button('Export'), item('CSV')] },
  {
    name: 'save-preset',
    path: '/orders?status=Billed',
    clicks: [button('Presets'), button('Save as')],
    // The panel with the other button has closed by then.
    returnsTo: 'Presets',
  },
  {
    name: 'replace-preset',
    question: true,
    path: '/orders?status=Closed',
    clicks: [button('Presets'), button('Save as'), { selector: '[role=dialog] input' }],
    type: 'Billed',
    thenKey: 'Enter',
    returnsTo: '',
  },
  {
    name: 'delete-preset',
    question: true,
    path: '/orders',
    clicks: [button('Presets'), button('Delete Billed')],
    returnsTo: 'Presets',
  },
  { name: 'user-details', path: '/users', clicks: [actions, item('View Detail')] },
  { name: 'edit-user', path: '/users', clicks: [actions, item('Edit')] },
  { name: 'reset-password', path: '/users', clicks: [actions, item('Reset password')] },
  { name: 'delete-user', question: true, path: '/users', clicks: [actions, item('Delete')] },
  { name: 'edit-group', path: '/users?tab=groups', clicks: [actions, item('Edit')] },
  { name: 'invite-user', path: '/users', clicks: [button('Invite User')] },
  {
    name: 'discard',
    question: true,
    path: '/users',
    clicks: [button('Invite User')],
    type: 'a@b.test',
    thenKey: 'Escape',
    returnsTo: '',
  },
  { name: 'invite-people', path: '/users?inviteMany=1' },
  { name: 'register-user', path: '/users?register=1' },
  { name: 'palette', path: '/overview', key: 'Control+k' },
  { name: 'shortcuts', path: '/overview', key: '?' },
  { name: 'end-session', question: true, path: '/profile', clicks: [button('End session')] },
  { name: 'menu', path: '/overview', clicks: [button('Open menu')], narrow: true },
];
