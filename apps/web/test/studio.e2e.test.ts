import { command } from './command.ts';
import { chatCalls, test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { bannerOf, composerOf, openDemo, say, wordsOf } from './studio-tab.ts';

test('[ST-92] without a key: the demo, one draft applied, and the quote, in Hebrew', async ({ openPage }) => {
  const page = await openPage({ path: '/studio' });
  const words = wordsOf.he;
  await command(page, 'SettingsSet', { set: { language: 'he' } });
  await page.getByRole('button', { name: words.projects.demo }).click();
  await expect(page).toHaveURL(/\/projects\/prj_\w+\/studio/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('השקת נובה 2026');

  await say(page, words, 'תוסיף עמדת קפה');
  const banner = bannerOf(page, words);
  await expect(banner).toContainText('גרסה 1 · 10 שינויים · +₪14,650');
  // The first revision brings its panel forward.
  await expect(page.getByRole('tab', { name: words.panels.draft })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'הוספה: עמדת קפה' })).toBeVisible();
  await banner.getByRole('button', { name: words.draft.apply }).click();
  const dialog = page.getByRole('dialog');
  // A change of more than a quarter of the price is acknowledged first.
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: words.draft.apply }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('article', { name: words.talk.system })).toContainText('הוחלו 10 שינויים.');

  await page.getByRole('tab', { name: words.panels.quote }).click();
  await expect(page.getByRole('tabpanel')).toContainText('עמדת קפה');
  await expect(page.getByRole('tabpanel')).toContainText(/₪/);
});

test('[ST-24] a reload brings back the draft, the pins and half-typed answers', async ({ openPage }) => {
  const page = await openPage({ path: '/studio' });
  const words = wordsOf.he;
  await openDemo(page, 'he');
  await say(page, words, 'תוסיף עמדת קפה');
  await page.getByRole('radio', { name: words.stage.planning }).click();
  await page.getByRole('radio', { name: words.channel.questions }).click();
  // The channel brings its panel forward.
  await expect(page.getByRole('tab', { name: words.panels.questions })).toHaveAttribute('aria-selected', 'true');
  const access = page.getByRole('textbox', { name: 'גישה ומעלית' });
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/RunStudioTurn') && response.request().postData()?.includes('חצי') === true,
  );
  await access.fill('מעלית משא, חצי');
  await composerOf(page, words).fill('לא נשלח עדיין');
  await stored;

  await page.reload();
  await expect(page.getByRole('radio', { name: words.stage.planning })).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByRole('radio', { name: words.channel.questions })).toHaveAttribute('aria-checked', 'true');
  await expect(bannerOf(page, words)).toContainText('גרסה 1 · 10 שינויים');
  await page.getByRole('tab', { name: words.panels.questions }).click();
  await expect(access).toHaveValue('מעלית משא, חצי');
  await expect(composerOf(page, words)).toHaveValue('לא נשלח עדיין');
});

test('[ST-59] a load with a scope and an open draft shows both, with pending changes open', async ({ openPage }) => {
  const page = await openPage({ path: '/studio' });
  const words = wordsOf.en;
  const { projectId } = await openDemo(page, 'en');
  await page.getByRole('button', { name: /^About: Whole project/ }).click();
  await page.getByRole('checkbox', { name: 'Logo wall' }).check();
  await page.keyboard.press('Escape');
  await say(page, words, 'make it blue');
  await expect(bannerOf(page, words)).toContainText('revision 1 · one change');

  await page.goto(new URL(`/projects/${projectId}/studio`, page.url()).href);
  await expect(page.getByRole('button', { name: /^About: Logo wall/ })).toBeVisible();
  await expect(bannerOf(page, words)).toContainText('revision 1 · one change');
  await expect(page.getByRole('tab', { name: words.panels.draft })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('listitem').filter({ hasText: 'Logo wall' }).first()).toBeVisible();
  // Writing goes on, and later revisions leave a person where they are.
  await page.getByRole('tab', { name: words.panels.elements }).click();
  await say(page, words, 'make it 3 m wide');
  await expect(bannerOf(page, words)).toContainText('revision 2');
  await expect(page.getByRole('tab', { name: words.panels.elements })).toHaveAttribute('aria-selected', 'true');
  await expect(composerOf(page, words)).toBeEditable();
});

test('without a server a message is held, and arrives once when it is back', async ({
  openPage,
  atelier,
  expected,
}) => {
  expected.push(/Failed to load resource|WebSocket connection|ERR_CONNECTION/);
  const page = await openPage({ path: '/studio' });
  const words = wordsOf.en;
  await openDemo(page, 'en');
  await atelier.stop();
  await composerOf(page, words).fill('add a coffee station');
  await composerOf(page, words).press('Enter');
  await expect(page.getByText(words.status.held).first()).toBeVisible();
  await expect(page.getByRole('list', { name: words.status.waiting })).toContainText('add a coffee station');
  await atelier.start();
  await expect(bannerOf(page, words)).toContainText('revision 1');
  await expect(page.getByRole('article', { name: words.talk.you })).toHaveCount(1);
});

test('[ST-96] the model is allowed by name, then its answer is in sight while it is written', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage({ path: '/studio' });
  await page.setViewportSize({ width: 390, height: 640 });
  const words = wordsOf.en;
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string; label: string }[] } }>(
    page,
    'EndpointAdd',
    { url: doubles.localEndpoint },
  );
  const [model] = endpoint.models;
  const models = { router: null, skill: model?.modelId ?? '', judge: null };
  await command(page, 'StudioModelsSet', { requestId: crypto.randomUUID(), models });
  await openDemo(page, 'en');
  await say(page, words, 'how much is the logo wall?');
  const allow = page.getByRole('button', { name: words.talk.standIn.allow });
  await allow.click();
  await expect(page.getByRole('dialog')).not.toContainText(/endpoint_/);
  expect(chatCalls(doubles)).toHaveLength(0);

  const lines = Array.from({ length: 30 }, (_, at) => `Line ${at + 1} of the answer.`);
  const text = JSON.stringify({ assistantText: lines.join('\n'), handles: [], proposedFacts: [], handoff: null });
  const seen = Promise.withResolvers<void>();
  doubles.script({ text, hold: { after: Math.floor(text.indexOf('"handles"') / 5), until: seen.promise } });
  await page.getByRole('dialog').getByRole('button', { name: words.talk.standIn.agree }).click();
  const writing = page.getByRole('region', { name: words.talk.writing });
  await expect(writing).toContainText('Line 30');
  // What is newest is in sight, and what the rules offered before is of no moment any more.
  await expect.poll(() => writing.evaluate((box) => box.getBoundingClientRect().bottom <= 640)).toBe(true);
  await expect(allow).toHaveCount(0);
  seen.resolve();
  await expect(writing).toHaveCount(0);
  await expect(page.getByRole('article', { name: words.talk.agent }).last()).toContainText('Line 30');
});
