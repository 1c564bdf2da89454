import { defineConfig } from 'vitest/config';

// What needs more time than `npm test` has: the same promises over far more seeds.
export default defineConfig({
  test: {
    include: ['packages/**/*.long.test.ts', 'apps/**/*.long.test.ts'],
    pool: 'forks',
    testTimeout: 60 * 60_000,
  },
});
