import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { t } from '#lib/texts.ts';
import type { AssignFaults, AssignValues } from './assign-values.ts';

interface TermsFieldsProps {
  values: AssignValues;
  faults: AssignFaults;
  onChange: (part: Partial<AssignValues>) => void;
}

/** Fields for the note to the guest and the last day of access. */
export function TermsFields({ values, faults, onChange }: TermsFieldsProps) {
  return (
    <>
      <Field label={t('assign.note')} error={faults.note} hint={t('assign.noteHint')}>
        {(control) => (
          <Textarea
            {...control}
            value={values.note}
            onChange={(event) => onChange({ note: event.target.value })}
            maxLength={2000}
          />
        )}
      </Field>
      <Field label={t('assign.lastDay')} error={faults.endsAt} hint={t('assign.lastDayHint')}>
        {(control) => (
          <Input
            {...control}
            type="date"
            name="lastDay"
            value={values.lastDay}
            min={new Date().toISOString().slice(0, 10)}
            max="9999-12-31"
            onChange={(event) => onChange({ lastDay: event.target.value })}
            className="sheet:max-w-50"
          />
        )}
      </Field>
    </>
  );
}
