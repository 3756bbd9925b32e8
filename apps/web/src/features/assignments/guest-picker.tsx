import { useQuery } from '@tanstack/react-query';
import { Combobox, type PickerProps } from '#components/ui/combobox.tsx';
import { type GuestUser, guestsQuery } from './assignments-api.ts';

/** Picker for a guest by name or email. */
export function GuestPicker(props: PickerProps) {
  const { data, isError, refetch } = useQuery(guestsQuery);
  const options = data?.map((guest) => ({
    id: guest.id,
    label: guestName(guest),
    detail: guestName(guest) === guest.email ? undefined : guest.email,
  }));
  return <Combobox {...props} options={options} failed={isError} onRetry={refetch} texts="guestPicker" />;
}

/** Display name of a guest: the full name, or the email if there is none. */
export function guestName({ email, fullName }: GuestUser): string {
  return fullName === undefined || fullName === '' ? email : fullName;
}
