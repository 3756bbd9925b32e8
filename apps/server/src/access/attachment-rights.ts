import { type Branded, brand } from './brand.ts';
import type { CurrentUser } from './current-user.ts';

/** Which files of the visible orders the user may remove. */
export type AttachmentRemoval = Branded & {
  readonly removable:
    | { readonly kind: 'all' }
    | { readonly kind: 'own'; readonly userId: string }
    | { readonly kind: 'none' };
};

/** Guests and customer members remove their own uploads; all others remove any file of a visible order. */
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

/** Whether the user may remove a file that this user uploaded; null if the uploader was deleted. */
export function mayRemove({ removable }: AttachmentRemoval, uploadedBy: string | null): boolean {
  return removable.kind === 'all' || (removable.kind === 'own' && removable.userId === uploadedBy);
}
