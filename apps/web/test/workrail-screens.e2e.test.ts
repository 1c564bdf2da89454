import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible, setLooks, settled } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { fillSample } from './workrail-sample.ts';

// Every screen with real work in it, under a scanner.
test.describe.configure({ timeout: 300_000 });

test('WorkRail’s screens have no serious findings in any theme and direction', async ({ openPage, atelier }) => {
  const { release } = await fillSample(atelier.dataFolder);
  const page = await openPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of [
    '/workrail',
    `/workrail/sessions/${release}`,
    `/workrail/sessions/${release}?view=list`,
    `/workrail/sessions/${release}?view=gaps`,
    `/workrail/sessions/${release}?view=report`,
    `/workrail/sessions/${release}?view=events`,
    '/workrail/catalogue',
    '/workrail/catalogue/wr.bug_investigation',
    '/workrail/author',
    '/workrail/portability',
    '/workrail/connect',
    '/workrail/settings',
  ]) {
    await page.goto(`${atelier.origin}${path}`);
    await settled(page);
    await expectAccessible(page, path);
  }
});

test('arrow keys walk the graph and the list, and what is chosen is shown', async ({ openPage, atelier }) => {
  const { long } = await fillSample(atelier.dataFolder);
  const page = await openPage({ path: `/workrail/sessions/${long}` });
  const panel = page.getByRole('region', { name: 'Node' });
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Complete');
  await page.locator('[data-item][tabindex="0"]').focus();
  await page.keyboard.press('ArrowUp');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Chapter 40');
  await expect(page.locator('[data-item]:focus')).toContainText('Chapter 40');
  await page.keyboard.press('Home');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Chapter 1');
  await expect(page.locator('[data-item]:focus')).toContainText('Chapter 1');

  // Scrolled out of sight, where items are not drawn, the focus is not lost: the next key goes on from there.
  await page.locator('.react-flow').hover();
  await page.mouse.wheel(0, 3000);
  await expect(page.locator('[data-item]:focus')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-item]:focus')).toContainText('Chapter 2');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-item]:focus')).toContainText('Chapter 40');

  await page.getByRole('radio', { name: 'List' }).click();
  const row = page.locator('[data-row] [tabindex="0"]');
  await expect(row).toContainText('Chapter 40');
  await expect(row).toBeInViewport({ ratio: 1 });
  await row.focus();
  await page.keyboard.press('Home');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Chapter 1');
  const first = page.locator('[data-row="0"]');
  await expect(first).toBeInViewport({ ratio: 1 });
  await first.hover();
  await page.mouse.wheel(0, 3000);
  await expect(first).not.toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row] :focus')).toContainText('Chapter 2');
  await expect(page.locator('[data-row] :focus')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Complete');
  await expect(page.locator('[data-row] :focus')).toContainText('Complete');

  // What the list was narrowed to is in its address, and there again on the way back.
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  const field = page.getByRole('searchbox', { name: 'Search sessions' });
  await field.pressSequentially('hotfix');
  await expect(page).toHaveURL(/query=hotfix/);
  await expect(field).toBeFocused();
  await page.getByRole('link', { name: /Release 2\.3\.1, hotfix/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Release 2.3.1, hotfix');
  await page.goBack();
  await expect(field).toHaveValue('hotfix');
});

test('opened by a key, a folded branch hands the focus to what it held', async ({ openPage, atelier }) => {
  const { release } = await fillSample(atelier.dataFolder);
  const page = await openPage({ path: `/workrail/sessions/${release}` });
  const folded = page.locator('[data-item][aria-expanded="false"]').first();
  const id = await folded.getAttribute('data-item');
  await folded.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator(`[data-item="${id}"]`)).toHaveCount(0);
  await expect(page.locator('[data-item]:focus')).toHaveCount(1);
  await page.keyboard.press('Home');
  await expect(page.locator('[data-item]:focus')).toContainText('Name what is in the release');
  await page.keyboard.press('End');
  await expect(page.locator('[data-item]:focus')).not.toContainText('Name what is in the release');
});

