import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const folders = ['packages', 'apps', 'checks', 'bench', 'scripts'];
const never = ['**/node_modules/**', '**/dist/**', '**/*.e2e.test.ts', '**/*.long.test.ts'];
// Puts doubles in place of modules, which others in the same process would get, too.
const mocking = ['packages/rails/src/usecases/replay.test.ts'];

export default defineConfig({
  test: {
    // No socket of any test leaves this machine; properties draw the same on every run.
    setupFiles: ['packages/models/src/testing/only-loopback.ts', 'packages/kernel/src/testing/one-seed.ts'],
    pool: 'forks',
    // One more than there are cores: at any time some test waits for a disk, a process or a timer.
    maxWorkers: availableParallelism() + 1,
    // The browser suite runs beside this one. These end what hangs, they do not measure.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'touching the world',
          include: [...folders.map((folder) => `${folder}/**/*.int.test.ts`), ...mocking],
          exclude: never,
          // Processes, disks and clocks of a busy machine: tried once more, and named at the end as a race to mend.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'in memory',
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...never, ...mocking, '**/*.int.test.ts'],
          // These touch nothing outside themselves, so a fresh process for each file would only read our code again.
          isolate: false,
        },
      },
    ],
  },
});
