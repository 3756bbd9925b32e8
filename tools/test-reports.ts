/** Counts of a suite, and one paragraph per failed test with its file and message. */
export interface Tally {
  passed: number;
  failed: number;
  failures: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: readonly {
    name: string;
    status: string;
    message: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[];
  }[];
}

/** Reads the report of `vitest --reporter=json`. A file that could not be loaded is a failure without a test. */
export function vitestTally(text: string): Tally {
  const report: VitestReport = JSON.parse(text);
  const failures = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [describeFailure(file.name, '', file.message)];
    return tests.map((test) => describeFailure(file.name, test.fullName, test.failureMessages[0]));
  });
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    failures,
  };
}

interface PlaywrightSuite {
  suites?: readonly PlaywrightSuite[];
  specs?: readonly {
    title: string;
    file: string;
    ok: boolean;
    tests: readonly { results: readonly { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; flaky: number; unexpected: number };
  errors: readonly { message?: string }[];
}

/** Reads the report of Playwright's json reporter. An error outside of all tests is a failure too. */
export function playwrightTally(text: string): Tally {
  const report: PlaywrightReport = JSON.parse(text);
  const { stats, errors } = report;
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, errors.length > 0 ? 1 : 0),
    failures: [...failedSpecs(report), ...errors.map((error) => describeFailure('', '', error.message))],
  };
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.filter((spec) => !spec.ok);
  return [
    ...own.map(({ file, title, tests }) => describeFailure(file, title, tests[0]?.results.at(-1)?.error?.message)),
    ...suites.flatMap(failedSpecs),
  ];
}

const linesShown = 12;

function describeFailure(file: string, title: string, message = 'no message'): string {
  const place = [file.slice(file.lastIndexOf('/src/') + 1), title].filter((part) => part !== '').join(' › ');
  const lines = message.split('\n').slice(0, linesShown);
  return [place, ...lines.map((line) => `    ${line}`)].join('\n  ');
}
