/**
 * Runs every check and test of the project and closes with one line that sums all suites: `N passed, N failed`. A step
 * that fails does not keep the later ones from running. The checks run one after the other, then the suites side by side,
 * since none of them keeps two cores busy; each line of theirs begins with the suite's name.
 *
 *   node tools/test.ts              everything
 *   node tools/test.ts server e2e   only the named steps
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { playwrightTally, type Tally, vitestTally } from './test-reports.ts';

interface Step {
  name: string;
  command: readonly string[];
  /** Reads the step's own count from the report that it wrote; a step without one counts as a single check. */
  tally?: (report: string) => Tally;
  environment?: Record<string, string>;
}

/** A file system in memory, where a new database takes a tenth of the time or less that it takes on a slow disk. */
const memoryFolder = '/dev/shm';
const leastBytes = 8 * 1024 ** 3;

/** Where all steps keep their temporary files: in memory if there is enough of it, unless TMPDIR says where. */
function chooseTemporaryFolder(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return Math.min(bavail * bsize, freemem()) < leastBytes ? tmpdir() : memoryFolder;
}

const temporaryFolder = chooseTemporaryFolder();
const folder = mkdtempSync(join(temporaryFolder, 'portal-test-'));
const reportOf = (name: string) => join(folder, `${name}.json`);

function vitest(name: string, project: string, ...rest: readonly string[]): Step {
  return {
    name,
    command: [
      'vitest',
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf(name)}`,
      ...rest,
    ],
    tally: vitestTally,
  };
}

const checks: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '.'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of the web app', command: ['tsc', '-p', 'apps/web'] },
  { name: 'types of the end-to-end tests', command: ['tsc', '-p', 'e2e'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'build', command: ['vite', 'build', 'apps/web', '--logLevel', 'warn'] },
  { name: 'bundle size', command: ['size-limit'] },
];
/** Run at the same time. */
const suites: readonly Step[] = [
  // Many of its tests wait for processes and clocks.
  vitest('server', 'server', '--maxWorkers=3'),
  {
    name: 'e2e',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('e2e') },
    tally: playwrightTally,
  },
  vitest('web', 'web'),
];
const steps = [...checks, ...suites];

type Result = { step: Step; tally: Tally };

async function run(step: Step): Promise<Result> {
  console.log(`── ${step.name}`);
  const [program = '', ...rest] = step.command;
  const started = Date.now();
  const child = spawn(join('node_modules', '.bin', program), rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Shares compiled modules between the many portals and commands that tests start.
    env: { TMPDIR: temporaryFolder, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env, ...step.environment },
  });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => console.log(step.tally ? `${step.name} │ ${line}` : line));
  }
  const [status] = await once(child, 'exit');
  const report = reportOf(step.name);
  const counted =
    step.tally && existsSync(report)
      ? step.tally(readFileSync(report, 'utf8'))
      : { passed: status === 0 ? 1 : 0, failed: 0, failures: [] };
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  if (step.tally && counted.passed + counted.failed === 0) counted.failed = 1; // a suite that ran nothing is broken
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`── ${step.name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`);
  return { step, tally: counted };
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}

const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.includes(name);
const results: Result[] = [];
for (const check of checks.filter(isWanted)) results.push(await run(check));
results.push(...(await Promise.all(suites.filter(isWanted).map(run))));
rmSync(folder, { recursive: true });

const passed = results.reduce((sum, { tally }) => sum + tally.passed, 0);
const failed = results.reduce((sum, { tally }) => sum + tally.failed, 0);
// Repeated at the end, because readers of a long log look there first.
for (const { step, tally } of results) {
  if (tally.failed > 0) console.log(`\nfailed: ${step.name} (${tally.failed})`);
  for (const failure of tally.failures) console.log(`  ${failure}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
