import type { Group } from '@portal/contract/users';
import { Field, type FieldControl } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { t } from '#lib/texts.ts';
import { CustomerPicker } from '../customer-picker.tsx';
import { ParentPicker } from '../parent-picker.tsx';
import { chooseGroup, type EditUserValues, isCustomerType } from './edit-user-values.ts';

interface EditUserFieldsProps {
  userId: string;
  groups: readonly Group[];
  values: EditUserValues;
  /** What the server did not take, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<EditUserValues>) => void;
}

/** The boxes of the dialog: a customer for those who belong to one, an end for guests. */
export function EditUserFields({ userId, groups, values, faults, onChange }: EditUserFieldsProps) {
  const group = groups.find(({ id }) => id === values.groupId);
  return (
    <>
      <Field label={t('editUser.email')} error={faults.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            value={values.email}
            onChange={(event) => onChange({ email: event.target.value })}
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field label={t('editUser.group')} error={faults.groupId}>
        {(control) => (
          <Select
            {...control}
            inForm
            value={values.groupId}
            onValueChange={(groupId) => onChange(chooseGroup(groupId, groups))}
            options={[
              ...(group === undefined ? [{ value: '', label: t('editUser.chooseGroup') }] : []),
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            required
          />
        )}
      </Field>
      {isCustomerType(group) ? (
        <Field label={t('editUser.customer')} error={faults.customerNetsuiteId}>
          {(control) => (
            <CustomerPicker
              {...pickerProps(control)}
              value={values.customerNetsuiteId}
              onChange={(customerNetsuiteId) => onChange({ customerNetsuiteId })}
            />
          )}
        </Field>
      ) : null}
      {group?.type === 'customer_guest' ? (
        <Field label={t('editUser.expiresAt')} error={faults.expiresAt} hint={t('editUser.expiresAtHint')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={values.expiresAt}
              onChange={(event) => onChange({ expiresAt: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('editUser.parent')} error={faults.parentId}>
        {(control) => (
          <ParentPicker
            {...pickerProps(control)}
            excludeId={userId}
            value={values.parentId}
            onChange={(parentId) => onChange({ parentId })}
          />
        )}
      </Field>
      <Field label={t('editUser.fullName')} error={faults.fullName}>
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

function pickerProps({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }: FieldControl) {
  return { id, invalid: invalid === true, ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }) };
}
