import type { OrderDetail, OrderLine } from '@portal/contract/orders';
import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatMoney, formatNumber } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

interface OrderLinesProps {
  /** Undefined until loaded. */
  item: OrderDetail['rawData']['item'];
  /** In place of items that will not follow; undefined while they are loaded. */
  missing?: ReactNode;
}

/** The line items of an order. */
export function OrderLines({ item, missing }: OrderLinesProps) {
  const pending = item === undefined && missing === undefined;
  return (
    <section aria-labelledby="order-lines" aria-busy={pending || undefined} className="grid gap-2">
      <h3 id="order-lines" className="font-semibold text-ink">
        {t('order.lines')}
      </h3>
      {pending ? (
        <SkeletonLines />
      ) : item === undefined ? (
        missing
      ) : item.items.length === 0 ? (
        <p className="text-ink-3">{t('order.linesNone')}</p>
      ) : (
        <LinesTable lines={item.items} />
      )}
    </section>
  );
}

const cell = 'border-line border-t py-2.5 align-top';
const figure = 'pl-4 text-right tabular-nums';

function LinesTable({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <table className="w-full border-separate border-spacing-0" aria-label={t('order.lines')}>
      <thead>
        <tr className="text-left text-ink-3 text-small">
          <th scope="col" className="pb-1.5 font-medium">
            {t('order.line.item')}
          </th>
          {(['order.line.quantity', 'order.line.rate', 'order.line.amount'] as const).map((label) => (
            <th key={label} scope="col" className="pb-1.5 pl-4 text-right font-medium">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.line ?? `at-${index}`}>
            <td className={classNames(cell, 'min-w-24 [overflow-wrap:anywhere]')}>
              {line.item?.refName ?? line.description ?? t('value.none')}
              {line.item !== undefined && line.description !== undefined && line.description !== line.item.refName ? (
                <span className="block text-ink-3 text-small">{line.description}</span>
              ) : null}
            </td>
            <Figure quiet>{shown(line.quantity, formatNumber)}</Figure>
            <Figure quiet>{shown(line.rate, formatMoney)}</Figure>
            <Figure>{shown(line.amount, formatMoney)}</Figure>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Wraps a number only if a narrow screen would otherwise truncate it. */
function Figure({ children, quiet = false }: { children: string; quiet?: boolean }) {
  const wraps = children.length > 14 ? '[overflow-wrap:anywhere]' : undefined;
  return <td className={classNames(cell, figure, quiet ? 'text-ink-2' : undefined, wraps)}>{children}</td>;
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
