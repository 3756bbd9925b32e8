import { spawnSync } from 'node:child_process';

type Report = {
  error?: { summary?: string };
  message?: string;
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>;
};

/**
 * `npm run audit`: lists known vulnerabilities of the packages that run in production. Exit code 1 if there are any, 2 if
 * the registry answers no audits, so that a silent registry is never taken for a clean bill.
 */
function main(): number {
  const npm = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const report: Report = JSON.parse(npm.stdout || '{}');
  const { vulnerabilities } = report;
  if (vulnerabilities === undefined) {
    console.error(`Nothing was checked, because the registry does not answer: ${report.message ?? npm.stderr.trim()}`);
    return 2;
  }
  const found = Object.entries(vulnerabilities);
  for (const [name, { severity, via }] of found) {
    const reasons = via.map((reason) =>
      typeof reason === 'string' ? `by ${reason}` : `${reason.title} (${reason.url})`,
    );
    console.log(`${severity}: ${name}: ${reasons.join(', ')}`);
  }
  console.log(`Known vulnerabilities: ${found.length}.`);
  return found.length === 0 ? 0 : 1;
}

process.exitCode = main();
