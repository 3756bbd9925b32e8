import { Switch as Parts } from 'radix-ui';

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
