import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectLive, test } from './fixtures.ts';
import { startAgent } from './mcp-agent.ts';

const atelierBin = join(import.meta.dirname, '../../../bin/atelier.mjs');

// A server started twice, an agent, a command and a browser.
test.describe.configure({ timeout: 120_000 });

test('an open run shows what it became while the server was stopped: repaired, and gone on another way', async ({
  openPage,
  atelier,
  expected,
}) => {
  expected.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const agent = await startAgent(atelier.dataFolder);
  const started = await agent.start('wr.rpi', { goal: 'Count the herons' });
  await agent.advance(started, 'Herons by the river.');
  await agent.close();
  const page = await openPage({ path: '/workrail' });
  await page.getByRole('link', { name: /Count the herons/ }).click();
  await page
    .getByRole('group', { name: 'Run graph, 2 nodes' })
    .getByRole('button', { name: /Done · Step/ })
    .click();
  const panel = page.getByRole('region', { name: 'Node' });
  await expect(panel).toContainText('Herons by the river.');

  await atelier.stop();
  const stream = `session/${started.session.sessionId}`;
  const events = join(atelier.dataFolder, 'streams', stream, 'events');
  const segment = join(events, (await readdir(events))[0] ?? '');
  const text = await readFile(segment, 'latin1');
  await writeFile(segment, text.replace('by the river', 'by the lakes'), 'latin1');
  const words = [atelierBin, 'repair', stream, '--yes', '--data', atelier.dataFolder];
  const repaired = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(repaired.status, `${repaired.stdout}${repaired.stderr}`).toBe(0);
  // As many events as before: the page, which goes on from its place in the log, is sent none of them.
  const another = await startAgent(atelier.dataFolder);
  await another.advance(await another.rehydrate(started.stateToken), 'Herons at the ponds.');
  await another.close();
  await atelier.start();

  await expectLive(page);
  await expect(panel).toContainText('Herons at the ponds.');
  await expect(panel).not.toContainText('Herons by the river.');
});
