import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineStyles, nameScreens, precompress, preloadFont, retryableImports } from './build-plugins.ts';
import { chunkGroups } from './chunks.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), retryableImports(), preloadFont(), inlineStyles(), nameScreens(), precompress()],
  build: {
    target: 'es2023',
    // Read by the check of each screen's size.
    manifest: true,
    // The page lists the preloads itself: those of the screen together with the shared ones; see nameScreens.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? [] : files),
    },
    // Small icons and fonts stay files: a strict content policy forbids data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  optimizeDeps: {
    // Listed explicitly: a package that is discovered while a test runs would load a second copy of React.
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
