import type { ReactNode } from 'react';
import { formatDate, formatMoney } from '#lib/format.ts';
import type { ColumnChoices } from './table-storage.ts';

/** One column of a list. Columns appear in array order; the first one names the row, is pinned and cannot be hidden. */
export interface DataTableColumn<Row> {
  /** Names the column in the URL, in storage and to the server. */
  id: string;
  /** Content of the cell. Text is truncated if it does not fit; an empty value shows as a dash. */
  cell: (row: Row) => ReactNode;
  /** Width in pixels; the minimum width if the column grows. */
  width: number;
  /** Hidden by default. */
  hidden?: boolean;
  header: string;
  /** `end` for money and numbers, which are right-aligned. */
  align?: 'start' | 'end';
  /** `strong` for the value that names the row, `quiet` for values that matter less. */
  tone?: 'strong' | 'plain' | 'quiet';
  /** Uses tabular figures, so that digits align vertically. */
  figures?: boolean;
  /**
   * Smallest width, in pixels, in a frame that is too narrow, and its place in the order in which columns shrink: those
   * first whose content fits even then, the most important ones last.
   */
  shrink?: { to: number; rank: number };
  /** Takes the remaining width. If no column does, the first one takes it. */
  grow?: boolean;
  /** Ids of the columns of a file that this column shows; default: its own. */
  exported?: readonly string[];
  /** False if the column is not sortable. */
  sortable?: boolean;
  /**
   * Position on the card that represents the row on a narrow screen; `lead` comes before the other lines. Columns without
   * one are not on the card. Columns that are hidden by default are always on it.
   */
  card?: 'title' | 'lead' | 'line' | 'figure' | 'note';
  /** Content on the card, if it differs from the cell. */
  cardCell?: (row: Row) => ReactNode;
}

type Rest<Row> = Partial<DataTableColumn<Row>>;
type Read<Row> = (row: Row) => string | null | undefined;

/** A column of text. */
export function textColumn<Row>(id: string, header: string, width: number, read: Read<Row>, rest: Rest<Row> = {}) {
  return { id, header, cell: read, width, tone: 'quiet', ...rest } satisfies DataTableColumn<Row>;
}

/** A column of days: a timestamp or a date-only field. */
export function dateColumn<Row>(id: string, header: string, read: Read<Row>, rest: Rest<Row> = {}) {
  const cell = (row: Row) => formatted(read(row), formatDate);
  return { id, header, cell, width: 136, tone: 'quiet', figures: true, ...rest } satisfies DataTableColumn<Row>;
}

/** A column of amounts in decimal text. */
export function moneyColumn<Row>(id: string, header: string, read: Read<Row>, rest: Rest<Row> = {}) {
  const cell = (row: Row) => formatted(read(row), formatMoney);
  const look = { width: 124, align: 'end', tone: 'quiet', figures: true } as const;
  return { id, header, cell, ...look, ...rest } satisfies DataTableColumn<Row>;
}

function formatted(value: string | null | undefined, format: (value: string) => string): string | undefined {
  return value === undefined || value === null ? undefined : format(value);
}

/** A column in the columns menu. */
export interface ColumnToggle {
  id: string;
  label: string;
  shown: boolean;
}

/** Visibility of the columns: the default of each, overridden by the user's choice. */
export function columnVisibility<Row>(
  columns: readonly DataTableColumn<Row>[],
  choices: ColumnChoices,
): Record<string, boolean> {
  return Object.fromEntries(
    columns.map(({ id, hidden = false }, index) => [id, index === 0 || (choices[id] ?? !hidden)]),
  );
}
