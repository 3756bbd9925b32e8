import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Combobox, type PickerProps } from '#components/ui/combobox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { personName } from '#lib/initials.ts';
import { localToday } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import type { FormErrors } from '#lib/use-form.ts';
import type { AssignValues } from './assign-values.ts';
import { guestsQuery } from './assignments-api.ts';

interface TermsFieldsProps {
  values: AssignValues;
  errors: FormErrors;
  onChange: (part: Partial<AssignValues>) => void;
  lastDay: Ref<HTMLInputElement>;
}

/** Fields for the note to the guest and the last day of access. */
export function TermsFields({ values, errors, onChange, lastDay }: TermsFieldsProps) {
  return (
    <>
      <Field label={t('label.note')} error={errors.note} hint={t('assign.noteHint')}>
        {(control) => (
          <Textarea
            {...control}
            value={values.note}
            onChange={(event) => onChange({ note: event.target.value })}
            maxLength={2000}
          />
        )}
      </Field>
      <Field label={t('label.accessEnds')} error={errors.endsAt} hint={t('assign.lastDayHint')}>
        {(control) => (
          <Input
            {...control}
            ref={lastDay}
            type="date"
            name="lastDay"
            value={values.lastDay}
            min={localToday()}
            max="9999-12-31"
            onChange={(event) => onChange({ lastDay: event.target.value })}
            className="sheet:max-w-50"
          />
        )}
      </Field>
    </>
  );
}

/** Picker for a guest by name or email. */
export function GuestPicker(props: PickerProps) {
  const { data, isError, refetch } = useQuery(guestsQuery);
  const options = data?.map((guest) => ({
    id: guest.id,
    label: personName(guest),
    detail: personName(guest) === guest.email ? undefined : guest.email,
  }));
  return <Combobox {...props} options={options} failed={isError} onRetry={refetch} texts="guestPicker" />;
}
