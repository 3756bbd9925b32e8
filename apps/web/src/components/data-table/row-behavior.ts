import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';

/** One entry of a row's menu. */
export interface RowAction<Row> {
  label: string;
  icon: LucideIcon;
  onSelect: (row: Row) => void;
  /** Why the action is unavailable for this row; undefined if it is available. */
  refused?: (row: Row) => string | undefined;
  /** Destructive: shown in red. */
  danger?: boolean;
}

/** Available row actions. Must be the same object on every render, so that rows do not re-render. */
export interface RowBehavior<Row> {
  id: (row: Row) => string;
  /** Label of a row: 'SO10248'. */
  label: (row: Row) => string;
  /** Link target of a row for a new tab; a plain click calls `onOpen` instead. */
  href: (row: Row) => string;
  onOpen: (row: Row) => void;
  /** Called when the user is likely to open the row, so that its data can be prefetched. */
  onIntent: (row: Row) => void;
  actions: readonly RowAction<Row>[];
}

/** Hover intent delay in milliseconds: ignores a pointer or focus that only passes over a row. */
const restTime = 200;

export interface RowIntent<Row> {
  rest: (row: Row) => void;
  leave: () => void;
}

/** Calls back when the pointer or focus stays on a row. */
export function createIntent<Row>(onIntent: (row: Row) => void): RowIntent<Row> {
  let timer: number | undefined;
  return {
    rest: (row) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => onIntent(row), restTime);
    },
    leave: () => clearTimeout(timer),
  };
}

/** Opens a row by its link. Clicks that open a new tab or window are left to the browser. */
export function followLink<Row>(event: MouseEvent, row: Row, onOpen: (row: Row) => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onOpen(row);
}

/** Whether a click was meant for the row, and not for a control in it or for selecting text. */
export function isRowClick({ target }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest('a, button, input, label') !== null) return false;
  return window.getSelection()?.isCollapsed ?? true;
}
