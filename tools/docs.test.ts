import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const documents = files.filter((file) => /^(README\.md|CONTRIBUTING\.md|docs\/.*\.md)$/.test(file));
/** A source or document in backticks; patterns with wildcards are no paths. */
const pathInBackticks = /`([^`\s*<>]+\.(?:tsx?|sql|md))`/g;

test.each(documents)('%s names only files that exist', (document) => {
  const named = [...readFileSync(document, 'utf8').matchAll(pathInBackticks)].map(([, path = '']) => path);
  expect(named.filter((path) => !isFound(path))).toEqual([]);
});

/** A path from the root, a unique end of one, or the bare name of at least one file. */
function isFound(path: string): boolean {
  const found = files.filter((file) => file === path || file.endsWith(`/${path}`));
  return files.includes(path) || found.length === 1 || (found.length > 1 && !path.includes('/'));
}
