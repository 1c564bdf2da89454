// npm run screens [-- --out DIR] [--only NAME] [--no-build]: pictures of every screen, light and dark, English and Hebrew.
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error('Run this as npm run screens: it needs the pinned Node.');
  process.exit(2);
}

const { values } = parseArgs({
  options: { out: { type: 'string' }, only: { type: 'string' }, 'no-build': { type: 'boolean' } },
});
const out = values.out ?? join(root, 'docs/screens');
mkdirSync(out, { recursive: true });

const { build } = await import('./build.mjs');
const { chromium } = await import('@playwright/test');
const { startAtelier } = await import('../apps/web/test/atelier-process.ts');
const { browserLaunch } = await import('../apps/web/test/browser-launch.ts');
const { fillSample } = await import('../apps/web/test/workrail-sample.ts');
const { consentChat, emptyChat, fillModels, offlineChat } = await import('../apps/web/test/models-sample.ts');
const { showDraftBar, showSample } = await import('../apps/web/test/workshop-sample.ts');
const { showDemo } = await import('../apps/web/test/studio-sample.ts');
const { startDoubles } = await import('@atelier/models/testing');

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const narrowest = { width: 360, height: 640 };

const openPalette = async (page, query) => {
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox').fill(query);
};

if (!values['no-build']) build();
// The folder's name is in the pictures.
const dataFolder = join(tmpdir(), 'atelier-pictures');
rmSync(dataFolder, { recursive: true, force: true });
mkdirSync(dataFolder, { recursive: true });
const sample = await fillSample(dataFolder);

const panels = ['elements', 'plan', 'tasks', 'accounting', 'purchases', 'risks', 'quote', 'draft', 'history', 'today'];

const screens = [
  { name: 'home', path: '/' },
  { name: 'workshop', path: '/workshop' },
  { name: 'workshop-review', path: '/workshop', act: showSample('/review') },
  { name: 'workshop-chat', path: '/workshop', act: showDraftBar },
  { name: 'workshop-viewer', path: '/workshop', act: showSample('/view/data.csv') },
  { name: 'workshop-checkpoints', path: '/workshop', act: showSample('/checkpoints') },
  { name: 'workshop-settings', path: '/workshop', act: showSample('/settings') },
  { name: 'narrow-workshop-review', path: '/workshop', viewport: narrow, act: showSample('/review') },
  { name: 'narrow-workshop-chat', path: '/workshop', viewport: narrow, act: showDraftBar },
  { name: 'studio', path: '/studio' },
  ...panels.map((panel) => ({ name: `studio-${panel}`, path: '/studio', act: showDemo(panel) })),
  ...panels.map((panel) => ({
    name: `narrow-studio-${panel}`,
    path: '/studio',
    viewport: narrow,
    act: showDemo(panel),
  })),
  { name: 'workrail', path: '/workrail' },
  { name: 'workrail-run', path: `/workrail/sessions/${sample.release}` },
  { name: 'workrail-list', path: `/workrail/sessions/${sample.release}?view=list` },
  { name: 'workrail-long', path: `/workrail/sessions/${sample.long}` },
  { name: 'workrail-events', path: `/workrail/sessions/${sample.release}?view=events` },
  { name: 'workrail-catalogue', path: '/workrail/catalogue' },
  { name: 'workrail-workflow', path: '/workrail/catalogue/wr.bug_investigation' },
  { name: 'workrail-author', path: '/workrail/author' },
  { name: 'workrail-portability', path: '/workrail/portability' },
  { name: 'workrail-connect', path: '/workrail/connect' },
  { name: 'workrail-settings', path: '/workrail/settings', fullPage: true },
  { name: 'settings-appearance', path: '/settings/appearance' },
  { name: 'settings-language', path: '/settings/language' },
  { name: 'settings-models', path: '/settings/models', fullPage: true },
  { name: 'settings-privacy', path: '/settings/privacy', fullPage: true },
  { name: 'settings-data', path: '/settings/data', fullPage: true },
  { name: 'settings-about', path: '/settings/about' },
  { name: 'gallery', path: '/lab/components', fullPage: true },
  { name: 'chat-empty', path: '/lab/chat', before: emptyChat },
  { name: 'chat', path: '/lab/chat', before: offlineChat },
  { name: 'chat-consent', path: '/lab/chat', before: consentChat },
  { name: 'narrow-chat', path: '/lab/chat', viewport: narrow, before: offlineChat },
  { name: 'palette', path: '/', act: (page) => openPalette(page, '') },
  { name: 'help', path: '/', act: (page) => page.keyboard.press('Shift+Slash') },
  { name: 'not-found', path: '/nowhere' },
  { name: 'broken', path: '/lab/components', act: (page) => page.locator('button[title]').last().click() },
  { name: 'signed-out', path: '/', signedOut: true },
  { name: 'narrow-home', path: '/', viewport: narrow },
  { name: 'narrow-data', path: '/settings/data', viewport: narrowest },
  { name: 'narrow-menu', path: '/', viewport: narrow, act: (page) => page.locator('header button').first().click() },
].filter(({ name }) => values.only === undefined || name.includes(values.only));

