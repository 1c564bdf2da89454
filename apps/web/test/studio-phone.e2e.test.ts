import { studioEn } from '../src/surfaces/studio/messages.en.ts';
import { expect, test } from './fixtures.ts';
import { editNow, makeDemo, openPanel, runTurn, viewOf } from './studio-project.ts';

test('two items of one checklist ticked without a network are both ticked, on the screen at once and later for good', async ({
  openPage,
  atelier,
  expected,
}) => {
  expected.push(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket|Failed to load resource/);
  const page = await openPage();
  await page.setViewportSize({ width: 360, height: 740 });
  const projectId = await makeDemo(page);
  const moved = await runTurn(page, projectId, { type: 'advanceStage', to: 'solutioning', acknowledge: ['NO_QUOTE'] });
  expect(moved.outcome).toBe('done');
  const view = await viewOf(page, projectId);
  const id = view.tasks.find(({ title }) => title.en === 'Build wall')?.id ?? '';
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: view.project.timeZone, dateStyle: 'short' }).format();
  const checklist = ['Cut', 'Glue', 'Sand'].map((text) => ({ text, done: false }));
  await editNow(page, projectId, [
    { op: 'set', opId: 'list', entity: 'task', id, changes: { dueDate: today, checklist } },
  ]);
  await openPanel(page, projectId, 'today');
  const item = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect(item('Cut')).toBeVisible();

  await atelier.stop();
  await expect(page.locator('[data-connection=live]')).toHaveCount(0);
  await item('Cut').click();
  await expect(item('Cut')).toBeChecked();
  await item('Sand').click();
  await expect(item('Sand')).toBeChecked();
  await expect(item('Cut')).toBeChecked();
  await atelier.start();
  const ticked = async () =>
    (await viewOf(page, projectId)).tasks.find((task) => task.id === id)?.checklist.map(({ done }) => done);
  await expect.poll(ticked).toEqual([true, false, true]);
  await expect(item('Glue')).not.toBeChecked();
});

test('a tick made without a network on a page that is left is told, when somebody else changed the task first', async ({
  openPage,
  atelier,
  expected,
}) => {
  expected.push(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket|Failed to load resource/);
  const page = await openPage();
  await page.setViewportSize({ width: 360, height: 740 });
  const projectId = await makeDemo(page);
  const id = (await viewOf(page, projectId)).tasks.find(({ title }) => title.en === 'Paint')?.id ?? '';
  await editNow(page, projectId, [{ op: 'set', opId: 'go', entity: 'task', id, changes: { status: 'doing' } }]);
  await openPanel(page, projectId, 'today');
  const paint = page.getByRole('checkbox', { name: /Paint/ });
  await expect(paint).toBeVisible();
  await atelier.stop();
  await expect(page.locator('[data-connection=live]')).toHaveCount(0);
  await paint.click();
  await expect(paint).toBeChecked();
  await page.goto('about:blank');
  await atelier.start();

  const back = await openPage({ context: page.context(), path: '/' });
  await editNow(back, projectId, [{ op: 'set', opId: 'crew', entity: 'task', id, changes: { crew: 3 } }]);
  await openPanel(back, projectId, 'today');
  await expect(back.getByText(studioEn.records.heldNotSaved, { exact: true })).toBeVisible();
  await expect(back.getByRole('checkbox', { name: /Paint/ })).not.toBeChecked();
});
