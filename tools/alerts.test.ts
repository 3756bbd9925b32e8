import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// promtool is no package of npm (Debian: `apt install prometheus`); without it the test is reported as skipped.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('the alert rules raise the alarm when, and only when, they should', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'deploy/alerts.test.yaml'], {
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});
