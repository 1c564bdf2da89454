import type { ClientFrame, ServerFrame } from '@atelier/contracts';
import { expect, test } from './fixtures.ts';

test('progress of long work is seen on every page and in the tray, and a refusal to cancel is explained', async ({
  openPage,
  atelier,
}) => {
  const page = await openPage();
  // A small store is checked in no time, so the connection is played here: the check runs until we say otherwise.
  const said: ((frame: ServerFrame) => void)[] = [];
  let from = 0;
  await page.routeWebSocket(/\/events\?/, (socket) => {
    const say = (frame: ServerFrame) => socket.send(JSON.stringify(frame));
    socket.onMessage((text) => {
      const { subscribe, ping } = JSON.parse(String(text)) as ClientFrame;
      // A server that says nothing is taken for dead.
      if (ping !== undefined) say({ pong: ping });
      const wanted = subscribe?.find(({ stream }) => stream === 'install');
      if (wanted === undefined) return;
      from = wanted.from;
      say({ stream: 'install', live: from });
      said.push(say);
    });
    say({ ready: { boot: 'played', version: '0' } });
  });
  await page.goto(`${atelier.origin}/workrail`);
  await expect.poll(() => said.length).toBeGreaterThan(0);
  const say = said.at(-1) ?? (() => {});
  const record = (seq: number, kind: string, data: Record<string, string>) =>
    say({
      stream: 'install',
      seq,
      event: { v: 1, seq, id: `ev_${seq}`, at: '2026-01-01T00:00:00.000Z', kind, key: null, data },
    });

  record(from, 'store_check.started', { checkId: 'chk_played' });
  say({ stream: 'install', delta: { kind: 'progress', id: 'chk_played', done: 3, total: 12, detail: 'bench/42' } });
  await page.getByRole('button', { name: 'Activity: 1 job running' }).click();
  const tray = page.getByRole('dialog', { name: 'Activity' });
  await expect(tray).toContainText('3 of 12');
  await expect(tray).toContainText('bench/42');
  await expect(tray.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await tray.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('This check already ended.', { exact: true })).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Places', exact: true }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Data & diagnostics' }).click();
  await expect(page.getByRole('progressbar', { name: 'Storage check' })).toHaveAttribute('aria-valuenow', '25');
  record(from + 1, 'store_check.cancelled', { checkId: 'chk_played' });
  await expect(page.getByText(/^The last check was cancelled/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
});
