import * as React from 'react';

/**
 * React's development build captures a stack trace for each element, for its warnings, and reports each rendering to the
 * browser's developer tools, which together take a quarter of the processor time of these tests. Import this before
 * `react-dom/client`.
 */
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object;
// React captures no more stacks once this number is high, and sets it to zero again every second.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});
Reflect.deleteProperty(console, 'timeStamp');
