import { LoaderCircle } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';

/** A spinner beside a text that says what is loading; hidden from assistive technology. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <LoaderCircle aria-hidden className={classNames('animate-spin', className)} />;
}
