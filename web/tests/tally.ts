import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Ends with `N passed, N failed`, as our other tasks do. */
export default class Tally implements Reporter {
  #outcomes = new Map<string, boolean>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#outcomes.set(test.id, result.status === test.expectedStatus);
  }

  onEnd(result: FullResult): void {
    const outcomes = [...this.#outcomes.values()];
    const failed = outcomes.filter((fine) => !fine).length + (result.status === 'passed' || outcomes.some((fine) => !fine) ? 0 : 1);
    process.stdout.write(`\n${outcomes.filter(Boolean).length} passed, ${failed} failed\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
