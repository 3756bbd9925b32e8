import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { api } from '#lib/api.ts';
import { emailFault } from '#lib/email-fault.ts';
import { t } from '#lib/texts.ts';
import { useDraft } from '#lib/use-draft.ts';
import { useChange } from '../use-change.ts';
import { groupsQuery, type ListedUser, userName } from '../users-api.ts';
import { EditUserFields } from './edit-user-fields.tsx';
import { type EditUserValues, isComplete, toPayload, valuesOf } from './edit-user-values.ts';

interface EditUserDialogProps {
  user: ListedUser;
  open: boolean;
  onClose: () => void;
}

const texts = { done: 'users.updated', failed: 'users.updateFailed' } as const;

/** Changes a user. What is typed outlives a session that ends meanwhile. */
export function EditUserDialog({ user, open, onClose }: EditUserDialogProps) {
  const { data: groups = [] } = useQuery(groupsQuery);
  const draft = useDraft<Record<string, string>>(`edit-user:${user.id}`, open);
  const [changes, setChanges] = useState<Record<string, string>>(() => definedOf(draft.restored));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const run = useChange();

  const present = valuesOf(user, groups);
  const values: EditUserValues = { ...present, ...changes };
  const dirty = Object.entries(present).some(([name, value]) => value !== values[name as keyof EditUserValues]);

  function change(part: Partial<EditUserValues>) {
    const next = { ...changes, ...part };
    setChanges(next);
    draft.keep(next);
    setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in part))));
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving) return;
    const { email } = event.currentTarget.elements as unknown as { email: HTMLInputElement };
    const fault = emailFault(email.validity);
    if (fault !== undefined) {
      setFaults({ email: t(fault) });
      email.focus();
      return;
    }
    setSaving(true);
    const group = groups.find(({ id }) => id === values.groupId);
    const body = toPayload(values, user, group);
    const outcome = await run(() => api('PUT /users/{id}', { params: { id: user.id }, body }), texts);
    if (outcome.done) return onClose();
    setSaving(false);
    setFaults(outcome.faults);
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
      dirty={dirty}
      param="edit"
      onSubmit={handleSubmit}
    >
      <EditUserFields userId={user.id} groups={groups} values={values} faults={faults} onChange={change} />
    </FormDialog>
  );
}

function definedOf(restored: Partial<Record<string, string>> | undefined): Record<string, string> {
  const entries = Object.entries(restored ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
