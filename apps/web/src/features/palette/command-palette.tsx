import { MAX_SEARCH_LENGTH } from '@portal/contract/values';
import { Command } from 'cmdk';
import { Check, Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useDebouncedText } from '#components/data-table/use-debounced-text.ts';
import { Button } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { useDialogFocus } from '#components/ui/use-focus.ts';
import { messageOf } from '#lib/api-error.ts';
import { useRole } from '#lib/profile.ts';
import { seesCustomers } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { FoundRecords } from './found-records.tsx';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';
import { findCommands, type PaletteCommand, useCommands } from './use-commands.ts';
import { type Found, useFound } from './use-found.ts';

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
                maxLength={MAX_SEARCH_LENGTH}
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

interface CommandGroupsProps {
  commands: readonly PaletteCommand[];
  onChoose: (run: () => unknown) => void;
}

const groups = ['pages', 'actions'] as const;

/** Pages and actions that match the text. */
function CommandGroups({ commands, onChoose }: CommandGroupsProps) {
  return groups.map((id) => {
    const own = commands.filter(({ group }) => group === id);
    if (own.length === 0) return null;
    return (
      <PaletteGroup key={id} heading={t(`palette.${id}`)}>
        {own.map((command) => (
          <PaletteItem key={command.id} id={command.id} icon={command.icon} onChoose={() => onChoose(command.run)}>
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            {command.chosen === true ? (
              <>
                <Check aria-hidden className="text-accent" />
                <span className="sr-only">{t('palette.inForce')}</span>
              </>
            ) : null}
          </PaletteItem>
        ))}
      </PaletteGroup>
    );
  });
}

const hints = [
  { keys: '↑ ↓', text: 'palette.move' },
  { keys: 'Enter', text: 'palette.choose' },
  { keys: 'Esc', text: 'palette.leave' },
] as const;

/** Keyboard hints below the palette; hidden on devices without a keyboard. */
function KeyHints() {
  return (
    <div
      aria-hidden
      className="hidden shrink-0 gap-4 border-line border-t px-4 py-2 text-ink-3 text-small sheet:flex pointer-coarse:hidden"
    >
      {hints.map(({ keys, text }) => (
        <span key={keys} className="flex items-center gap-1.5">
          <Kbd>{keys}</Kbd>
          {t(text)}
        </span>
      ))}
    </div>
  );
}

interface SearchSummaryProps {
  found: Found;
  text: string;
  /** Number of matching pages and actions. */
  commands: number;
}

/** Summary of the search: visible if there are no results or the search failed, always available to screen readers. */
function SearchSummary({ found, text, commands }: SearchSummaryProps) {
  const { orders, customers, pending, error, retry } = found;
  if (error !== null && !pending) {
    return (
      <div role="alert" className="grid justify-items-center gap-2 px-4 pt-2 pb-5 text-center text-ink-2">
        {t('palette.failed')} {messageOf(error, '')}
        <Button size="small" onClick={retry}>
          {t('action.retry')}
        </Button>
      </div>
    );
  }
  const count = commands + (orders?.total ?? 0) + (customers?.total ?? 0);
  const isEmpty = !pending && count === 0;
  return (
    <div role="status">
      {isEmpty ? (
        <p className="px-4 pt-6 pb-8 text-center text-ink-3 [overflow-wrap:anywhere]">
          {t('palette.nothing', { text })}
        </p>
      ) : (
        <span className="sr-only">
          {pending ? t('palette.searching') : text === '' ? null : t('picker.found', { count })}
        </span>
      )}
    </div>
  );
}
