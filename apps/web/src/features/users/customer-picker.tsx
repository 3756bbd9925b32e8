import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Combobox, type PickerProps } from '#components/ui/combobox.tsx';
import { customerNameQuery, findInvitableName, invitableCustomersQuery } from './invite/invite-api.ts';

interface CustomerPickerProps extends PickerProps {
  /** The chosen customer's name, if known; otherwise it is looked up. */
  name?: string | undefined;
}

/** Picker for a person's customer; the server searches by name and email. `value` is its NetSuite id. */
export function CustomerPicker({ name, ...props }: CustomerPickerProps) {
  const { value } = props;
  const queryClient = useQueryClient();
  const [search, setSearch] = useState('');
  const { data, isError, isPlaceholderData, refetch } = useQuery(invitableCustomersQuery(search));
  const options = useMemo(() => data?.map(({ id, name, email }) => ({ id, label: name, detail: email })), [data]);
  const knownName = name ?? findInvitableName(queryClient, value);
  const lookup = useQuery({ ...customerNameQuery(value), enabled: value !== '' && knownName === undefined });
  return (
    <Combobox
      {...props}
      options={options}
      search={{ text: search, onChange: setSearch, pending: isPlaceholderData }}
      chosenLabel={knownName ?? lookup.data}
      failed={isError}
      onRetry={refetch}
      texts="customerPicker"
    />
  );
}
