import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { t } from '#lib/texts.ts';

interface PersonFieldsProps {
  email: string;
  fullName: string;
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>;
  onChange: (part: { email: string } | { fullName: string }) => void;
}

/** Who somebody new is. The form's element `email` is the address's box. */
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
