import type { Order } from '@portal/contract/orders';
import { localToday } from '#lib/local-day.ts';
import { StatusChip } from './status-chip.tsx';

interface OrderStatusChipProps {
  status: string;
  progress: Order['progress'];
  className?: string;
}

/** An order's status. A billed order with an overdue invoice gets an exclamation mark: a check mark would mean that all is well. */
export function OrderStatusChip({ status, progress, className }: OrderStatusChipProps) {
  const isOverdue = progress?.dueDate !== undefined && progress.dueDate < localToday();
  const like = status === 'Billed' && isOverdue ? 'Overdue' : undefined;
  return <StatusChip status={status} like={like} className={className} />;
}
