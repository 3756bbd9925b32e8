import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Parts } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, use, useId, useRef } from 'react';
import { classNames } from '#lib/class-names.ts';
import { floatingClass, OverlayContainer } from './overlay.ts';

type Choose = (action: () => void) => void;

const ChooseContext = createContext<Choose>((action) => action());

interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
}

/** A menu of actions. Arrow keys move, typing finds, Escape closes. */
export function DropdownMenu({ trigger, children }: DropdownMenuProps) {
  const container = use(OverlayContainer);
  const chosen = useRef<(() => void) | null>(null);

  // The action runs after the focus has returned to the button, so that a dialog it opens knows where to return it.
  function runChosen() {
    const action = chosen.current;
    chosen.current = null;
    if (action !== null) queueMicrotask(action);
  }

  return (
    // Not modal: the page behind stays readable, and a click outside closes the menu and takes effect.
    <Parts.Root modal={false}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal container={container}>
        <Parts.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={runChosen}
          className={classNames(floatingClass, 'min-w-40 max-w-72')}
        >
          <ChooseContext
            value={(action) => {
              chosen.current = action;
            }}
          >
            {children}
          </ChooseContext>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

interface DropdownMenuItemProps {
  onSelect: () => void;
  icon?: LucideIcon | undefined;
  children: ReactNode;
  /** Destructive: shown in red. */
  danger?: boolean;
  /** For one of several values: whether it is the current one. */
  checked?: boolean | undefined;
  /** Why the item is disabled. Shown below it and announced with it: the arrow keys still reach the item. */
  refused?: string | undefined;
}

/** A menu item. */
export function DropdownMenuItem({
  onSelect,
  icon: Icon,
  children,
  danger = false,
  checked,
  refused,
}: DropdownMenuItemProps) {
  const choose = use(ChooseContext);
  const id = useId();
  const isRefused = refused !== undefined;

  function handleSelect(event: Event) {
    // Keeps the menu open, so that the reason can be read.
    if (isRefused) event.preventDefault();
    else choose(onSelect);
  }

  return (
    <Parts.Item
      onSelect={handleSelect}
      {...(checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked })}
      aria-disabled={isRefused || undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={isRefused ? `${id}-reason` : undefined}
      className={classNames(
        'flex min-h-8 cursor-default items-center gap-2 rounded-small px-2 outline-none data-highlighted:bg-pressed',
        isRefused ? 'items-start py-1.5' : danger && 'text-danger',
      )}
    >
      {Icon === undefined ? null : (
        <Icon
          aria-hidden
          className={classNames('shrink-0', isRefused ? 'mt-0.5 text-ink-3' : !danger && 'text-ink-3')}
        />
      )}
      <span className="grid min-w-0">
        <span id={`${id}-label`} className={isRefused ? 'text-ink-3' : undefined}>
          {children}
        </span>
        {isRefused ? (
          <span id={`${id}-reason`} className="text-balance text-ink-3 text-small">
            {refused}
          </span>
        ) : null}
      </span>
    </Parts.Item>
  );
}
