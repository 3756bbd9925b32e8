import type { Group } from '@portal/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Combobox, type PickerProps } from '#components/ui/combobox.tsx';
import { Field } from '#components/ui/field.tsx';
import { EmailInput, Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { groupLabel } from '#lib/group-label.ts';
import { personName } from '#lib/initials.ts';
import { isCustomerType, isGuestType } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import type { FormErrors } from '#lib/use-form.ts';
import { CustomerPicker } from '../customer-picker.tsx';
import { userState } from '../user-status.tsx';
import { type ListedUser, usersQuery } from '../users-api.ts';
import { chooseGroup, type EditUserValues, storedText } from './edit-user-values.ts';

interface EditUserFieldsProps {
  /** The user that the edit is based on. */
  user: ListedUser;
  groups: readonly Group[];
  values: EditUserValues;
  /** Fields that someone else has changed as well. */
  conflicts: ReadonlySet<keyof EditUserValues>;
  /** Errors by field. */
  errors: FormErrors;
  onChange: (part: Partial<EditUserValues>) => void;
}

/** Fields of the dialog: with a customer for customer users, an end date for guests. */
export function EditUserFields({ user, groups, values, conflicts, errors, onChange }: EditUserFieldsProps) {
  const group = groups.find(({ id }) => id === values.groupId);
  const hintOf = (name: keyof EditUserValues, hint?: string) =>
    conflicts.has(name) ? t('overtaken.current', { value: storedText(user, name) || t('overtaken.none') }) : hint;
  return (
    <>
      <Field
        label={t('label.email')}
        error={errors.email}
        hint={hintOf('email', emailHint(user, values))}
        actions={
          values.pendingEmail === '' ? null : (
            <Button
              size="small"
              variant="ghost"
              onClick={() => onChange({ pendingEmail: '' })}
              className="-my-1 -mr-2 text-small"
            >
              {t('editUser.dropPending')}
            </Button>
          )
        }
      >
        {(control) => (
          <EmailInput
            {...control}
            value={values.email}
            onChange={(event) => onChange({ email: event.target.value })}
            maxLength={254}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={t('label.group')} error={errors.groupId} hint={hintOf('groupId')}>
        {(control) => (
          <Select
            {...control}
            inForm
            value={values.groupId}
            onValueChange={(groupId) => onChange(chooseGroup(groupId, groups))}
            options={[
              ...(group === undefined ? [{ value: '', label: t('invite.chooseGroup') }] : []),
              ...groups.map(({ id, name }) => ({ value: id, label: groupLabel(name) })),
            ]}
            required
          />
        )}
      </Field>
      {isCustomerType(group) ? (
        <Field label={t('editUser.customer')} error={errors.customerNetsuiteId} hint={hintOf('customerNetsuiteId')}>
          {(control) => (
            <CustomerPicker
              {...control}
              value={values.customerNetsuiteId}
              name={values.customerNetsuiteId === user.customerNetsuiteId ? user.customerName : undefined}
              onChange={(customerNetsuiteId) => onChange({ customerNetsuiteId })}
            />
          )}
        </Field>
      ) : null}
      {isGuestType(group) ? (
        <Field
          label={t('label.accessEnds')}
          error={errors.expiresAt}
          hint={hintOf('expiresAt', t('editUser.expiresAtHint'))}
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              name="expiresAt"
              value={values.expiresAt}
              onChange={(event) => onChange({ expiresAt: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('label.parent')} error={errors.parentId} hint={hintOf('parentId')}>
        {(control) => (
          <ParentPicker
            {...control}
            excludeId={user.id}
            value={values.parentId}
            onChange={(parentId) => onChange({ parentId })}
          />
        )}
      </Field>
      <Field label={t('label.fullName')} error={errors.fullName} hint={hintOf('fullName')}>
        {(control) => (
          <Input
            {...control}
            value={values.fullName}
            onChange={(event) => onChange({ fullName: event.target.value })}
            maxLength={200}
            autoComplete="off"
            required
          />
        )}
      </Field>
    </>
  );
}

/** Explains what happens to a changed email: an active user's new email takes effect once it is confirmed. */
function emailHint(user: ListedUser, values: EditUserValues): string | undefined {
  if (values.email.trim() !== user.email && userState(user.status) === 'active') return t('editUser.emailHint');
  return values.pendingEmail === '' ? undefined : t('editUser.pendingEmail', { email: values.pendingEmail });
}

interface ParentPickerProps extends PickerProps {
  /** The user whose parent is selected; a user cannot be its own parent. */
  excludeId?: string;
}

/** Picker for a user's parent by name or email. */
function ParentPicker({ excludeId, ...props }: ParentPickerProps) {
  const { data, isError, refetch } = useQuery(usersQuery);
  const options = useMemo(
    () =>
      data
        ?.filter(({ id }) => id !== excludeId)
        .map((user) => ({ id: user.id, label: personName(user), detail: user.fullName ? user.email : undefined })),
    [data, excludeId],
  );
  return <Combobox {...props} options={options} failed={isError} onRetry={refetch} texts="parentPicker" />;
}
