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
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: { launchOptions: browserLaunch, viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'light' },
});
