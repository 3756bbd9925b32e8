import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { api } from '#lib/api.ts';
import { emailFault } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { OvertakenNotice } from '../overtaken-notice.tsx';
import { useChange } from '../use-change.ts';
import { useEditForm } from '../use-edit-form.ts';
import { groupsQuery, type ListedUser, userName, usersQuery } from '../users-api.ts';
import { EditUserFields } from './edit-user-fields.tsx';
import { type EditUserValues, isComplete, toPayload, valuesOf } from './edit-user-values.ts';

interface EditUserDialogProps {
  user: ListedUser;
  open: boolean;
  onClose: () => void;
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
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const run = useChange();
  const { base, values } = form;

  function change(part: Partial<EditUserValues>) {
    form.change(part);
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in part))));
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving) return;
    const { email } = event.currentTarget.elements as unknown as { email: HTMLInputElement };
    const fault = emailFault(email.validity);
    if (fault !== undefined) {
      setErrors({ email: t(fault) });
      email.focus();
      return;
    }
    setSaving(true);
    const body = toPayload(values, base, groups);
    const outcome = await run(() => api('PUT /users/{id}', { params: { id: user.id }, body }), texts);
    if (outcome.done) return onClose();
    if (outcome.overtaken) {
      const users = await queryClient.fetchQuery({ ...usersQuery, staleTime: 0 }).catch(() => []);
      const current = users.find(({ id }) => id === user.id);
      if (current !== undefined) form.rebase(current);
    }
    setSaving(false);
    setErrors(outcome.errors);
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('editUser.title')}
      subtitle={<p className="text-ink-3 [overflow-wrap:anywhere]">{userName(user)}</p>}
      submit={t('editUser.submit')}
      submitting={t('editUser.submitting')}
      busy={saving}
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
