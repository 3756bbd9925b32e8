import type { ComponentProps } from 'react';
import { t } from '#lib/signed-out-texts.ts';
import type { FormErrors } from '#lib/use-form.ts';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

const names = ['password', 'confirmation'] as const;
export type NewPasswordName = (typeof names)[number];

interface NewPasswordFieldsProps {
  /** Label of the first field. */
  label: string;
  hint: string;
  errors: FormErrors;
  /** Further props of an input. */
  propsOf?: (name: NewPasswordName) => Omit<ComponentProps<typeof PasswordInput>, 'name'>;
}

/** A new password, typed twice, in inputs named `password` and `confirmation`. */
export function NewPasswordFields({ label, hint, errors, propsOf }: NewPasswordFieldsProps) {
  return names.map((name) => (
    <Field
      key={name}
      label={name === 'password' ? label : t('label.confirmPassword')}
      error={errors[name]}
      hint={name === 'password' ? hint : undefined}
    >
      {(control) => (
        <PasswordInput {...control} name={name} autoComplete="new-password" required {...propsOf?.(name)} />
      )}
    </Field>
  ));
}
