import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { api } from '#lib/api.ts';
import { incompleteDayError } from '#lib/incomplete-day.ts';
import { personName } from '#lib/initials.ts';
import { emailError } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { useForm } from '#lib/use-form.ts';
import type { DialogState } from '#lib/use-opening.ts';
import { OvertakenNotice } from '../overtaken-notice.tsx';
import { useChange } from '../use-change.ts';
import { useEditForm } from '../use-edit-form.ts';
import { groupsQuery, type ListedUser, usersQuery } from '../users-api.ts';
import { EditUserFields } from './edit-user-fields.tsx';
import { type EditUserValues, isComplete, toPayload, valuesOf } from './edit-user-values.ts';

interface EditUserDialogProps extends DialogState {
  user: ListedUser;
}

const texts = { done: 'users.updated', failed: 'users.updateFailed' } as const;

/** Dialog that edits a user. The input survives session expiry. */
export function EditUserDialog({ user, open, onClose }: EditUserDialogProps) {
  const queryClient = useQueryClient();
  const { data: groups = [] } = useQuery(groupsQuery);
  const form = useEditForm<ListedUser, EditUserValues>({
    form: `edit-user:${user.id}`,
    open,
    saved: user,
    valuesOf: (record) => valuesOf(record, groups),
  });
  const run = useChange();
  const { base, values } = form;

  const { errors, setErrors, busy, handleSubmit } = useForm<'email' | 'expiresAt'>({
    validate: ({ email, expiresAt }) => ({ email: emailError(email), expiresAt: incompleteDayError(expiresAt) }),
    send: async () => {
      const body = toPayload(values, base, groups);
      const refused = await run(() => api('PUT /users/{id}', { params: { id: user.id }, body }), texts);
      if (refused === undefined) onClose();
      else if ('version' in refused) {
        const users = await queryClient.fetchQuery({ ...usersQuery, staleTime: 0 }).catch(() => []);
        form.rebase(users.find(({ id }) => id === user.id));
      }
      return refused;
    },
  });

  function change(part: Partial<EditUserValues>) {
    form.change(part);
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in part))));
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('editUser.title')}
      subtitle={<p className="text-ink-3 [overflow-wrap:anywhere]">{personName(user)}</p>}
      submit={t('action.save')}
      submitting={t('action.saving')}
      busy={busy}
      complete={isComplete(values)}
      dirty={form.dirty}
      param="edit"
      onSubmit={handleSubmit}
    >
      {form.overtaken ? <OvertakenNotice text="overtaken.user" onLoadCurrent={form.loadCurrent} /> : null}
      <EditUserFields
        user={base}
        groups={groups}
        values={values}
        conflicts={form.conflicts}
        errors={errors}
        onChange={change}
      />
    </FormDialog>
  );
}
