import type { Group } from '@portal/contract/users';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { groupLabel } from '#lib/group-label.ts';
import { localToday } from '#lib/local-day.ts';
import { isCustomerType, isGuestType } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import type { FormErrors } from '#lib/use-form.ts';
import { CustomerPicker } from '../customer-picker.tsx';
import { chooseGroup } from '../edit-user/edit-user-values.ts';
import { groupsQuery } from '../users-api.ts';
import { invitableCustomersQuery, type Membership } from './invite-api.ts';

interface InvitePlaceFieldsProps {
  place: ReturnType<typeof useInviteMembership>;
  /** Errors by field. */
  errors?: FormErrors;
  onChange: (part: Partial<Membership>) => void;
  /** The input of the last day. */
  lastDay?: Ref<HTMLInputElement>;
}

/** Fields for the group, the customer of a customer-type group, and the end of guest access. */
export function MembershipFields({ place, errors = {}, onChange, lastDay = null }: InvitePlaceFieldsProps) {
  const { groups = [], group, values } = place;
  return (
    <>
      <Field
        label={t('label.group')}
        error={place.groupsFailed ? t('groups.failed') : errors.groupId}
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
        <Field label={t('label.customer')} error={errors.customerNetsuiteId}>
          {(control) => (
            <CustomerPicker
              {...control}
              value={values.customerNetsuiteId}
              onChange={(customerNetsuiteId) => {
                place.setCustomerCleared(customerNetsuiteId === '');
                onChange({ customerNetsuiteId });
              }}
            />
          )}
        </Field>
      ) : null}
      {isGuestType(group) ? (
        <Field label={t('label.accessEnds')} error={errors.expiresAt} hint={t('invite.lastDayHint')}>
          {(control) => (
            <Input
              {...control}
              ref={lastDay}
              type="date"
              name="expiresAt"
              value={values.lastDay}
              min={localToday()}
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

interface InviteMembership {
  groups: readonly Group[] | undefined;
  groupsFailed: boolean;
  retryGroups: () => unknown;
  /** Selected values; a single customer is preselected until the user clears it. */
  values: Membership;
  setCustomerCleared: (isCleared: boolean) => void;
  /** The selected group. */
  group: Group | undefined;
  /** Whether a group is selected, and a customer if the group requires one. */
  complete: boolean;
}

/** Derives group, customer and completeness from the selected values. */
export function useInviteMembership(chosen: Membership): InviteMembership {
  const { data: groups, isError, refetch } = useQuery(groupsQuery);
  const [isCustomerCleared, setCustomerCleared] = useState(false);
  const group = groups?.find(({ id }) => id === chosen.groupId);
  const needsCustomer = isCustomerType(group);
  const { data: customers = [] } = useQuery({ ...invitableCustomersQuery(), enabled: needsCustomer });
  const [first, ...others] = customers;
  // A customer's administrator has only one customer.
  const only = first !== undefined && others.length === 0 && !isCustomerCleared ? first.id : '';
  const customerNetsuiteId = needsCustomer ? chosen.customerNetsuiteId || only : '';
  return {
    groups,
    groupsFailed: isError && groups === undefined,
    retryGroups: refetch,
    values: { ...chosen, customerNetsuiteId },
    setCustomerCleared,
    group,
    complete: group !== undefined && (!needsCustomer || customerNetsuiteId !== ''),
  };
}
