import { Tabs as Parts } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { formatNumber } from '#lib/format.ts';

interface Tab {
  value: string;
  label: string;
  /** Number of items in the tab; undefined while it is unknown. */
  count?: number | undefined;
  content: ReactNode;
}

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  value: string;
  onValueChange: (value: string) => void;
  /** Actions of the page, at the right end of the tab list. */
  actions?: ReactNode;
  /** The panels are pages that fill the frame and have their own padding. */
  fill?: boolean;
}

/** A tab list with the panel of the selected tab. */
export function Tabs({ label, tabs, value, onValueChange, actions, fill = false }: TabsProps) {
  return (
    <Parts.Root value={value} onValueChange={onValueChange} className="flex min-h-0 flex-auto flex-col">
      <div
        className={classNames(
          'flex shrink-0 flex-wrap items-center justify-between gap-x-4 border-line border-b',
          fill ? 'px-4 shell:px-6' : 'px-6',
        )}
      >
        <Parts.List
          aria-label={label}
          // The clicked tab has already taken the focus. Radix would wait for that, and Tab would next stop at the list.
          onMouseDown={(event) => event.preventDefault()}
          className="-mx-1.5 -mb-px flex gap-2"
        >
          {tabs.map((tab) => (
            <Parts.Trigger
              key={tab.value}
              value={tab.value}
              className={classNames(
                'whitespace-nowrap border-transparent border-b-2 px-1.5 font-medium text-ink-2 -outline-offset-2 hover:text-ink',
                'data-[state=active]:border-accent data-[state=active]:text-ink',
                fill ? 'h-12' : 'h-10',
              )}
            >
              {tab.label}
              {/* The space also separates the label and count for screen readers. */}
              {'count' in tab ? (
                <>
                  {' '}
                  {/* Fits two digits, so that the neighboring tabs do not shift. */}
                  <span className="ml-0.5 inline-block min-w-[2ch] text-left text-small tabular-nums">
                    {tab.count === undefined ? null : formatNumber(tab.count)}
                  </span>
                </>
              ) : null}
            </Parts.Trigger>
          ))}
        </Parts.List>
        {/* On a separate line if there is no room beside the tabs. */}
        {actions ? <div className={classNames('ml-auto', fill && 'py-2')}>{actions}</div> : null}
      </div>
      {tabs.map((tab) => (
        <Parts.Content
          key={tab.value}
          value={tab.value}
          className={classNames(
            'min-h-0 flex-auto -outline-offset-2',
            fill ? 'flex-col data-[state=active]:flex' : 'overflow-y-auto p-6',
          )}
        >
          {/* Unmounts a panel immediately when its tab is left: its parameters may no longer be in the address. */}
          {tab.value === value ? tab.content : null}
        </Parts.Content>
      ))}
    </Parts.Root>
  );
}
