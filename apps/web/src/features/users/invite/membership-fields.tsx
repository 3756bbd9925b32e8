import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { groupLabel } from '#lib/group-label.ts';
import { t } from '#lib/texts.ts';
import { CustomerPicker } from '../customer-picker.tsx';
import { chooseGroup, isCustomerType } from '../edit-user/edit-user-values.ts';
import type { Membership } from './invite-api.ts';
import type { useInviteMembership } from './invite-membership.ts';

interface InvitePlaceFieldsProps {
  place: ReturnType<typeof useInviteMembership>;
  /** Errors by field. */
  errors?: Readonly<Record<string, string>>;
  onChange: (part: Partial<Membership>) => void;
}

/** Fields for the group, the customer of a customer-type group, and the end of guest access. */
export function MembershipFields({ place, errors = {}, onChange }: InvitePlaceFieldsProps) {
  const { groups = [], group, values } = place;
  return (
    <>
      <Field
        label={t('invite.group')}
        error={place.groupsFailed ? t('invite.groupsFailed') : errors.groupId}
        actions={
          place.groupsFailed ? (
            <Button size="small" variant="ghost" onClick={place.retryGroups} className="-my-1">
              {t('action.retry')}
            </Button>
          ) : null
        }
      >
        {(control) => (
          <Select
            {...control}
            inForm
            value={group?.id ?? ''}
            onValueChange={(groupId) => onChange({ lastDay: '', ...chooseGroup(groupId, groups) })}
            options={[
              ...(group === undefined ? [{ value: '', label: t(promptOf(place)) }] : []),
              ...groups.map(({ id, name }) => ({ value: id, label: groupLabel(name) })),
            ]}
            required
          />
        )}
      </Field>
      {isCustomerType(group) ? (
        <Field label={t('invite.customer')} error={errors.customerNetsuiteId}>
          {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid = false }) => (
            <CustomerPicker
              id={id}
              invalid={invalid}
              {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
              value={values.customerNetsuiteId}
              onChange={(customerNetsuiteId) => onChange({ customerNetsuiteId })}
            />
          )}
        </Field>
      ) : null}
      {group?.type === 'customer_guest' ? (
        <Field label={t('invite.lastDay')} error={errors.expiresAt} hint={t('invite.lastDayHint')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={values.lastDay}
              min={new Date().toISOString().slice(0, 10)}
              onChange={(event) => onChange({ lastDay: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}

function promptOf({ groups, groupsFailed }: ReturnType<typeof useInviteMembership>) {
  return groups === undefined && !groupsFailed ? 'invite.groupsLoading' : 'invite.chooseGroup';
}
