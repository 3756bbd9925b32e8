import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The font of nearly every letter is fetched beside the script, not after the style sheet. */
function preloadFont(): Plugin {
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

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont()],
  build: {
    target: 'es2023',
    // Read by the check of what each screen weighs.
    manifest: true,
    // Small icons and fonts stay files: a strict content policy forbids data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every screen needs and a release seldom changes: one file that browsers keep.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-table|table)[^/]+)\//,
            },
          ],
        },
      },
    },
  },
  optimizeDeps: {
    // Named, since a package that is found only while a test runs would load a second React beside the first.
    include: [
      '@daypicker/react',
      '@dnd-kit/core',
      '@dnd-kit/sortable',
      '@dnd-kit/utilities',
      'react',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tanstack/react-table',
      'bowser',
      'cmdk',
      'input-otp',
      'lucide-react',
      'papaparse',
      'radix-ui',
      'sonner',
      'zod',
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  },
});
