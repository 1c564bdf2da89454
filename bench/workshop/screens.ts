import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageClient, signIn } from '../../apps/server/src/testing/tab.ts';
import { converse } from '../../packages/workshop/src/testing/converse.ts';
import { type Bench, median, percentile } from '../bench.ts';
import { countBytes, withScreens } from '../browser.ts';
import { startChunkServer } from '../models/provider.ts';
import { must } from '../timing.ts';
import { startBench } from './server.ts';

const ROUNDS = 5;
const [CHUNKS, PER_SECOND] = [600, 60];

/** Notes in the page when a message's text has been drawn: the frame after the one in which it came. */
const noteDrawn = async (page: Page, text: string): Promise<void> => {
  await page.addInitScript((wanted) => {
    const marks = globalThis as unknown as { drawnAt?: number };
    const look = () => {
      if (document.querySelector('[data-message]') && document.body.textContent?.includes(wanted))
        requestAnimationFrame(() => {
          marks.drawnAt ??= performance.now();
        });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, text);
};

/** From asking for the address to the newest message on the screen, code and data included. */
export const longTalk: Bench = {
  ids: ['open-10k', 'open-10k-bytes'],
  run: async ({ folder, say }) => {
    const data = join(folder, 'data');
    const seeding = await startBench(data);
    const id = await seeding.create([['a.csv', Buffer.from('a,b\n1,2\n')]]);
    await converse(seeding.ports, id, 10_000);
    await seeding.stop();
    return withScreens(data, async ({ atelier, newContext }) => {
      const [drawn, sent]: [number[], number[]] = [[], []];
      for (let round = -1; round < ROUNDS; round += 1) {
        const context = await newContext();
        const page = await context.newPage();
        const bytes = await countBytes(page);
        await noteDrawn(page, 'Answer 9998');
        await page.goto(`${atelier.origin}/workshop/${id}`, { waitUntil: 'commit' });
        await page.waitForFunction(() => 'drawnAt' in globalThis, undefined, { timeout: 60_000 });
        const at = await page.evaluate(() => (globalThis as unknown as { drawnAt: number }).drawnAt);
        say(`${round < 0 ? 'after a restart ' : ''}${at.toFixed(0)} ms, ${(bytes() / 1_000).toFixed(0)} KB`);
        if (round >= 0) {
          drawn.push(at);
          sent.push(bytes() / 1_000);
        }
        await context.close();
      }
      return [
        { id: 'open-10k', value: median(drawn), unit: 'ms' },
        { id: 'open-10k-bytes', value: Math.max(...sent), unit: 'KB' },
      ];
    });
  },
};

/** From the key that sends a question to the first frame with the run's status. */
const statusAfter = async (page: Page, text: string): Promise<number> => {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill(text);
  const took = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (began: number) => {
          if (document.querySelector('section[aria-label="Plan and activity"]'))
            requestAnimationFrame(() => resolve(performance.now() - began));
          else requestAnimationFrame(() => look(began));
        };
        addEventListener('keydown', () => look(performance.now()), { once: true, capture: true });
      }),
  );
  await composer.press('Enter');
  return took;
};

/** How late each piece of text stands on the screen; each is the moment at which the provider sent it. */
const watchText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const marks = globalThis as unknown as { late: number[] };
    marks.late = [];
    let seen = 0;
    let isDue = false;
    const moments = /\d{13}\.\d{3}/g;
    const look = () => {
      isDue = false;
      const now = performance.timeOrigin + performance.now();
      const found = document.querySelector('main')?.textContent?.match(moments) ?? [];
      for (const moment of found.slice(seen)) marks.late.push(now - Number(moment));
      seen = Math.max(seen, found.length);
    };
    new MutationObserver(() => {
      if (isDue) return;
      isDue = true;
      // The frame in which it is drawn has begun when the next one begins.
      requestAnimationFrame(() => setTimeout(look));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

export const liveTalk: Bench = {
  ids: ['first-status', 'token-to-screen'],
  run: async ({ folder, say }) => {
    const provider = await startChunkServer(CHUNKS, 1_000 / PER_SECOND);
    try {
      return await withScreens(join(folder, 'data'), async ({ atelier, newContext }) => {
        const client = pageClient(atelier.origin, await signIn(await atelier.link()));
        const added = await must(client.EndpointAdd({ url: provider.endpoint }));
        await must(client.UserSetConsentMode({ mode: 'allow_all', confirmed: true }));
        const modelId = added.endpoint.models[0]?.modelId ?? '';
        const context = await newContext();
        const page = await context.newPage();
        await page.addInitScript(() => localStorage.setItem('atelier.workshop.tour', 'seen'));
        const open = async (model: string): Promise<string> => {
          const { workbenchId } = await must(client.WorkbenchCreate({ name: 'Bench', modelId: model }));
          const put = await context.request.put(`${atelier.origin}/workbench-uploads/orders.csv`, {
            headers: { origin: atelier.origin, 'content-type': 'application/octet-stream' },
            data: Buffer.from('Order,Quantity,Price\n1001,2,140\n1002,6,45\n'),
          });
          const { value } = (await put.json()) as { value: { uploadId: string } };
          await must(client.WorkbenchFilesAdd({ workbenchId, uploads: [value.uploadId] }));
          await page.goto(`${atelier.origin}/workshop/${workbenchId}`);
          await page.getByRole('textbox', { name: 'Message' }).waitFor();
          return workbenchId;
        };
        const first: number[] = [];
        for (let round = -1; round < ROUNDS; round += 1) {
          await open('builtin:offline');
          const took = await statusAfter(page, 'How many orders are there?');
          if (round >= 0) first.push(took);
        }
        const workbenchId = await open(modelId);
        await watchText(page);
        await must(client.WorkshopSend({ workbenchId, text: 'Say the time.', mode: 'ask' }));
        await page.waitForFunction(
          (count) => (globalThis as unknown as { late: number[] }).late.length >= count,
          CHUNKS * 0.95,
          { timeout: 120_000 },
        );
        const late = await page.evaluate(() => (globalThis as unknown as { late: number[] }).late);
        say(`${late.length} pieces, median ${median(late).toFixed(1)} ms`);
        return [
          { id: 'first-status', value: median(first), unit: 'ms' },
          { id: 'token-to-screen', value: percentile(late, 0.95), unit: 'ms' },
        ];
      });
    } finally {
      await provider.close();
    }
  },
};
