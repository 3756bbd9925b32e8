import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Spinner } from '#components/ui/spinner.tsx';
import { TruncatedText } from '#components/ui/truncated-text.tsx';
import { classNames } from '#lib/class-names.ts';
import { initialsOf, personName } from '#lib/initials.ts';
import { profileQuery, useRole } from '#lib/profile.ts';
import { t } from '#lib/texts.ts';
import { Logo } from './logo.tsx';
import { mainPages, ownPages, type Page } from './pages.ts';
import { signOut } from './sign-out.ts';

const itemClass =
  'flex h-8 w-full items-center gap-2.5 rounded-control px-2 font-medium text-ink-2 hover:bg-pressed/60 hover:text-ink';

interface SidebarProps {
  /** Called on navigation: closes the slide-in menu. */
  onNavigate?: () => void;
}

/** Navigation: pages at the top, the user's own pages at the bottom. */
export function Sidebar({ onNavigate }: SidebarProps) {
  const role = useRole();
  return (
    <nav aria-label={t('menu.main')} className="flex min-h-0 min-w-0 flex-1 flex-col bg-sidebar px-2.5 pt-3 pb-3.5">
      <div className="mb-3 flex h-9 shrink-0 items-center gap-2.5 px-2 font-semibold text-ink">
        <Logo />
        {t('app.name')}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ItemList items={mainPages(role)} onNavigate={onNavigate} />
      </div>
      <SignedInAs />
      <ItemList items={ownPages} onNavigate={onNavigate}>
        <li>
          <LogoutItem />
        </li>
      </ItemList>
    </nav>
  );
}

interface ItemListProps {
  items: readonly Page[];
  onNavigate: (() => void) | undefined;
  children?: ReactNode;
}

function ItemList({ items, onNavigate, children }: ItemListProps) {
  return (
    <ul className="grid gap-0.5">
      {items.map(({ to, icon: Icon, label }) => (
        <li key={to}>
          <Link to={to} onClick={onNavigate} className={itemClass} activeProps={{ className: 'bg-pressed! text-ink!' }}>
            <Icon aria-hidden />
            {t(label)}
          </Link>
        </li>
      ))}
      {children}
    </ul>
  );
}

/** The current user and their customer. */
function SignedInAs() {
  const { data: profile } = useQuery(profileQuery);
  if (profile === undefined) return null;
  const { email, customerName } = profile;
  const name = personName(profile);
  const second = customerName ?? (name === email ? undefined : email);
  return (
    <section
      aria-label={t('menu.account')}
      className="mb-1.5 flex items-center gap-2.5 border-line border-t px-2 pt-3 pb-1.5"
    >
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-small leading-none"
      >
        {initialsOf(name)}
      </span>
      <div className="min-w-0 leading-tight">
        <TruncatedText className="font-medium text-ink">{name}</TruncatedText>
        {second === undefined ? null : <TruncatedText className="text-ink-3 text-small">{second}</TruncatedText>}
      </div>
    </section>
  );
}

function LogoutItem() {
  const [leaving, setLeaving] = useState(false);

  function leave() {
    if (leaving) return;
    setLeaving(true);
    void signOut();
  }

  return (
    <button
      type="button"
      onClick={leave}
      aria-busy={leaving || undefined}
      className={classNames(itemClass, 'text-left')}
    >
      {leaving ? <Spinner /> : <LogOut aria-hidden />}
      {t(leaving ? 'menu.loggingOut' : 'menu.logout')}
    </button>
  );
}
