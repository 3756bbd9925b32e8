import type { Group } from '@portal/contract/users';
import { type FormEvent, useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { api } from '#lib/api.ts';
import { useRole } from '#lib/profile.ts';
import { t } from '#lib/texts.ts';
import { useDraft } from '#lib/use-draft.ts';
import { groupTypeLabel } from './groups-list.ts';
import { useChange } from './use-change.ts';

interface EditGroupDialogProps {
  group: Group;
  open: boolean;
  onClose: () => void;
}

type Values = { name: string; description: string };

const texts = { done: 'groups.updated', failed: 'groups.updateFailed' } as const;

/** Changes what a group is called and says of itself; what its members may do stays. */
export function EditGroupDialog({ group, open, onClose }: EditGroupDialogProps) {
  const role = useRole();
  const draft = useDraft<Values>(`edit-group:${group.id}`, open);
  const [values, setValues] = useState<Values>(() => ({
    name: draft.restored?.name ?? group.name,
    description: draft.restored?.description ?? group.description,
  }));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const run = useChange();
  const dirty = values.name !== group.name || values.description !== group.description;

  function change(part: Partial<Values>) {
    const next = { ...values, ...part };
    setValues(next);
    draft.keep(next);
    setFaults({});
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    const outcome = await run(() => api('PUT /groups/{id}', { params: { id: group.id }, body: values }), texts);
    if (outcome.done) return onClose();
    setSaving(false);
    setFaults(outcome.faults);
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('editGroup.title')}
      subtitle={<p className="text-ink-3">{groupTypeLabel(group)}</p>}
      submit={t('editGroup.submit')}
      submitting={t('editGroup.submitting')}
      busy={saving}
      dirty={dirty}
      param="group"
      onSubmit={handleSubmit}
    >
      <Field label={t('editGroup.name')} error={faults.name}>
        {(control) => (
          <Input
            {...control}
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={t('editGroup.description')} error={faults.description}>
        {(control) => (
          <Textarea
            {...control}
            value={values.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      {role === 'customer_admin' ? <p className="text-ink-3 text-small">{t('editGroup.ownWords')}</p> : null}
    </FormDialog>
  );
}
