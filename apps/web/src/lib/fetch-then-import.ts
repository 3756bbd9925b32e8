/** Files that the page's own scripts and links load, and files that have been fetched. */
const fetched = new Map<string, Promise<void>>();

/**
 * Loads a part of the built app: fetches its files, then imports it. Browsers remember a failed import until the page
 * is reloaded, for the part's own file and for each file that it imports. A failed fetch is not remembered, so the next
 * call tries again. The import itself reads the files from the HTTP cache.
 *
 * The build calls it in place of Vite's own helper, in every `import()`; see `retryableImports` in build-plugins.ts.
 * @param files the part's file and those it imports, relative to the root of the site
 * @throws {Error} when a file cannot be fetched
 */
export async function fetchThenImport<Module>(
  importIt: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)));
  return importIt();
}

function fetchOnce(url: string): Promise<void> {
  const known = fetched.get(url);
  if (known !== undefined) return known;
  const loading = isInPage(url) ? Promise.resolve() : fetchWhole(url);
  fetched.set(url, loading);
  loading.catch(() => fetched.delete(url));
  return loading;
}

/** Whether the page itself loads the file. */
function isInPage(url: string): boolean {
  return document.querySelector(`script[src="${url}"], link[rel=modulepreload][href="${url}"]`) !== null;
}

async function fetchWhole(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was answered with status ${response.status}`);
  // A response is cached only if its body is read completely.
  await response.arrayBuffer();
}
