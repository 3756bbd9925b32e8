import type { Group } from '@portal/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { Field } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { api } from '#lib/api.ts';
import { groupLabel } from '#lib/group-label.ts';
import { useRole } from '#lib/profile.ts';
import { namesOwnGroups } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { useForm } from '#lib/use-form.ts';
import type { DialogState } from '#lib/use-opening.ts';
import { groupTypeLabel } from './groups-tab.tsx';
import { OvertakenNotice } from './overtaken-notice.tsx';
import { useChange } from './use-change.ts';
import { useEditForm } from './use-edit-form.ts';
import { groupsQuery } from './users-api.ts';

interface EditGroupDialogProps extends DialogState {
  group: Group;
}

type Values = { name: string; description: string };

const texts = { done: 'groups.updated', failed: 'groups.updateFailed' } as const;
const valuesOf = ({ name, description }: Group): Values => ({ name: groupLabel(name), description });

/** Edits a group's name and description. Its type and permissions cannot change. */
export function EditGroupDialog({ group, open, onClose }: EditGroupDialogProps) {
  const role = useRole();
  const queryClient = useQueryClient();
  const form = useEditForm<Group, Values>({ form: `edit-group:${group.id}`, open, saved: group, valuesOf });
  const run = useChange();
  const { base, values } = form;

  const { errors, setErrors, busy, handleSubmit } = useForm({
    send: async () => {
      // An unchanged label must not be saved as a custom name.
      const name = values.name === groupLabel(base.name) ? base.name : values.name;
      const body = { name, description: values.description, version: base.version };
      const refused = await run(() => api('PUT /groups/{id}', { params: { id: group.id }, body }), texts);
      if (refused === undefined) onClose();
      else if ('version' in refused) {
        const groups = await queryClient.fetchQuery({ ...groupsQuery, staleTime: 0 }).catch(() => []);
        form.rebase(groups.find(({ id }) => id === group.id));
      }
      return refused;
    },
  });

  function change(part: Partial<Values>) {
    form.change(part);
    setErrors({});
  }

  function currentHint(name: keyof Values): string | undefined {
    return form.conflicts.has(name)
      ? t('overtaken.current', { value: valuesOf(base)[name] || t('overtaken.none') })
      : undefined;
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('editGroup.title')}
      subtitle={<p className="text-ink-3">{groupTypeLabel(group)}</p>}
      submit={t('action.save')}
      submitting={t('action.saving')}
      busy={busy}
      dirty={form.dirty}
      param="group"
      onSubmit={handleSubmit}
    >
      {form.overtaken ? <OvertakenNotice text="overtaken.group" onLoadCurrent={form.loadCurrent} /> : null}
      <Field label={t('label.name')} error={errors.name} hint={currentHint('name')}>
        {(control) => (
          <Input
            {...control}
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={t('label.description')} error={errors.description} hint={currentHint('description')}>
        {(control) => (
          <Textarea
            {...control}
            value={values.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      {namesOwnGroups(role) ? <p className="text-ink-3 text-small">{t('editGroup.ownWords')}</p> : null}
    </FormDialog>
  );
}
