import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Spinner } from './spinner.tsx';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';
type Size = 'small' | 'medium' | 'large';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> {
  variant?: Variant;
  size?: Size;
  /** Square, for an icon without text. Requires an `aria-label` and a tooltip. */
  icon?: boolean;
  /** Label while busy: 'Sending...'. Without it a spinner covers the label. */
  busyLabel?: string | undefined;
  busy?: boolean | undefined;
  /** If the handler returns a promise, the button is busy until it settles. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  ref?: Ref<HTMLButtonElement>;
}

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line bg-page text-ink hover:bg-hover data-[state=open]:bg-hover',
  ghost: 'text-ink-2 hover:bg-pressed hover:text-ink data-[state=open]:bg-pressed',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
};

const sizes: Record<Size, { text: string; icon: string }> = {
  small: { text: 'h-7 px-2', icon: 'size-7' },
  medium: { text: 'h-8 px-3', icon: 'size-8' },
  large: { text: 'h-10 px-4', icon: 'size-10' },
};

/**
 * A button that shows its progress. Its width fits the longer of its two labels, so that it never changes. While busy
 * it keeps the focus but cannot be clicked.
 */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon = false,
  busy = false,
  busyLabel,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const [pending, setPending] = useState(false);
  const working = busy || pending;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (working) {
      event.preventDefault();
      return;
    }
    const result = onClick?.(event);
    if (result instanceof Promise) {
      setPending(true);
      void result.finally(() => setPending(false)).catch(() => undefined);
    }
  }

  return (
    <button
      {...rest}
      type={type}
      onClick={handleClick}
      aria-busy={working || undefined}
      aria-disabled={working || undefined}
      className={classNames(
        'relative inline-grid shrink-0 select-none place-items-center whitespace-nowrap rounded-control font-medium',
        'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress',
        variants[variant],
        icon ? sizes[size].icon : sizes[size].text,
        className,
      )}
    >
      <Label shown={!working} spoken={!working || busyLabel === undefined}>
        {children}
      </Label>
      {working || busyLabel !== undefined ? (
        <Label shown={working} spoken={working}>
          {/* Still while invisible: an animation costs the whole page a frame each time, seen or not. */}
          <Spinner className={working ? undefined : 'animate-none!'} />
          {busyLabel}
        </Label>
      ) : null}
    </button>
  );
}

interface LabelProps {
  shown: boolean;
  /** Invisible, but possibly still the button's accessible name. */
  spoken: boolean;
  children: ReactNode;
}

function Label({ shown, spoken, children }: LabelProps) {
  return (
    <span
      aria-hidden={!spoken || undefined}
      className={classNames(
        'col-start-1 row-start-1 inline-flex items-center gap-2',
        !shown && (spoken ? 'opacity-0' : 'invisible'),
      )}
    >
      {children}
    </span>
  );
}
