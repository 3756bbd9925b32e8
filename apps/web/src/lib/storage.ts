type Area = 'localStorage' | 'sessionStorage';

/**
 * Browser storage that never throws: a browser may refuse access (blocked cookies, full disk). Values are then kept in
 * memory until the page is closed.
 */
const fallback = new Map<string, string>();

export function readStored(key: string, area: Area = 'localStorage'): string | null {
  const kept = () => fallback.get(`${area} ${key}`) ?? null;
  try {
    return window[area].getItem(key) ?? kept();
  } catch {
    return kept();
  }
}

export function writeStored(key: string, value: string, area: Area = 'localStorage'): void {
  try {
    window[area].setItem(key, value);
    fallback.delete(`${area} ${key}`);
  } catch {
    fallback.set(`${area} ${key}`, value);
  }
}

export function removeStored(key: string, area: Area = 'localStorage'): void {
  fallback.delete(`${area} ${key}`);
  try {
    window[area].removeItem(key);
  } catch {
    // Nothing was stored there either.
  }
}
