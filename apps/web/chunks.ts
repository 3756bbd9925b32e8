import type { Rolldown } from 'vite';

/**
 * Groups the modules of the built app into files. By default the bundler makes a file of each module that two pages
 * share: about forty requests for a list, which queue up on a slow connection.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Code that every screen needs and a release seldom changes, so that browsers keep it cached. Two files, since a
  // single one of twice the size would be the last to arrive.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'framework', test: /node_modules\/@tanstack\//, priority: 4 },
  // The rest of the first script. Named so that no later group takes modules from it.
  { name: 'start', tags: ['$initial'], priority: 3 },
  // Code shared by the signed-out and signed-in screens.
  {
    name: 'common',
    test: /src\/(components\/(ui\/(input|password-input|field|skeleton|error-state)|shell\/(logo|log-out)|signed-out\/signed-out-frame)|lib\/(input-errors|use-form))\./,
    priority: 2,
  },
  // The frame of the signed-in pages, and small icons that several pages show.
  {
    name: 'shell',
    test: /lucide-react|src\/(app\/signed-in-layout|components\/(shell\/shell|ui\/(panel|fact|status-chip|select|empty-state|new-password-fields|stale-notice)|data-table\/(use-debounced-text|filters\/days-filter))|features\/(sync\/(sync-host|use-sync)|orders\/orders-api)|lib\/(new-password|fold))\./,
    priority: 1,
  },
  // Code shared by the lists.
  {
    name: 'table',
    test: /src\/(components\/(data-table\/data-table|ui\/(tabs|copy-link-button|file-input))|lib\/(use-draft|url-dialog)|features\/(sync\/(sync-button|sync-freshness)|access\/who-can-see|orders\/orders-columns|assignments\/assignments-api|export\/export-menu))\./,
  },
];
