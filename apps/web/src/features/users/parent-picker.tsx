import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Combobox, type PickerProps } from '#components/ui/combobox.tsx';
import { userName, usersQuery } from './users-api.ts';

interface ParentPickerProps extends PickerProps {
  /** The user whose parent is selected; a user cannot be its own parent. */
  excludeId?: string;
}

/** Picker for a user's parent by name or email. */
export function ParentPicker({ excludeId, ...props }: ParentPickerProps) {
  const { data, isError, refetch } = useQuery(usersQuery);
  const options = useMemo(
    () =>
      data
        ?.filter(({ id }) => id !== excludeId)
        .map((user) => ({ id: user.id, label: userName(user), detail: user.fullName ? user.email : undefined })),
    [data, excludeId],
  );
  return <Combobox {...props} options={options} failed={isError} onRetry={refetch} texts="parentPicker" />;
}
