/** User Management: users, groups, invitations, and all dialogs about them. */
export const usersEn = {
  'users.title': 'User Management',
  'users.description': 'Manage user accounts and permissions',
  'users.empty': 'No users found.',
  'groups.empty': 'No groups found.',
} as const;
