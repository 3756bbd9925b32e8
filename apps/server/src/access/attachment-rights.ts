import { type Decided, decide } from './decision.ts';
import type { Viewer } from './viewer.ts';

/** Of the files of the orders one sees, those that one may remove. */
export type AttachmentRemoval = Decided & {
  readonly removable:
    | { readonly kind: 'all' }
    | { readonly kind: 'own'; readonly userId: string }
    | { readonly kind: 'none' };
};

/** Guests and a customer's members remove what they added themselves; the others any file of an order they see. */
export function attachmentRemoval(viewer: Viewer): AttachmentRemoval {
  switch (viewer.role) {
    case 'admin':
    case 'member':
    case 'customer_admin':
      return decide({ removable: { kind: 'all' } as const });
    case 'customer_member':
    case 'customer_guest':
      return decide({ removable: { kind: 'own', userId: viewer.userId } as const });
    case null:
      return decide({ removable: { kind: 'none' } as const });
  }
}

/** Whether it covers a file that this user added; null where that user is gone. */
export function mayRemove({ removable }: AttachmentRemoval, uploadedBy: string | null): boolean {
  return removable.kind === 'all' || (removable.kind === 'own' && removable.userId === uploadedBy);
}
