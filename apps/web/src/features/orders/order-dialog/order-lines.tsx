import type { OrderDetail, OrderLine } from '@portal/contract/orders';
import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatMoney, formatNumber } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useNarrow } from '#lib/use-media.ts';
import { openQuantity } from './open-quantity.ts';
import { AsOf } from './progress/as-of.tsx';

interface OrderLinesProps {
  /** Undefined until loaded. */
  item: OrderDetail['rawData']['item'];
  /** In place of items that will not follow; undefined while they are loaded. */
  missing?: ReactNode;
  freshAt?: string | null | undefined;
  /** False for guests, who see no billing. */
  showsBilled?: boolean;
}

/** The line items of an order. */
export function OrderLines({ item, missing, freshAt, showsBilled = false }: OrderLinesProps) {
  const narrow = useNarrow();
  const pending = item === undefined && missing === undefined;
  const Lines = narrow ? LinesList : LinesTable;
  return (
    <section aria-labelledby="order-lines" aria-busy={pending || undefined} className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id="order-lines" className="font-semibold text-ink">
          {t('order.lines')}
        </h3>
        <AsOf instant={freshAt} />
      </div>
      {pending ? (
        <SkeletonLines />
      ) : item === undefined ? (
        missing
      ) : item.items.length === 0 ? (
        <p className="text-ink-3">{t('order.linesNone')}</p>
      ) : (
        <Lines lines={item.items} figures={figuresOf(item.items, showsBilled)} />
      )}
    </section>
  );
}

/** One figure of each line: a column of the table, or an entry below the item on a narrow screen. */
interface LineFigure {
  label: string;
  value: (line: OrderLine) => string;
  /** Less important than the others. */
  quiet?: boolean;
  note?: (line: OrderLine) => string | undefined;
}

interface LinesProps {
  lines: readonly OrderLine[];
  figures: readonly LineFigure[];
}

/** Shipped and billed quantities have no columns if no line has them, as before the first sync that reads it. */
function figuresOf(lines: readonly OrderLine[], showsBilled: boolean): LineFigure[] {
  const quantity = (label: string, value: (line: OrderLine) => number | undefined): LineFigure => ({
    label,
    value: (line) => shown(value(line), formatNumber),
    quiet: true,
  });
  const hasShipped = lines.some(({ quantityShipped }) => quantityShipped !== undefined);
  const hasBilled = showsBilled && lines.some(({ quantityBilled }) => quantityBilled !== undefined);
  return [
    quantity(t('order.line.quantity'), (line) => line.quantity),
    ...(hasShipped ? [quantity(t('orders.column.shipped'), (line) => line.quantityShipped)] : []),
    ...(hasBilled ? [quantity(t('order.line.billed'), (line) => line.quantityBilled)] : []),
    ...(hasShipped ? [{ ...quantity(t('order.line.open'), openQuantity), quiet: false, note: openNote }] : []),
    { label: t('order.line.rate'), value: ({ rate }) => shown(rate, formatMoney), quiet: true },
    { label: t('order.line.amount'), value: ({ amount }) => shown(amount, formatMoney) },
  ];
}

function openNote({ quantityBackordered = 0, isClosed }: OrderLine): string | undefined {
  if (isClosed) return t('order.line.closed');
  return quantityBackordered > 0 ? t('order.line.backordered', { count: quantityBackordered }) : undefined;
}

const cell = 'border-line border-t py-2.5 align-top';

function LinesTable({ lines, figures }: LinesProps) {
  return (
    <table className="w-full border-separate border-spacing-0" aria-label={t('order.lines')}>
      <thead>
        <tr className="text-left text-ink-3 text-small">
          <th scope="col" className="pb-1.5 font-medium">
            {t('order.line.item')}
          </th>
          {figures.map(({ label }) => (
            <th key={label} scope="col" className="pb-1.5 pl-4 text-right font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.line ?? `at-${index}`} className="break-inside-avoid">
            <td className={classNames(cell, 'min-w-24 [overflow-wrap:anywhere]')}>
              <ItemName {...line} />
            </td>
            {figures.map(({ label, value, quiet, note }) => (
              <Figure key={label} quiet={quiet} note={note?.(line)}>
                {value(line)}
              </Figure>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Wraps a number only if a narrow screen would otherwise truncate it. */
function Figure({
  children,
  quiet,
  note,
}: {
  children: string;
  quiet?: boolean | undefined;
  note?: string | undefined;
}) {
  const wraps = children.length > 14 ? '[overflow-wrap:anywhere]' : undefined;
  return (
    <td className={classNames(cell, 'pl-4 text-right tabular-nums', quiet ? 'text-ink-2' : undefined, wraps)}>
      {children}
      {note === undefined ? null : <span className="block whitespace-nowrap text-small text-status-amber">{note}</span>}
    </td>
  );
}

/** The lines as blocks: the item and its amount, and the other figures below with their labels. */
function LinesList({ lines, figures }: LinesProps) {
  const amount = figures.at(-1);
  return (
    <ul aria-label={t('order.lines')}>
      {lines.map((line, index) => (
        <li key={line.line ?? `at-${index}`} className="grid break-inside-avoid gap-1.5 border-line border-t py-2.5">
          <div className="flex items-baseline justify-between gap-4">
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <ItemName {...line} />
            </div>
            <span className="text-right tabular-nums [overflow-wrap:anywhere]">
              <span className="sr-only">{amount?.label} </span>
              {amount?.value(line)}
            </span>
          </div>
          <dl className="flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
            {figures.slice(0, -1).map(({ label, value }) => (
              <div key={label}>
                <dt className="text-ink-3 text-small">{label}</dt>
                <dd className="text-ink-2 [overflow-wrap:anywhere]">{value(line)}</dd>
              </div>
            ))}
          </dl>
          {figures.map(({ label, note }) =>
            note?.(line) === undefined ? null : (
              <p key={label} className="text-small text-status-amber">
                {note(line)}
              </p>
            ),
          )}
        </li>
      ))}
    </ul>
  );
}

function ItemName({ item, description }: OrderLine) {
  return (
    <>
      {item?.refName ?? description ?? t('value.none')}
      {item !== undefined && description !== undefined && description !== item.refName ? (
        <span className="block text-ink-3 text-small">{description}</span>
      ) : null}
    </>
  );
}

function shown<Value>(value: Value | undefined, format: (value: Value) => string): string {
  return value === undefined ? t('value.none') : format(value);
}

function SkeletonLines() {
  return (
    <div className="pt-6">
      <span className="sr-only">{t('order.linesLoading')}</span>
      {['w-44', 'w-56', 'w-36'].map((width) => (
        <div key={width} className="flex h-10 items-center justify-between border-line border-t">
          <Skeleton className={classNames('h-3', width)} />
          <Skeleton className="h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
