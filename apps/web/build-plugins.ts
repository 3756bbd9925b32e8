import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Preloads the main font in parallel with the script instead of after the style sheet. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal[^/]*\.woff2$/.test(file));
        if (font === undefined) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Inlines the styles into the page so that the first frame needs one response instead of two. */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        // Otherwise parts that are loaded later would request the sheet, since they find no link to it.
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.viteMetadata?.importedCss.clear();
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
        return sheets.flatMap((sheet) => {
          if (sheet.type !== 'asset') return [];
          delete bundle[sheet.fileName];
          return [{ tag: 'style', children: String(sheet.source), injectTo: 'head' as const }];
        });
      },
    },
  };
}

/** Modules that are loaded on their own, by address. The entry named '' is for any other address. */
type Screens = Record<string, string>;

const layout = 'src/app/signed-in-layout.tsx';
const signedIn: Screens = {
  '': 'src/features/overview/overview-page.tsx',
  '/orders': 'src/app/orders-screen.tsx',
  '/customers': 'src/features/customers/customers-page.tsx',
  '/users': 'src/features/users/users-page.tsx',
  '/profile': 'src/features/profile/profile-page.tsx',
  '/settings': 'src/features/settings/settings-page.tsx',
};
const signedOut: Screens = {
  '': 'src/features/sign-in/sign-in-page.tsx',
  '/forgot-password': 'src/features/password-reset/forgot-password-page.tsx',
  '/reset-password': 'src/features/password-reset/reset-password-page.tsx',
  '/confirm-email': 'src/features/confirm-email/confirm-email-page.tsx',
  '/register': 'src/features/registration/registration-page.tsx',
};

/** Lists the files of each screen in the page, whose inline script requests them in parallel with the first script. */
export function nameScreens(): Plugin {
  return {
    name: 'name-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const withImports = (file: string): string[] => [
          file,
          ...(chunks.find(({ fileName }) => fileName === file)?.imports ?? []).flatMap(withImports),
        ];
        const filesOf = (module: string) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
          if (chunk === undefined) throw new Error(`${module} does not load on its own`);
          return withImports(chunk.fileName).filter((file) => !html.includes(file));
        };
        // Largest first: a slow connection serves its few parallel requests in this order.
        const size = (file: string) => chunks.find(({ fileName }) => fileName === file)?.code.length ?? 0;
        const sorted = (files: string[]) => [...new Set(files)].sort((one, other) => size(other) - size(one));
        const name = (screens: Screens, ...around: string[]) =>
          Object.fromEntries(
            Object.entries(screens).map(([path, module]) => [path, sorted([...around, module].flatMap(filesOf))]),
          );
        const screens = JSON.stringify({ signedIn: name(signedIn, layout), signedOut: name(signedOut) });
        return html.replace(/(<script id="screens"[^>]*>)[^<]*/, (_, start: string) => start + screens);
      },
    },
  };
}

/** Makes every `import()` of the built app retryable; see `fetchThenImport`. */
export function retryableImports(): Plugin {
  return {
    name: 'retryable-imports',
    apply: 'build',
    enforce: 'pre',
    // Vite wraps each `import()` in this module's function and passes it the files that the import needs.
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { fetchThenImport as __vitePreload } from '#lib/fetch-then-import.ts';`,
    },
  };
}

const worthIt = 1024;

/** Precompresses the page, its scripts and its styles at the highest level, which is too slow for each request. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(html|js|css)$/.test(file));
      await Promise.all(files.map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < worthIt) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
