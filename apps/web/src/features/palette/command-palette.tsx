import { Command } from 'cmdk';
import { Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { searchLength } from '#components/data-table/table-state.ts';
import { useDebouncedText } from '#components/data-table/use-debounced-text.ts';
import { Button } from '#components/ui/button.tsx';
import { useDialogFocus } from '#components/ui/use-dialog-focus.ts';
import { useRole } from '#lib/profile.ts';
import { seesCustomers } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { CommandGroups } from './command-groups.tsx';
import { FoundRecords } from './found-records.tsx';
import { KeyHints } from './key-hints.tsx';
import { SearchSummary } from './search-summary.tsx';
import { findCommands, useCommands } from './use-commands.ts';
import { useFound } from './use-found.ts';

const clean = (text: string) => text.trim();

/**
 * Command palette: opens pages, finds orders and customers, and runs global actions. Arrow keys move, Enter chooses,
 * Escape closes. A full-height sheet on a narrow screen.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const role = useRole();
  const focus = useDialogFocus();
  const [text, setText] = useState('');
  const [draft, change] = useDebouncedText({ value: text, onCommit: (typed) => setText(clean(typed)), clean });
  const commands = findCommands(useCommands(), draft);
  const found = useFound(role, text, clean(draft));
  const prompt = t(seesCustomers(role) ? 'palette.prompt' : 'palette.promptGuest');

  /** Closes first, because the chosen action may open a dialog or move the focus. */
  function choose(run: () => unknown) {
    onClose();
    run();
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed inset-0 z-40 flex animate-fade-in flex-col bg-page outline-none sheet:mx-auto sheet:mt-[min(14dvh,8rem)] sheet:h-fit sheet:w-[calc(100vw-2rem)] sheet:max-w-150 sheet:animate-pop-in sheet:overflow-hidden sheet:rounded-dialog sheet:border sheet:border-line sheet:shadow-dialog"
        >
          <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
          <Command label={prompt} shouldFilter={false} loop className="flex min-h-0 flex-auto flex-col">
            <div className="relative shrink-0 border-line border-b">
              <Search aria-hidden className="pointer-events-none absolute top-4 left-4 text-ink-3" />
              <Command.Input
                value={draft}
                onValueChange={change}
                placeholder={prompt}
                maxLength={searchLength}
                enterKeyHint="go"
                className="h-12 w-full bg-transparent pr-13 pl-11 text-ink outline-none"
              />
            </div>
            <Command.List
              label={t('palette.results')}
              className="min-h-0 flex-auto overflow-y-auto overscroll-contain p-2 empty:p-0 sheet:max-h-[min(26rem,60dvh)]"
            >
              <CommandGroups commands={commands} onChoose={choose} />
              <FoundRecords found={found} text={text} onChoose={choose} />
            </Command.List>
            <SearchSummary found={found} text={clean(draft)} commands={commands.length} />
            <KeyHints />
          </Command>
          <Dialog.Close asChild>
            <Button variant="ghost" icon aria-label={t('action.close')} className="absolute! top-2 right-2.5">
              <X />
            </Button>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
