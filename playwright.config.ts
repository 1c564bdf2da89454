import { defineConfig } from '@playwright/test';
import { browserLaunch } from './apps/web/test/browser-launch.ts';

export default defineConfig({
  testDir: 'apps/web/test',
  testMatch: '**/*.e2e.test.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // What fails is tried once more on its own page and server; the end of the run names it, for it is a race to mend.
  retries: 1,
  forbidOnly: true,
  // Wide enough for a machine that is busy with other things: these end what hangs, they do not measure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: { launchOptions: browserLaunch, viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'light' },
});
