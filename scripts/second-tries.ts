import type { Reporter, TestCase } from 'vitest/node';

/** Names, as the last lines of a run, each test that passed only when it was tried again. `scripts/test.mjs` repeats them. */
export default class SecondTries implements Reporter {
  readonly #titles: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#titles.push(test.fullName);
  }

  onTestRunEnd(): void {
    for (const title of this.#titles) console.log(`second try: ${title}`);
  }
}
