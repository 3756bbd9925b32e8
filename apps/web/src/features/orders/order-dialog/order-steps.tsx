import type { Order } from '@portal/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { PageRequest, RowPage } from '#components/data-table/page-request.ts';
import { pageQuery, type ServerSource } from '#components/data-table/use-table-rows.ts';
import { Button } from '#components/ui/button.tsx';
import { messageOf } from '#lib/api-error.ts';
import { useSingleKey } from '#lib/shortcuts.ts';
import { t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';
import { orderQuery } from '../orders-api.ts';

/** The list below the dialog. */
export interface StepList {
  /** The rows of the current page; undefined while they load. */
  rows: RowPage<Order> | undefined;
  request: PageRequest;
  source: ServerSource<Order>;
  /** @param page the page of the list that contains the order, if it is another one */
  onStep: (id: string, page?: number) => void;
}

export interface OrderSteps {
  /** Place in the whole list, from 1; undefined if the current page does not contain the order. */
  place: number | undefined;
  /** The list has other orders, but not this one on its current page. */
  isElsewhere: boolean;
  total: number;
  /** Opens the next (1) or previous (-1) order of the list, also on another page; undefined at the ends of the list. */
  previous: (() => Promise<void>) | undefined;
  next: (() => Promise<void>) | undefined;
}

/** Steps from the open order to its neighbors in the list, with the buttons and with J and K. */
export function useOrderSteps(id: string | undefined, { rows, request, source, onStep }: StepList): OrderSteps {
  const queryClient = useQueryClient();
  const items = rows?.items ?? [];
  const index = items.findIndex((order) => order.id === id);

  async function step(by: 1 | -1) {
    const near = items[index + by];
    if (near !== undefined) {
      onStep(near.id);
      // The next step is usually in the same direction.
      const following = items[index + 2 * by];
      if (following !== undefined) void queryClient.prefetchQuery(orderQuery(queryClient, following.id));
      return;
    }
    const page = request.page + by;
    try {
      const found = await queryClient.fetchQuery(pageQuery(source, { ...request, page }));
      const order = found.items.at(by === 1 ? 0 : -1);
      if (order !== undefined) onStep(order.id, page);
    } catch (error) {
      toastError(t('order.stepFailed'), { description: messageOf(error, '') });
    }
  }

  const place = index === -1 ? undefined : (request.page - 1) * request.limit + index + 1;
  const total = rows?.total ?? 0;
  const previous = place === undefined || place === 1 ? undefined : () => step(-1);
  const next = place === undefined || place >= total ? undefined : () => step(1);
  useSingleKey('j', () => void next?.(), 'dialog');
  useSingleKey('k', () => void previous?.(), 'dialog');
  return { place, isElsewhere: id !== undefined && index === -1 && items.length > 0, total, previous, next };
}

interface StepButtonsProps {
  steps: OrderSteps;
  /** What the open order is called: announced with its place after each step. */
  name: string;
  bar: boolean;
}

/** Buttons to the neighbors of the order in the list, around its place: icons in the header, a bar on a phone. */
export function StepButtons({ steps: { place, isElsewhere, total, previous, next }, name, bar }: StepButtonsProps) {
  const backButton = useRef<HTMLButtonElement>(null);
  const forthButton = useRef<HTMLButtonElement>(null);
  const [isFirst, isLast] = [previous === undefined, next === undefined];
  useLayoutEffect(() => {
    // A disabled button loses the focus.
    if (isLast && document.activeElement === forthButton.current) backButton.current?.focus();
    if (isFirst && document.activeElement === backButton.current) forthButton.current?.focus();
  }, [isFirst, isLast]);

  if (place === undefined) {
    return isElsewhere ? (
      <p className="mr-1 text-ink-3 text-small leading-4 print:hidden">{t('order.elsewhere')}</p>
    ) : null;
  }
  const position = (
    <p role="status" className="whitespace-nowrap text-ink-3 text-small tabular-nums">
      <span className="sr-only">{name}, </span>
      <span>{t('order.position', { place, total })}</span>
    </p>
  );
  const [Back, Forth] = bar ? [ChevronLeft, ChevronRight] : [ChevronUp, ChevronDown];
  const button = { variant: 'ghost', icon: true, size: bar ? 'large' : 'medium' } as const;
  const back = (
    <Button
      {...button}
      ref={backButton}
      aria-label={t('order.previous')}
      data-tooltip
      onClick={previous}
      disabled={isFirst}
    >
      <Back aria-hidden />
    </Button>
  );
  const forth = (
    <Button {...button} ref={forthButton} aria-label={t('order.next')} data-tooltip onClick={next} disabled={isLast}>
      <Forth aria-hidden />
    </Button>
  );
  return bar ? (
    <div className="-my-3 flex w-full items-center justify-between">
      {back}
      {position}
      {forth}
    </div>
  ) : (
    <>
      <span className="mr-1 print:hidden">{position}</span>
      {back}
      {forth}
    </>
  );
}
