import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineStyles, nameScreens, precompress, preloadFont, retryableImports } from './build-plugins.ts';
import { chunkGroups } from './chunks.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), retryableImports(), preloadFont(), inlineStyles(), nameScreens(), precompress()],
  build: {
    target: 'es2023',
    // Read by the check of what each screen weighs.
    manifest: true,
    // The page names them itself, those of the screen that is asked for beside those of all; see nameScreens.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? [] : files),
    },
    // Small icons and fonts stay files: a strict content policy forbids data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
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
      'radix-ui/internal',
      'sonner',
      'zod',
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  },
});
