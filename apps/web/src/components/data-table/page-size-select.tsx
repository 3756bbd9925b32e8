import type { FieldControl } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { pageSizes } from './table-state.ts';

interface PageSizeSelectProps extends Partial<FieldControl> {
  limit: number;
  onLimit: (limit: number) => void;
  'aria-label'?: string;
}

const options = pageSizes.map((size) => ({ value: String(size), label: String(size) }));

/** Select for the number of rows per page. */
export function PageSizeSelect({ limit, onLimit, ...rest }: PageSizeSelectProps) {
  return (
    <Select
      {...rest}
      value={String(limit)}
      onValueChange={(value) => onLimit(Number(value))}
      options={options}
      className="font-medium tabular-nums"
    />
  );
}
