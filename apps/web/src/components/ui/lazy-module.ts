import { useCallback, useEffect, useState } from 'react';

/** A lazily loaded part of the app. */
export interface LazyModule<Module> {
  /** The loaded module; undefined until then. */
  read: () => Module | undefined;
  /** Loads the module once. A failed load is retried on the next call. */
  load: () => Promise<Module>;
  /** Prefetches the module. Errors are left to the later use. */
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
  /** Undefined while loading, and after a failed load. */
  module: Module | undefined;
  failed: boolean;
  /** A retry has failed. */
  retried: boolean;
  /** Retries; settles when the result is known. */
  retry: () => Promise<void>;
}

/** Loads a part as soon as it is needed, and retries a failed load each time it is needed again. */
export function useLazyModule<Module>(lazy: LazyModule<Module>, wanted = true): LazyState<Module> {
  // A new object forces a render; the loaded module is read from its store.
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
