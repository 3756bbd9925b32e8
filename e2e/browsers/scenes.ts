import type { Data } from './data.ts';
import type { Key } from './driver.ts';
import type { Target } from './page.ts';

/** A dialog, panel or part of a page, and how a person opens it. */
export interface Scene {
  name: string;
  path: string;
  /** Selector of the part of the page that is checked; a dialog, if absent. */
  part?: string;
  /** Elements to click in order. If empty, the URL or the key opens the dialog. */
  clicks?: readonly Target[];
  /** Pressed or typed after the clicks. */
  key?: Key;
  type?: string;
  thenKey?: Key;
  thenClick?: Target;
  /** A confirmation, which may be on top of another dialog. */
  question?: boolean;
  /** The only kind of screen that has it. */
  only?: 'wide' | 'narrow';
  /** Has unsaved input, so that Escape asks before it closes. */
  unsaved?: boolean;
  /** Element that has the focus after closing, if not the one clicked last. */
  returnsTo?: string;
}

const row = { selector: 'main [data-row-link]' };
const actions = { selector: 'main button', text: 'Actions', last: true };
const guestUser = { selector: '[role=combobox]', text: 'Select a guest' };
const item = (text: string) => ({ selector: '[role=menuitem]', text });
const option = (text: string) => ({ selector: '[role=option]', text });
const button = (text: string) => ({ selector: 'button', text });
const tab = (text: string) => ({ selector: '[role=tab]', text });
/** Clicks that open the dialog that assigns orders. */
export const assign = [{ selector: '[role=checkbox]', text: 'Select SO' }, button('Assign Orders')];

/** Every dialog and panel that an administrator can open, and the pages' parts with forms and radios. */
export const scenesOf = ({ order, guest, foreignOrder }: Data): readonly Scene[] => [
  { name: 'order', path: '/orders', clicks: [row] },
  { name: 'order-partly-shipped', path: '/orders?shipping=partly-shipped', clicks: [row] },
  { name: 'order-timeline', path: `/orders?search=${order}`, clicks: [row, tab('Timeline')] },
  {
    name: 'who-can-see',
    path: `/orders?search=${order}`,
    clicks: [row, button('Who can see this?')],
  },
  { name: 'order-attachments', path: `/orders?search=${order}`, clicks: [row, tab('Attachments')] },
  {
    name: 'ask-for-paper',
    path: `/orders?search=${order}`,
    clicks: [row, tab('Attachments'), button('Ask for a paper')],
    returnsTo: order,
  },
  { name: 'image', path: `/orders?search=${order}`, clicks: [row, tab('Attachments'), button('Preview dock.png')] },
  {
    name: 'delete-attachment',
    question: true,
    path: `/orders?search=${order}`,
    clicks: [row, tab('Attachments'), button('Delete dock.png')],
  },
  { name: 'customer', path: '/customers', clicks: [row] },
  { name: 'assign-orders', path: '/orders', clicks: assign },
  { name: 'find-orders', path: '/orders', clicks: [...assign, button('Add orders')] },
  { name: 'guest-picker', path: '/orders', clicks: [...assign, guestUser] },
  {
    name: 'assign-warning',
    path: `/orders?search=${foreignOrder}`,
    clicks: [...assign, guestUser, option(guest)],
    unsaved: true,
    returnsTo: 'Assign Orders',
  },
  {
    name: 'remove-access',
    question: true,
    path: '/orders',
    clicks: [...assign, guestUser, option(guest), tab('Already assigned'), button('Remove access')],
  },
  { name: 'export', path: '/orders', clicks: [button('Export'), item('CSV')] },
  { name: 'filter', path: '/orders', clicks: [button('Filter')] },
  { name: 'columns', path: '/orders', clicks: [button('Columns')], only: 'wide' },
  { name: 'presets', path: '/orders?status=Billed', clicks: [button('Presets')] },
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
  {
    name: 'edit-guest',
    path: '/users',
    clicks: [{ selector: 'main button', text: `Actions for ${guest}` }, item('Edit')],
  },
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
  {
    name: 'invited-people',
    path: '/users?inviteMany=1',
    clicks: [{ selector: '[role=dialog] textarea' }],
    type: 'a@b.test',
    thenClick: button('Add to the list'),
    unsaved: true,
  },
  { name: 'register-user', path: '/users?register=1' },
  { name: 'palette', path: '/overview', key: 'Control+k' },
  { name: 'shortcuts', path: '/overview', key: '?' },
  { name: 'end-session', question: true, path: '/profile', clicks: [button('End session')] },
  { name: 'menu', path: '/overview', clicks: [button('Open menu')], only: 'narrow' },
  { name: 'table-view', path: '/orders', clicks: [button('Sort and rows')], only: 'narrow' },
  { name: 'notifications', path: '/overview', clicks: [button('Notifications')] },
  { name: 'time', path: '/overview', clicks: [button('Time')] },
  { name: 'calendar', path: '/overview', clicks: [button('Time'), button('Open the calendar')] },
  { name: 'header', path: '/overview', part: 'header', clicks: [{ selector: '[role=radio]', text: 'System' }] },
  { name: 'own-password', path: '/profile', part: 'main form' },
  { name: 'settings', path: '/settings', part: 'main' },
  { name: 'settings-sync', path: '/settings?tab=sync', part: 'main' },
];
