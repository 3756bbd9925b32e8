import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ErrorState } from '#components/ui/error-state.tsx';
import { type LazyModule, lazyModule, useLazyModule } from '#components/ui/lazy-module.ts';
import { t } from '#lib/messages.ts';

type ModuleWith<Name extends string> = { readonly [Key in Name]: ComponentType };

/**
 * A page whose file is loaded when its address is opened, by its export name. If loading fails, shows an error with
 * Retry in place of the page. The surrounding app stays, with everything open or typed there.
 */
export function lazyPage<Name extends string>(importIt: () => Promise<ModuleWith<Name>>, name: Name): RouteComponent {
  const lazy = lazyModule(importIt);
  // The router waits for the file before it shows the page. The page itself shows a loading error.
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
  // If a retry fails, a reload may help: after a release it knows the new files.
  const onRetry = retried && navigator.onLine ? () => window.location.reload() : retry;
  return (
    <div className="grid min-h-80 flex-1 place-items-center">
      <ErrorState title={t('errors.page')} hint={t('errors.pageHint')} onRetry={onRetry} />
    </div>
  );
}
