import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const server = 'apps/server/src';
const web = 'apps/web/src';

/** A file, its import, and whether the rules allow that import. */
const cases: [file: string, imported: string, isAllowed: boolean][] = [
  [`${server}/features/f/queries.ts`, './service.ts', false],
  [`${server}/features/f/password-queries.ts`, './routes.ts', false],
  [`${server}/features/f/queries.ts`, '../customers/queries.ts', false],
  [`${server}/features/f/queries.ts`, '../customers/service.ts', false],
  [`${server}/features/f/queries.ts`, '../../http/mount.ts', false],
  [`${server}/features/f/queries.ts`, '../../access/brand.ts', false],
  [`${server}/features/f/queries.ts`, '../../access/scope.ts', true],
  [`${server}/features/f/queries.ts`, '../../platform/sql.ts', true],
  [`${server}/features/f/service.ts`, '../customers/queries.ts', false],
  [`${server}/features/f/service.ts`, '../../http/mount.ts', false],
  [`${server}/features/f/service.ts`, './routes.ts', false],
  [`${server}/features/f/service.ts`, '../../access/brand.ts', false],
  [`${server}/features/f/service.ts`, './queries.ts', true],
  [`${server}/features/f/service.ts`, '../activity/service.ts', true],
  [`${server}/features/f/upload.ts`, '../customers/edit-queries.ts', false],
  [`${server}/features/f/upload.ts`, '../../http/mount.ts', false],
  [`${server}/features/f/upload.ts`, '../activity/service.ts', true],
  [`${server}/features/f/routes.ts`, './queries.ts', false],
  [`${server}/features/f/routes.ts`, './password-queries.ts', false],
  [`${server}/features/f/routes.ts`, '../customers/routes.ts', false],
  [`${server}/features/f/routes.ts`, './service.ts', true],
  [`${server}/features/f/routes.ts`, '../../http/mount.ts', true],
  [`${server}/listing/f.ts`, '../features/orders/service.ts', false],
  [`${server}/platform/f.ts`, '../http/mount.ts', false],
  [`${server}/platform/f.ts`, '../access/brand.ts', false],
  [`${server}/access/f.ts`, '../features/orders/service.ts', false],
  [`${server}/access/f.ts`, './brand.ts', true],
  [`${server}/jobs/f.ts`, '../access/brand.ts', false],
  [`${web}/lib/f.ts`, '#components/ui/button.tsx', false],
  [`${web}/components/f.tsx`, '#features/orders/orders-page.tsx', false],
  [`${web}/features/f/f.tsx`, '#app/app.tsx', false],
  [`${web}/features/f/f.tsx`, '#lib/api.ts', true],
  [`${web}/features/orders/f.tsx`, '#app/app.tsx', false],
  [`${web}/features/orders/f.tsx`, '#features/assignments/assigning.tsx', false],
  [`${web}/features/orders/f.tsx`, '../assignments/assigning.tsx', false],
  [`${web}/features/orders/f.tsx`, '#features/customers/customers-page.tsx', true],
  [`${web}/features/assignments/f.tsx`, '#app/app.tsx', false],
  [`${web}/features/assignments/f.tsx`, '#features/orders/orders-page.tsx', false],
  [`${web}/features/assignments/f.tsx`, '../orders/orders-page.tsx', false],
  [`${web}/features/assignments/f.tsx`, '#features/customers/customers-page.tsx', true],
  [`${web}/app/f.tsx`, '#features/orders/orders-page.tsx', true],
];

const root = await realpath(await mkdtemp(join(tmpdir(), 'import-rules-')));
afterAll(() => rm(root, { recursive: true }));
const refused = new Set<string>();
const inCycles = new Set<string>();
/** Each case has its own folder; the rules match only a part of the path. */
const pathOf = (index: number) => {
  const [file] = cases[index] ?? [''];
  return file.includes('/features/f/') ? file.replace('/f/', `/f${index}/`) : file.replace('/f.', `/f${index}.`);
};

beforeAll(async () => {
  await copyFile('biome.json', join(root, 'biome.json'));
  await copyFile('.gitignore', join(root, '.gitignore'));
  for (const [index, [, imported]] of cases.entries()) {
    const file = join(root, pathOf(index));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `import { thing } from '${imported}';\n\nexport const same = thing;\n`);
  }
  await writeFile(join(root, 'one.ts'), `import type { Two } from './two.ts';\n\nexport type One = { two?: Two };\n`);
  await writeFile(join(root, 'two.ts'), `import type { One } from './one.ts';\n\nexport type Two = { one?: One };\n`);
  const biome = join(process.cwd(), 'node_modules/.bin/biome');
  const linting = promisify(execFile)(biome, ['lint', '--reporter=github', '--max-diagnostics=none', '.'], {
    cwd: root,
  });
  const { stdout } = await linting.catch((error: unknown) => error as { stdout: string });
  for (const [, file = ''] of stdout.matchAll(/noRestrictedImports.*?file=([^,]+)/g)) refused.add(relative(root, file));
  for (const [, file = ''] of stdout.matchAll(/noImportCycles.*?file=([^,]+)/g)) inCycles.add(relative(root, file));
});

test('files may not import from each other, not even types', () => {
  expect([...inCycles].sort()).toEqual(['one.ts', 'two.ts']);
});

describe('imports run one way', () => {
  test.each(cases.map(([file, imported, isAllowed], index) => [file, isAllowed ? 'may' : 'may not', imported, index]))(
    '%s %s import %s',
    (_file, may, _imported, index) => {
      expect(refused.has(pathOf(Number(index)))).toBe(may === 'may not');
    },
  );
});
