import { OTPInput, REGEXP_ONLY_DIGITS } from 'input-otp';
import type { Ref } from 'react';
import { classNames } from '#lib/class-names.ts';
import type { FieldControl } from './field.tsx';

interface OtpInputProps extends Partial<FieldControl> {
  value: string;
  onChange: (value: string) => void;
  length: number;
  name?: string;
  autoFocus?: boolean;
  'aria-label'?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Slots for a one-time code over a single input, so that pasting, autofill and screen readers work as usual. */
export function OtpInput({ length, ...rest }: OtpInputProps) {
  const invalid = rest['aria-invalid'] === true;
  return (
    <OTPInput
      {...rest}
      maxLength={length}
      pattern={REGEXP_ONLY_DIGITS}
      inputMode="numeric"
      autoComplete="one-time-code"
      pushPasswordManagerStrategy="none"
      noScriptCSSFallback={null}
      pasteTransformer={(pasted) => pasted.replaceAll(/\D/g, '')}
      containerClassName="flex gap-2"
      render={({ slots, isFocused }) =>
        slots.map(({ char, isActive, hasFakeCaret }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its position
            key={index}
            data-slot={index}
            className={classNames(
              'grid h-12 min-w-0 flex-1 place-items-center rounded-control border bg-page font-semibold text-ink text-title tabular-nums',
              isFocused && isActive && 'outline-[3px]',
              invalid ? 'border-danger outline-danger/25' : isFocused && isActive ? 'border-accent' : 'border-field',
              !invalid && 'outline-accent/25',
            )}
          >
            {char}
            {hasFakeCaret ? <span className="h-5 w-px animate-caret bg-ink" /> : null}
          </div>
        ))
      }
    />
  );
}
