import type { Rolldown } from 'vite';

/**
 * Which files the built app is made of. Left to itself the bundler makes a file of each module that two pages share:
 * forty requests to a list, each of which waits its turn on a slow line.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // What every screen needs and a release seldom changes: files that browsers keep. Two, since one of twice the size
  // would be the last to arrive.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'framework', test: /node_modules\/@tanstack\/(?!react-table|table)[^/]+\//, priority: 4 },
  // Everything else of the first script; named, so that no later group takes of it.
  { name: 'start', tags: ['$initial'], priority: 3 },
  // What the screens before the sign-in share with those behind it.
  {
    name: 'common',
    test: /src\/(components\/(ui\/(input|password-input|field|skeleton|error-state)|shell\/(logo|log-out)|signed-out\/signed-out-frame)|lib\/email-fault)\./,
    priority: 2,
  },
  // What every page behind the sign-in stands in, or at least the first one; and the signs of a few lines that several
  // pages show.
  {
    name: 'shell',
    test: /lucide-react|src\/(routes\/signed-in-layout|components\/(shell\/shell|ui\/(panel|fact|status-chip|select|empty-state)|data-table\/(use-debounced-text|filters\/(days-editor|filter-summary)))|features\/(sync\/(sync-host|use-sync)|orders\/orders-api))\./,
    priority: 1,
  },
  // What the lists share.
  {
    name: 'table',
    test: /src\/(components\/(data-table\/data-table|ui\/(tabs|copy-link-button))|lib\/(use-draft|url-dialog)|features\/(sync\/(sync-button|sync-freshness)|access\/who-can-see|orders\/orders-columns|assignments\/assignments-api|export\/export-menu))\./,
  },
];
