import { useRef } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { api } from '#lib/api.ts';
import { t } from '#lib/texts.ts';
import { useChange } from './use-change.ts';
import { type ListedUser, userName } from './users-api.ts';

interface DeleteUserDialogProps {
  /** Undefined while the dialog is closed. */
  user: ListedUser | undefined;
  onClose: () => void;
}

const texts = { done: 'users.deleted', failed: 'users.deleteFailed' } as const;

/** Asks for confirmation, naming the user, and deletes the user. */
export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const run = useChange();
  // Keep showing the last user while the dialog fades out.
  const last = useRef(user);
  if (user !== undefined) last.current = user;
  const shown = user ?? last.current;
  if (shown === undefined) return null;
  const { id, email } = shown;

  async function remove() {
    const outcome = await run(() => api('DELETE /users/{id}', { params: { id } }), texts);
    // Close the dialog only when the row is gone.
    if (outcome.done) await outcome.reloaded;
  }

  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('deleteUser.title', { name: userName(shown) })}
      description={t('deleteUser.description', { email })}
      confirm={t('deleteUser.confirm')}
      confirming={t('deleteUser.confirming')}
      onConfirm={remove}
    />
  );
}
