import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { t } from '#lib/texts.ts';
import type { FormErrors } from '#lib/use-form.ts';

interface PersonFieldsProps {
  email: string;
  fullName: string;
  /** Errors by field. */
  errors: FormErrors;
  onChange: (part: { email: string } | { fullName: string }) => void;
}

/** Email and name of a new person. The form's element `email` is the email input. */
export function PersonFields({ email, fullName, errors, onChange }: PersonFieldsProps) {
  return (
    <>
      <Field label={t('invite.email')} error={errors.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            value={email}
            onChange={(event) => onChange({ email: event.target.value })}
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field label={t('invite.fullName')} error={errors.fullName}>
        {(control) => (
          <Input
            {...control}
            value={fullName}
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
