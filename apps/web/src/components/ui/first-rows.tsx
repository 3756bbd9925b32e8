import { type ReactNode, useState } from 'react';
import { t } from '#lib/texts.ts';
import { Button } from './button.tsx';

/** Rows shown at first, and added each time. */
const step = 100;

interface FirstRowsProps<Row> {
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}

/** The first items of a list that may have thousands, with a button to show more. */
export function FirstRows<Row>({ rows, children }: FirstRowsProps<Row>) {
  const [count, setCount] = useState(step);
  return (
    <>
      {rows.slice(0, count).map(children)}
      {rows.length > count ? (
        <li className="flex justify-center px-4 py-3">
          <Button size="small" onClick={() => setCount(count + step)}>
            {t('action.showMore')}
          </Button>
        </li>
      ) : null}
    </>
  );
}