test('what is chosen stays in sight when the room or the direction of writing changes', async ({
  openPage,
  atelier,
}) => {
  const { long, release } = await fillSample(atelier.dataFolder);
  const page = await openPage({ path: `/workrail/sessions/${long}` });
  const chosen = page.locator('[data-item][tabindex="0"]');
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 820, height: 700 });
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await setLooks(page, 'light', 'he');
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1024, height: 600 });
  await expect(chosen).toBeInViewport({ ratio: 1 });

  // The report speaks the reader's language; what agents wrote stays as it is.
  await page.goto(`${atelier.origin}/workrail/sessions/${release}?view=report`);
  const report = page.getByRole('region', { name: 'דוח' });
  await expect(report.getByRole('heading', { name: 'Release 2.4 of the payment service' })).toBeVisible();
  await expect(report.getByText('התחלה')).toBeVisible();
  const behind = page.getByRole('heading', { name: 'ענפים שנשארו מאחור' });
  await expect(behind).toBeVisible();
  // On a phone it is one page, and nothing of a single step stands in it; what agents wrote is read, not its marks.
  await page.setViewportSize({ width: 390, height: 700 });
  await expect(page.getByRole('region', { name: 'צומת' })).toHaveCount(0);
  const { length, box } = await report.evaluate((element) => {
    const text = element.parentElement?.parentElement;
    return { length: text?.scrollHeight ?? 0, box: text?.clientHeight ?? 0 };
  });
  expect(box).toBeGreaterThan(0);
  expect(length).toBe(box);
  await behind.scrollIntoViewIfNeeded();
  await expect(behind).toBeInViewport();
});

test('a workflow is written with live problems, saved, and made one’s own from a bundled one', async ({
  openPage,
  atelier,
}) => {
  const page = await openPage({ path: '/workrail/author' });
  const editor = page.getByRole('textbox', { name: 'Workflow as JSON' });
  await expect(page.getByText('Compiles', { exact: true })).toBeVisible();
  const write = async (text: string) => {
    await editor.click();
    await page.keyboard.press('Control+KeyA');
    await page.keyboard.insertText(text);
  };
  const source = {
    schemaVersion: 1,
    id: 'user.tea',
    name: 'Make tea',
    description: 'Boils water first.',
    version: '1.0.0',
    steps: [{ id: 'boil', title: 'Boil the water', prompt: 'Boil it.' }],
  };
  await write(JSON.stringify({ ...source, features: ['wr.features.nothing'] }, null, 2));
  await expect(page.getByText('1 problem', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('/features/0');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await write(JSON.stringify(source, null, 2));
  // The form and the JSON are one file: a field changes it, and says when it cannot be read.
  await page.getByRole('textbox', { name: 'Title' }).fill('Boil fresh water');
  await expect(editor).toContainText('"title": "Boil fresh water"');
  await page.getByRole('switch', { name: 'Ask me before this step' }).click();
  await expect(editor).toContainText('"requireConfirmation": true');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await expect(editor).toContainText('"step_1"');
  await write(JSON.stringify(source, null, 2));
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Boil the water');
  await write('{');
  await expect(page.getByText('The JSON can’t be read.')).toBeVisible();
  await write(JSON.stringify(source, null, 2));
  await page.getByRole('radio', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText('Boil the water');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('user.tea.json', { exact: true })).toBeVisible();

  await page.goto(`${atelier.origin}/workrail/catalogue`);
  await expect(page.getByRole('link', { name: /Make tea/ })).toBeVisible();
  await page.getByRole('link', { name: /Bug investigation/ }).click();
  await page.getByRole('link', { name: 'Make it yours' }).click();
  await expect(editor).toContainText('user.bug_investigation');
});

test('a workflow of five hundred steps is drawn from its beginning, a screenful at a time, and its loops fold', async ({
  openPage,
  atelier,
}) => {
  const step = (id: string) => ({ id, title: `Step ${id}`, prompt: 'Do it.' });
  const steps = Array.from({ length: 20 }, (_, at) => [
    step(`first-${at}`),
    {
      type: 'loop',
      loopId: `loop-${at}`,
      maxIterations: 3,
      while: { kind: 'condition_ref', conditionId: 'on' },
      body: Array.from({ length: 23 }, (__, turn) => step(`turn-${at}-${turn}`)),
    },
  ]).flat();
  const conditions = [{ id: 'on', kind: 'always_true' }];
  const file = { id: 'user.big', name: 'Big', description: 'Five hundred.', version: '1.0.0', conditions, steps };
  await mkdir(join(atelier.dataFolder, 'workflows'), { recursive: true });
  await writeFile(join(atelier.dataFolder, 'workflows', 'big.json'), JSON.stringify(file, null, 2));
  const page = await openPage({ path: '/workrail/author?from=user.big' });
  await page.getByRole('radio', { name: 'Preview' }).click();
  const graph = page.getByRole('group', { name: 'Workflow graph, 500 parts' });
  await expect(graph.getByRole('button', { name: /^Step first-0/ })).toBeVisible();
  await expect.poll(() => graph.locator('[data-item]').count()).toBeLessThan(60);
  await graph.getByRole('button', { name: /^loop-0/ }).click();
  await expect(page.getByRole('group', { name: 'Workflow graph, 477 parts' })).toBeVisible();
  await page.getByRole('radio', { name: 'List' }).click();
  await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText('Step turn-19-22');
});
