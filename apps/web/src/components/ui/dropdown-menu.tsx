import { DropdownMenu as Parts } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, use, useRef } from 'react';
import { classNames } from '#lib/class-names.ts';
import { floatingClass } from './floating.ts';
import { OverlayContainer } from './overlay-container.ts';

type Choose = (action: () => void) => void;

const ChooseContext = createContext<Choose>((action) => action());

interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
}

/** A list of actions behind a button: arrows move, letters find, Escape closes. */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  const container = use(OverlayContainer);
  const chosen = useRef<(() => void) | null>(null);

  // The action waits until the button has the focus again, so that a dialog it opens knows where to return it.
  function runChosen() {
    const action = chosen.current;
    chosen.current = null;
    if (action !== null) queueMicrotask(action);
  }

  return (
    // Not modal: the page behind stays readable, and a click outside closes the menu and does what it was meant to.
    <Parts.Root modal={false}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal container={container}>
        <Parts.Content
          align={align}
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
  children: ReactNode;
  /** Destroys something: shown in red. */
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled, on hover. */
  title?: string | undefined;
}

export function DropdownMenuItem({
  onSelect,
  children,
  danger = false,
  disabled = false,
  title,
}: DropdownMenuItemProps) {
  const choose = use(ChooseContext);
  return (
    <Parts.Item
      onSelect={() => choose(onSelect)}
      disabled={disabled}
      title={title}
      className={classNames(
        'flex h-8 cursor-default items-center gap-2 rounded-small px-2 outline-none',
        'data-disabled:opacity-50 data-highlighted:bg-pressed',
        danger && 'text-danger',
      )}
    >
      {children}
    </Parts.Item>
  );
}
