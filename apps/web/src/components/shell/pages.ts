import type { Role } from '@portal/contract/permissions';
import {
  Building2,
  CircleUserRound,
  LayoutDashboard,
  type LucideIcon,
  ReceiptText,
  Settings,
  UsersRound,
} from 'lucide-react';
import { mayManageUsers } from '#lib/role.ts';
import type { TextKey } from '#lib/texts.ts';

/** A page in the navigation. */
export interface Page {
  to: '/overview' | '/orders' | '/customers' | '/users' | '/profile' | '/settings';
  icon: LucideIcon;
  label: TextKey;
}

const overview: Page = { to: '/overview', icon: LayoutDashboard, label: 'overview.title' };
const orders: Page = { to: '/orders', icon: ReceiptText, label: 'orders.title' };
const customers: Page = { to: '/customers', icon: Building2, label: 'customers.title' };
const users: Page = { to: '/users', icon: UsersRound, label: 'users.title' };
const profile: Page = { to: '/profile', icon: CircleUserRound, label: 'profile.title' };
const settings: Page = { to: '/settings', icon: Settings, label: 'settings.title' };

/** The pages that a role can open. */
export function mainPages(role: Role): Page[] {
  return [overview, orders, customers, ...(mayManageUsers(role) ? [users] : [])];
}

/** The current user's own pages. */
export const ownPages: readonly Page[] = [profile, settings];
