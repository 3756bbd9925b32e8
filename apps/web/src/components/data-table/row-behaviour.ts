import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';

/** One entry of a row's menu. */
export interface RowAction<Row> {
  label: string;
  icon: LucideIcon;
  onSelect: (row: Row) => void;
  /** Why it cannot be done with this row; undefined when it can. */
  refused?: (row: Row) => string | undefined;
  /** Destroys something: shown in red. */
  danger?: boolean;
}

/** What can be done with the rows of a list. The same object from render to render keeps the rows still. */
export interface RowBehaviour<Row> {
  id: (row: Row) => string;
  /** What a row is called: 'SO10248'. */
  label: (row: Row) => string;
  /** Where a row leads, for a new tab; a plain click calls `onOpen` instead. */
  href: (row: Row) => string;
  onOpen: (row: Row) => void;
  /** The reader is about to open it: the time to read ahead. */
  onIntent: (row: Row) => void;
  actions: readonly RowAction<Row>[];
}

/** A pointer or a focus that only passes over a row means nothing by it: milliseconds until it does. */
const restTime = 200;

export interface RowIntent<Row> {
  rest: (row: Row) => void;
  leave: () => void;
}

/** Tells of a row once the reader rests on it. */
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

/** Opens a row by its link, and leaves to the browser what opens a new tab or window. */
export function followLink<Row>(event: MouseEvent, row: Row, onOpen: (row: Row) => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onOpen(row);
}

/** Whether a click on a row was meant for the row: not for a control in it, and not to mark text. */
export function isRowClick({ target }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest('a, button, input, label') !== null) return false;
  return window.getSelection()?.isCollapsed ?? true;
}
