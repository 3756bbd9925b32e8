import { Switch as Parts } from 'radix-ui';
import { useId } from 'react';

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  id?: string | undefined;
  'aria-labelledby'?: string | undefined;
  'aria-describedby'?: string | undefined;
}

/** A switch that takes effect immediately. */
export function Switch(props: SwitchProps) {
  return (
    <Parts.Root
      {...props}
      className="inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-field bg-pressed p-0.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Parts.Thumb className="size-4.5 rounded-full bg-ink-2 transition-transform duration-150 data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </Parts.Root>
  );
}

interface SwitchRowProps extends Pick<SwitchProps, 'checked' | 'onCheckedChange'> {
  label: string;
  hint: string;
}

/** A setting: label and hint with a switch at the right. */
export function SwitchRow({ label, hint, ...rest }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-6">
      <div>
        <p id={`${id}-label`} className="font-medium text-ink">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-ink-3 text-small">
          {hint}
        </p>
      </div>
      <Switch aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} {...rest} />
    </div>
  );
}
