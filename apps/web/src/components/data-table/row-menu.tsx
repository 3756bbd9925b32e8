import { DropdownMenu as Parts } from 'radix-ui';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { DropdownMenuItem } from '#components/ui/dropdown-menu.tsx';
import { floatingClass } from '#components/ui/floating.ts';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import type { RowBehaviour } from './row-behaviour.ts';

/** The row whose menu is open, and the button that opened it. */
export interface OpenMenu<Row> {
  row: Row;
  anchor: HTMLElement;
}

interface RowMenuProps<Row> {
  menu: OpenMenu<Row> | undefined;
  behaviour: RowBehaviour<Row>;
  onClose: () => void;
}

/** The menu of whichever row asks for it: one for all, since a hundred of them would be felt. */
export function RowMenu<Row>({ menu, behaviour, onClose }: RowMenuProps<Row>) {
  useEffect(() => {
    if (menu === undefined) return;
    // The row would move away from under it.
    window.addEventListener('scroll', onClose, { capture: true, once: true });
    return () => window.removeEventListener('scroll', onClose, { capture: true });
  }, [menu, onClose]);

  return (
    // It stays while the menu is closed: so it knows, when one opens, whether that was by the keyboard, and has the
    // first action chosen then.
    <Parts.Root open={menu !== undefined} onOpenChange={onClose} modal={false}>
      {menu === undefined ? null : <MenuContent menu={menu} behaviour={behaviour} />}
    </Parts.Root>
  );
}

/** Opens a row's menu by ArrowDown, as the buttons of other menus do. Enter and Space are clicks. */
export function openByArrow(event: KeyboardEvent<HTMLElement>, open: (anchor: HTMLElement) => void): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  open(event.currentTarget);
}

interface MenuContentProps<Row> {
  menu: OpenMenu<Row>;
  behaviour: RowBehaviour<Row>;
}

function MenuContent<Row>({ menu: { row, anchor }, behaviour }: MenuContentProps<Row>) {
  const chosen = useRef<(() => void) | null>(null);
  const { top, left, width, height } = anchor.getBoundingClientRect();
  return (
    <>
      <Parts.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ top, left, width, height }} />
      </Parts.Trigger>
      {/* Within the page's landmark: assistive technology finds the menu where its row is. */}
      <Parts.Portal container={anchor.closest('main')}>
        <Parts.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('table.actionsFor', { row: behaviour.label(row) })}
          aria-labelledby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.focus();
            // Only now, so that a dialog it opens knows where to return the focus.
            const action = chosen.current;
            chosen.current = null;
            action?.();
          }}
          className={classNames(floatingClass, 'min-w-40 max-w-64')}
        >
          {behaviour.actions.map(({ label, icon, onSelect, refused, danger = false }) => (
            <DropdownMenuItem
              key={label}
              icon={icon}
              onSelect={() => {
                chosen.current = () => onSelect(row);
              }}
              refused={refused?.(row)}
              danger={danger}
            >
              {label}
            </DropdownMenuItem>
          ))}
        </Parts.Content>
      </Parts.Portal>
    </>
  );
}
