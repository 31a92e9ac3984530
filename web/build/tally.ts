import type { Reporter, TestModule } from 'vitest/node';

/** Ends with `N passed, N failed`, as our other tasks do. */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let [passed, failed] = [0, errors.length];
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') passed++;
        else failed++;
      }
    }
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  }
}
