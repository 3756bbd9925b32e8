import { DropdownMenu as Parts } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { DropdownMenuItem } from '#components/ui/dropdown-menu.tsx';
import { floatingClass } from '#components/ui/overlay.ts';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import type { RowBehavior } from './row-behavior.ts';

/** The row with an open menu, and the button that opened it. */
export interface OpenMenu<Row> {
  row: Row;
  anchor: HTMLElement;
}

interface RowMenuProps<Row> {
  menu: OpenMenu<Row> | undefined;
  behavior: RowBehavior<Row>;
  onClose: () => void;
}

/** One menu shared by all rows, since a menu per row would be slow. */
export function RowMenu<Row>({ menu, behavior, onClose }: RowMenuProps<Row>) {
  const chosen = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (menu === undefined) return;
    // Scrolling would move the row away from the menu.
    window.addEventListener('scroll', onClose, { capture: true, once: true });
    window.addEventListener('click', handleClick, { capture: true });
    return () => {
      window.removeEventListener('scroll', onClose, { capture: true });
      window.removeEventListener('click', handleClick, { capture: true });
    };

    function handleClick(event: MouseEvent) {
      if (!(event.target instanceof Element) || event.target.closest('[role=menu]') !== null) return;
      onClose();
      // A click beside the menu is meant to close it, and not to open the row there.
      if (event.target.closest('[data-table-frame]') === null) return;
      event.preventDefault();
      event.stopPropagation();
      const other = event.target.closest<HTMLElement>('[aria-haspopup=menu]');
      if (other !== null && other !== menu?.anchor) chosen.current = () => other.click();
    }
  }, [menu, onClose]);

  return (
    // Stays mounted while closed, so that it knows whether it was opened by keyboard and can focus the first action.
    <Parts.Root open={menu !== undefined} onOpenChange={onClose} modal={false}>
      {menu === undefined ? null : <MenuContent menu={menu} behavior={behavior} chosen={chosen} />}
    </Parts.Root>
  );
}

/** Opens a row's menu on ArrowDown, as other menu buttons do. Enter and Space trigger a click. */
export function openByArrow(event: KeyboardEvent<HTMLElement>, open: (anchor: HTMLElement) => void): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  open(event.currentTarget);
}

interface MenuContentProps<Row> {
  menu: OpenMenu<Row>;
  behavior: RowBehavior<Row>;
  /** Runs when the menu has closed. */
  chosen: RefObject<(() => void) | null>;
}

function MenuContent<Row>({ menu: { row, anchor }, behavior, chosen }: MenuContentProps<Row>) {
  const { top, left, width, height } = anchor.getBoundingClientRect();
  return (
    <>
      <Parts.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ top, left, width, height }} />
      </Parts.Trigger>
      {/* Rendered within the page's landmark, so that assistive technology finds the menu near its row. */}
      <Parts.Portal container={anchor.closest('main')}>
        <Parts.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('table.actionsFor', { row: behavior.label(row) })}
          aria-labelledby={undefined}
          // Closes on the click instead of the press before it, so that the click can be kept from the row.
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.focus();
            // Runs only after the focus has returned, so that a dialog opened by the action knows where to return it.
            const action = chosen.current;
            chosen.current = null;
            action?.();
          }}
          className={classNames(floatingClass, 'min-w-40 max-w-64')}
        >
          {behavior.actions.map(({ label, icon, onSelect, refused, danger = false }) => (
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
