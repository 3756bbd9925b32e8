/** Titles, descriptions and the small pages: overview, profile, settings. */
export const pagesEn = {
  'overview.title': 'Overview',
  'overview.description': 'Dashboard overview and statistics',
  'overview.totalCustomers': 'Total Customers',
  'overview.totalOrders': 'Total Orders',
  'overview.loading': '…',

  'orders.title': 'Orders',
  'orders.description': 'Manage and track all orders',

  'customers.title': 'NetSuite Customers',
  'customers.description': 'Manage NetSuite customers',

  'profile.title': 'Profile',
  'profile.description': 'View and edit your profile',
  'profile.account': 'Account',
  'profile.email': 'Email',
  'profile.role': 'Role',
  'profile.administrator': 'Administrator',
  'profile.user': 'User',
  'profile.customerId': 'Customer ID',
  'profile.customerName': 'Customer Name',
  'profile.memberSince': 'Member Since',
  'profile.groups': 'Groups',
  'profile.noGroups': 'No groups assigned',
  'profile.failed': 'Failed to load profile',

  'settings.title': 'Settings',
  'settings.description': 'Application settings and preferences',
  'settings.appearance': 'Appearance',
  'settings.darkMode': 'Dark Mode',
  'settings.darkModeHint': 'Use dark colours on this device',
  'settings.darkModeSystem': 'Follows the setting of your system until you choose',
  'settings.about': 'About',
  'settings.version': 'Version',
  'settings.versionValue': 'v1.0.0',
  'settings.product': 'Product',
} as const;
