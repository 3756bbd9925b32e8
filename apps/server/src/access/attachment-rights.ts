import { type Branded, brand } from './brand.ts';
import type { CurrentUser } from './current-user.ts';

/** Of the files of the orders one sees, those that one may remove. */
export type AttachmentRemoval = Branded & {
  readonly removable:
    | { readonly kind: 'all' }
    | { readonly kind: 'own'; readonly userId: string }
    | { readonly kind: 'none' };
};

/** Guests and a customer's members remove what they added themselves; the others any file of an order they see. */
export function attachmentRemoval(currentUser: CurrentUser): AttachmentRemoval {
  switch (currentUser.role) {
    case 'admin':
    case 'member':
    case 'customer_admin':
      return brand({ removable: { kind: 'all' } as const });
    case 'customer_member':
    case 'customer_guest':
      return brand({ removable: { kind: 'own', userId: currentUser.userId } as const });
    case null:
      return brand({ removable: { kind: 'none' } as const });
  }
}

/** Whether it covers a file that this user added; null where that user is gone. */
export function mayRemove({ removable }: AttachmentRemoval, uploadedBy: string | null): boolean {
  return removable.kind === 'all' || (removable.kind === 'own' && removable.userId === uploadedBy);
}
