import { useCallback, useEffect, useState } from 'react';

/** A part of the app that is loaded when it is wanted. */
export interface LazyModule<Module> {
  /** What was loaded; undefined until it was. */
  read: () => Module | undefined;
  /** Loads it, once. What failed is tried anew the next time. */
  load: () => Promise<Module>;
  /** Loads it ahead of its use. That this fails is told to whoever uses it, then. */
  prefetch: () => void;
}

/** @param importIt the `import()` of the part's file. After a failure it is called again; see `fetchThenImport`. */
export function lazyModule<Module>(importIt: () => Promise<Module>): LazyModule<Module> {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;

  async function request(): Promise<Module> {
    try {
      loaded = await importIt();
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  function load(): Promise<Module> {
    loading ??= request();
    return loading;
  }

  return { read: () => loaded, load, prefetch: () => void load().catch(() => undefined) };
}

interface LazyState<Module> {
  /** Undefined while it is being loaded, and when it could not be. */
  module: Module | undefined;
  failed: boolean;
  /** It has been tried again, and failed again. */
  retried: boolean;
  /** Tries again; settled when that is known to have failed or not. */
  retry: () => Promise<void>;
}

/** Loads a part as soon as it is wanted; each time it is wanted anew it is tried anew. */
export function useLazyModule<Module>(lazy: LazyModule<Module>, wanted = true): LazyState<Module> {
  // A new object each time: what was loaded is read from where it is kept.
  const [{ failed, retried }, settle] = useState({ failed: false, retried: false });
  const module = lazy.read();
  const isLoaded = module !== undefined;

  const attempt = useCallback(
    (isRetry: boolean) =>
      lazy.load().then(
        () => settle({ failed: false, retried: false }),
        () => settle({ failed: true, retried: isRetry }),
      ),
    [lazy],
  );

  useEffect(() => {
    if (isLoaded || !wanted) return;
    void attempt(false);
    return () => settle({ failed: false, retried: false });
  }, [isLoaded, wanted, attempt]);

  return { module, failed, retried, retry: () => attempt(true) };
}