const atelier = await startAtelier(dataFolder);
const doubles = await startDoubles();
const browser = await chromium.launch(browserLaunch);
try {
  const signedIn = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' });
  const page = await signedIn.newPage();
  await page.goto(await atelier.link());
  await page.locator('[data-connection=live]').waitFor();
  await fillModels(page, doubles);
  for (const language of ['en', 'he']) {
    for (const theme of ['light', 'dark']) {
      await choose(page, { language, theme });
      for (const screen of screens) await picture({ screen, language, theme, page });
    }
  }
  await choose(page, { language: 'en', theme: 'light' });
  await page.setViewportSize(wide);
  // The pictures of the read-me.
  for (const [name, show] of [
    ['workshop', showSample('/review')],
    ['studio', showDemo('plan')],
    ['workrail', (page) => page.goto(`${atelier.origin}/workrail/sessions/${sample.release}`)],
  ]) {
    await page.goto(`${atelier.origin}/`);
    await show(page);
    await settle(page);
    await page.screenshot({ path: join(out, `${name}.png`) });
  }
} finally {
  await browser.close();
  await doubles.close();
  await atelier.remove();
}
console.log(`Pictures are in ${out}`);

async function choose(page, set) {
  const reply = await page.evaluate(
    (body) =>
      fetch('/api/SettingsSet', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ json: body }),
      }).then((response) => response.text()),
    { set },
  );
  if (!reply.includes('"ok":true')) throw new Error(`SettingsSet was refused: ${reply}`);
  await page.locator(`html[lang=${set.language}][data-theme=${set.theme}]`).waitFor();
}

async function picture({ screen, language, theme, page }) {
  const path = join(out, `${screen.name}.${theme}.${language}.png`);
  if (screen.signedOut) {
    const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' });
    const stranger = await context.newPage();
    await stranger.addInitScript(
      (kept) => localStorage.setItem('atelier.appearance', kept),
      JSON.stringify({ theme, language }),
    );
    await stranger.goto(atelier.origin);
    await settle(stranger);
    await stranger.screenshot({ path });
    await context.close();
    return;
  }
  if (screen.before) await screen.before(page, language);
  await page.setViewportSize(screen.viewport ?? wide);
  await page.goto(`${atelier.origin}${screen.path}`);
  await settle(page);
  if (screen.fullPage) {
    const height = await page.evaluate(() => document.getElementById('content')?.scrollHeight ?? 0);
    await page.setViewportSize({ width: wide.width, height: Math.max(wide.height, height + 80) });
  }
  if (screen.act) {
    await screen.act(page);
    await page.waitForTimeout(200);
  }
  await page.screenshot({ path });
}

async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.locator('h1').first().waitFor({ state: 'attached' });
}
