import { useRouter } from '@tanstack/react-router';
import { CloudDownload, Keyboard, LogOut, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { mainPages, ownPages } from '#components/shell/pages.ts';
import { signOut } from '#components/shell/sign-out.ts';
import { useSync } from '#features/sync/use-sync.ts';
import { fold } from '#lib/fold.ts';
import { showOverlay } from '#lib/palette.ts';
import { useRole } from '#lib/profile.ts';
import { maySync } from '#lib/role.ts';
import { type TextKey, t } from '#lib/texts.ts';
import { chooseTheme, type ThemeChoice, useTheme } from '#lib/theme.ts';

/** An entry of the palette that needs no request. */
export interface PaletteCommand {
  id: string;
  label: string;
  /** Search keywords that are not shown. */
  words?: string;
  icon: LucideIcon;
  group: 'pages' | 'actions';
  /** True if this is the current setting. */
  chosen?: boolean;
  run: () => unknown;
}

const themes = [
  { choice: 'light', label: 'palette.themeLight', icon: Sun },
  { choice: 'dark', label: 'palette.themeDark', icon: Moon },
  { choice: 'system', label: 'palette.themeSystem', icon: Monitor },
] as const satisfies { choice: ThemeChoice; label: TextKey; icon: LucideIcon }[];

/** Pages and global actions available to the user. */
export function useCommands(): PaletteCommand[] {
  const role = useRole();
  const router = useRouter();
  const theme = useTheme();
  const orders = useSync('orders');
  const customers = useSync('customers');

  const pages = [...mainPages(role), ...ownPages].map(({ to, icon, label }) => ({
    id: `page ${to}`,
    label: t(label),
    icon,
    group: 'pages' as const,
    run: () => router.navigate({ to }),
  }));
  const syncs = [
    { id: 'sync orders', label: t('sync.orders.button'), start: orders.start },
    { id: 'sync customers', label: t('sync.customers.button'), start: customers.start },
  ].map(({ id, label, start }) => ({ id, label, icon: CloudDownload, group: 'actions' as const, run: start }));

  return [
    ...pages,
    ...(maySync(role) ? syncs : []),
    ...themes.map(({ choice, label, icon }) => ({
      id: `theme ${choice}`,
      label: t(label),
      words: t('palette.themeWords'),
      icon,
      group: 'actions' as const,
      chosen: theme.choice === choice,
      run: () => chooseTheme(choice),
    })),
    {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      icon: Keyboard,
      group: 'actions',
      run: () => showOverlay('shortcuts'),
    },
    { id: 'log out', label: t('menu.logout'), icon: LogOut, group: 'actions', run: () => signOut() },
  ];
}

/** Finds commands in which every typed word is the start of a word. */
export function findCommands(commands: readonly PaletteCommand[], text: string): readonly PaletteCommand[] {
  const wanted = foldedWords(text);
  return commands.filter(({ label, words = '' }) => {
    const own = foldedWords(`${label} ${words}`);
    return wanted.every((word) => own.some((each) => each.startsWith(word)));
  });
}

function foldedWords(text: string): string[] {
  return fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}
