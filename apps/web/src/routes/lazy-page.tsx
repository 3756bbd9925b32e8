import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ErrorState } from '#components/ui/error-state.tsx';
import { type LazyModule, lazyModule, useLazyModule } from '#components/ui/lazy-module.ts';
import { t } from '#lib/messages.ts';

type ModuleWith<Name extends string> = { readonly [Key in Name]: ComponentType };

/**
 * A page whose file is loaded when its address is opened, by the name that it is exported under. When it cannot be, the
 * page's place says so, and offers to retry: the app around it stays, with whatever is open or typed there.
 */
export function lazyPage<Name extends string>(importIt: () => Promise<ModuleWith<Name>>, name: Name): RouteComponent {
  const lazy = lazyModule(importIt);
  // The router waits for it before it shows the page; that it failed is the page's to tell.
  const preload = () =>
    lazy.load().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(() => <LazyPage of={lazy} name={name} />, { preload });
}

function LazyPage<Name extends string>({ of, name }: { of: LazyModule<ModuleWith<Name>>; name: Name }) {
  const { module, failed, retried, retry } = useLazyModule(of);
  if (module !== undefined) {
    const Page: ComponentType = module[name];
    return <Page />;
  }
  if (!failed) return null;
  // What a new try does not bring, a fresh page may: after a release it knows the new files.
  const onRetry = retried && navigator.onLine ? () => window.location.reload() : retry;
  return (
    <div className="grid min-h-80 flex-1 place-items-center">
      <ErrorState title={t('errors.page')} hint={t('errors.pageHint')} onRetry={onRetry} />
    </div>
  );
}
