import type { Page } from '@playwright/test';
import { command } from './command.ts';

let projectId: string | undefined;

const words = { en: 'add a coffee stand', he: 'תוסיף עמדת קפה' };

/** The demo with a draft that waits, made once for all pictures, opened at one of its side tabs. */
export const showDemo =
  (panel: string) =>
  async (page: Page): Promise<void> => {
    const language = (await page.evaluate(() => document.documentElement.lang)) === 'he' ? 'he' : 'en';
    if (projectId === undefined) {
      const made = await command<{ projectId: string }>(page, 'StudioDemoCreate', { requestId: crypto.randomUUID() });
      projectId = made.projectId;
      await command(page, 'RunStudioTurn', {
        projectId,
        idempotencyKey: crypto.randomUUID(),
        event: { type: 'chatMessage', text: words[language] },
      });
    }
    await page.goto(`${new URL(page.url()).origin}/projects/${projectId}/studio?panel=${panel}`);
    await page.waitForLoadState('networkidle');
  };
