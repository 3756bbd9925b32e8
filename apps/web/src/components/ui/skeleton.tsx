import { classNames } from '#lib/class-names.ts';

/** Stands where something is loading, in its final size: give it width and height by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded-small bg-pressed', className)} />;
}
