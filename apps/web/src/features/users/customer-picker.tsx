import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Combobox, type PickerProps } from '#components/ui/combobox.tsx';
import { t } from '#lib/texts.ts';
import { invitableCustomersQuery } from './invite/invite-api.ts';

/** Picker for a person's customer by name or email. `value` is its NetSuite id. */
export function CustomerPicker(props: PickerProps) {
  const { data, isError, refetch } = useQuery(invitableCustomersQuery);
  const options = useMemo(() => data?.map(({ id, name, email }) => ({ id, label: name, detail: email })), [data]);
  const texts = {
    prompt: t('customerPicker.prompt'),
    search: t('customerPicker.search'),
    empty: t('customerPicker.empty'),
    failed: t('customerPicker.failed'),
  };
  return <Combobox {...props} options={options} failed={isError} onRetry={refetch} texts={texts} />;
}
