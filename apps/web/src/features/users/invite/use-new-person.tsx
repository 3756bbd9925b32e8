import { useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { EmailInput, Input } from '#components/ui/input.tsx';
import { incompleteDayError } from '#lib/incomplete-day.ts';
import { emailError } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { useDraft } from '#lib/use-draft.ts';
import { type FormErrors, useForm } from '#lib/use-form.ts';
import { useCloseOpen } from '#lib/use-opening.ts';
import { type ChangeTexts, useChange } from '../use-change.ts';
import { type InviteValues, placeIn } from './invite-api.ts';
import { MembershipFields, useInviteMembership } from './membership-fields.tsx';

interface NewPersonOptions {
  /** Name of the draft. */
  form: string;
  open: boolean;
  onClose: () => void;
  texts: ChangeTexts;
  /** Errors of further fields. */
  validate?: () => FormErrors;
  send: (person: { email: string; fullName: string } & ReturnType<typeof placeIn>) => Promise<unknown>;
}

const nothing: InviteValues = { email: '', fullName: '', groupId: '', customerNetsuiteId: '', lastDay: '' };

/** Form of a dialog that adds a person to a group. The input survives session expiry. */
export function useNewPerson({ form, open, onClose, texts, validate, send }: NewPersonOptions) {
  const draft = useDraft<InviteValues>(form, open);
  const [typed, setTyped] = useState<InviteValues>({ ...nothing, ...draft.restored });
  const place = useInviteMembership(typed);
  const run = useChange();
  const close = useCloseOpen(open, onClose);
  const { email, fullName } = typed;

  const { errors, setErrors, busy, handleSubmit } = useForm<'email' | 'expiresAt'>({
    validate: (inputs) => ({
      email: emailError(inputs.email),
      expiresAt: incompleteDayError(inputs.expiresAt),
      ...validate?.(),
    }),
    send: async () => {
      const { group } = place;
      if (group === undefined) return {};
      const person = { email: email.trim(), fullName: fullName.trim() };
      const refused = await run(() => send({ ...person, ...placeIn(group, place.values) }), texts);
      if (refused !== undefined) return refused;
      draft.drop();
      close();
      return undefined;
    },
  });

  function change(part: Partial<InviteValues>) {
    const next = { ...typed, ...part };
    setTyped(next);
    draft.keep(next);
    setErrors({});
  }

  return {
    errors,
    setErrors,
    /** Whether all fields are filled in. */
    complete: email.trim() !== '' && fullName.trim() !== '' && place.complete,
    dirty: Object.values(typed).some((value) => value !== ''),
    /** Further props of the dialog. */
    dialog: { open, onClose, busy, onSubmit: handleSubmit },
    fields: (
      <>
        <PersonFields email={email} fullName={fullName} errors={errors} onChange={change} />
        <MembershipFields place={place} errors={errors} onChange={change} />
      </>
    ),
  };
}

interface PersonFieldsProps {
  email: string;
  fullName: string;
  /** Errors by field. */
  errors: FormErrors;
  onChange: (part: { email: string } | { fullName: string }) => void;
}

/** Email and name of a new person. The form's element `email` is the email input. */
function PersonFields({ email, fullName, errors, onChange }: PersonFieldsProps) {
  return (
    <>
      <Field label={t('label.email')} error={errors.email}>
        {(control) => (
          <EmailInput
            {...control}
            value={email}
            onChange={(event) => onChange({ email: event.target.value })}
            maxLength={254}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={t('label.fullName')} error={errors.fullName}>
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
