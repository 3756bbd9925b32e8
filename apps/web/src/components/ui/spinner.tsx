import { LoaderCircle } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';

/** A turning ring beside a word that says what is being waited for; silent by itself. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('animate-spin', className)} />;
}
