import { defineConfig } from '@playwright/test';
import { browserLaunch } from './apps/web/test/browser-launch.ts';

export default defineConfig({
  testDir: 'apps/web/test',
  testMatch: '**/*.e2e.test.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Wide enough for a machine that is busy with other things: these end what hangs, they do not measure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: { launchOptions: browserLaunch, viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'light' },
});
