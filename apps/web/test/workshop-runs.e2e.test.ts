import { command } from './command.ts';
import { chatCalls, test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { ask, composer, messages } from './workshop-bench.ts';
import { allow, gate, openLocalBench, questions, run } from './workshop-talk.ts';

test('[WS-77] [WS-108] a run shows its phase, its step and its tools; a note is heard at the next step, once', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  await openLocalBench(page, doubles);
  // Every step reads a file and writes one: six calls in all.
  const read = { name: 'read_file', input: { path: 'orders.csv', line_start: 1, line_count: 2 } };
  const turns = run('Write the first note', 'Write the second note', 'Write the third note').map((turn) =>
    'toolCalls' in turn ? { toolCalls: [read, ...turn.toolCalls] } : turn,
  );
  // Each is held until it was looked at: the research, and the end of every step.
  const gates = new Map([0, 3, 5, 7].map((at) => [at, gate()]));
  doubles.script(...turns.map((turn, at) => ({ ...turn, after: gates.get(at)?.opened ?? Promise.resolve() })));
  const goOn = (at: number) => gates.get(at)?.open();
  await ask(page, 'Write three notes');
  await allow(page);
  const status = page.getByRole('region', { name: 'Plan and activity' });
  await expect(status).toContainText('Reading the files…');
  goOn(0);
  await expect(status).toContainText('Step 1 of 3: Write the first note');
  await expect(status).toContainText('Wrote note-1.txt');

  await composer(page).fill('Keep it short, please');
  await page.getByRole('button', { name: 'Send as a note' }).click();
  await expect(status).toContainText('Note to this run, read at its next step: Keep it short, please');
  await expect(composer(page)).toHaveValue('');
  // What was said can be read, searched and copied meanwhile.
  await page.keyboard.press('Control+F');
  await page.getByRole('searchbox', { name: 'Search in this chat' }).fill('three notes');
  await expect(page.getByRole('search').getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  goOn(3);

  await expect(status).toContainText('Step 2 of 3: Write the second note');
  await expect(status).not.toContainText('Keep it short, please');
  await status.getByRole('button').first().click();
  const steps = status.getByRole('list', { name: 'Plan' }).getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await expect(status.getByRole('group').filter({ hasText: 'note-2.txt' })).toContainText('Done');
  goOn(5);
  await expect(status).toContainText('Step 3 of 3: Write the third note');
  await expect(status.getByRole('group').filter({ hasText: 'note-3.txt' })).toContainText('Done');
  await expect(status.getByRole('group')).toHaveCount(6);
  goOn(7);
  await expect(page).toHaveURL(/\/review$/, { timeout: 60_000 });

  // Heard in the second step, which begins with the fifth call, and in nothing before or after it.
  const heard = chatCalls(doubles).flatMap(({ body }, at) =>
    JSON.stringify(body).includes('Keep it short, please') ? [at] : [],
  );
  expect(heard).toEqual([4, 5]);

  await page.getByRole('link', { name: 'Back to the chat' }).click();
  const answer = messages(page).getByRole('article').last();
  await expect(answer).toContainText('All of it is done.');
  await answer.hover();
  await answer.getByRole('button', { name: 'Actions for this message' }).click();
  await page.getByRole('menuitem', { name: 'How this was done' }).click();
  const trace = page.getByRole('dialog', { name: 'How this was done' });
  const calls = trace.getByRole('region', { name: 'Tool activity' }).getByRole('group');
  await expect(calls).toHaveCount(6);
  // Each call that began has its end.
  await expect(calls.filter({ hasText: 'Done' })).toHaveCount(6);
  await expect(trace.getByRole('group').filter({ hasText: 'write_text_file' })).toHaveCount(3);
  await expect(trace.getByRole('list', { name: 'Plan' }).getByRole('listitem')).toHaveCount(3);
});

test('a run that reaches a cap with a Draft asks in the chat; Review leads there, and opens once the run has ended', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  const id = await openLocalBench(page, doubles);
  const { view } = await command<{ view: { modelId: string } }>(page, 'WorkbenchGet', { workbenchId: id });
  const price = { input: 100, output: 100, asOf: '2026-11-15' };
  const { modelId } = view;
  await command(page, 'ModelsSetEntry', {
    entry: { modelId, label: 'Dear one', contextTokens: 200_000, efforts: [], tools: true, vision: false, price },
  });
  const held = gate();
  const turns = run('Write the first note', 'Write the second note');
  doubles.script(...turns.map((turn, at) => ({ ...turn, after: at === 3 ? held.opened : Promise.resolve() })));
  await ask(page, 'Write two notes');
  await allow(page);
  await expect(page.getByRole('region', { name: 'Plan and activity' })).toContainText('Wrote note-1.txt');
  await command(page, 'CapsSet', { set: { perDay: 1 } });
  held.open();
  const card = page.getByRole('region', { name: 'Paused at the spending cap' });
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${id}$`));
  await page.getByRole('link', { name: 'Review' }).first().click();
  await expect(page.getByRole('button', { name: 'Resume run' })).toHaveCount(0);
  await page.getByRole('link', { name: 'At the spending cap' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Continue without a cap' }).click();
  await expect(page).toHaveURL(/\/review$/, { timeout: 60_000 });
  await expect(page.getByRole('navigation', { name: 'Changed files' })).toContainText('note-2.txt');
});

test('one message waits for the run and sends itself when it ends without a Draft', async ({ openPage, doubles }) => {
  const page = await openPage();
  await openLocalBench(page, doubles);
  await page.getByRole('radio', { name: 'Ask' }).click();
  const queued = gate();
  // The second is asked as it was typed: a question, answered in one call.
  doubles.script({ text: 'The first answer.', after: queued.opened }, { text: 'The second answer.' });
  await ask(page, 'First?');
  await allow(page);
  // Until the allowed run goes on, Enter does not yet mean "after the run".
  await expect(messages(page)).toContainText('Continued');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await composer(page).fill('Second?');
  await composer(page).press('Enter');
  const chip = page.getByRole('region', { name: 'Next message' });
  await expect(chip).toContainText('Second?');
  await expect(chip).toContainText('Sends itself');
  queued.open();
  await expect(messages(page)).toContainText('The first answer.');
  await expect(questions(page)).toHaveCount(2);
  await expect(chip).toHaveCount(0);
  await expect(messages(page)).toContainText('The second answer.');
});

test('[WS-101] a run that ends in a hidden tab marks the title, the rail and, where allowed, the system', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  await page.addInitScript(() => {
    const told: string[] = [];
    class Told {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick = null;
      constructor(title: string, options?: NotificationOptions) {
        told.push(`${title}: ${options?.body ?? ''}`);
      }
      close() {}
    }
    Object.assign(window, { told, Notification: Told, isAway: false });
    Object.defineProperty(document, 'hidden', { get: () => (window as unknown as { isAway: boolean }).isAway });
  });
  await openLocalBench(page, doubles);
  await page.getByRole('radio', { name: 'Ask' }).click();
  const away = (isAway: boolean) =>
    page.evaluate((hidden) => {
      Object.assign(window, { isAway: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isAway);
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);

  doubles.script({ text: 'Seen at once.' });
  await ask(page, 'First?');
  await allow(page);
  await expect(messages(page)).toContainText('Seen at once.');
  await expect(page.getByText('Answer complete')).toBeAttached();
  expect(await told()).toEqual([]);
  await expect(page).not.toHaveTitle(/^\(/);

  const left = gate();
  doubles.script({ text: 'While away.', after: left.opened });
  await ask(page, 'Second?');
  await away(true);
  left.open();
  await expect(messages(page)).toContainText('While away.');
  await expect(page).toHaveTitle(/^\(1\) /);
  expect(await told()).toEqual(['Talk: The answer is ready']);
  await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: /Workshop/ })).toContainText(
    '1',
  );
  await away(false);
  await expect(page).not.toHaveTitle(/^\(/);
});

test('[WS-118] a browser that was offline during a run shows afterwards what happened, in order, and nothing is lost', async ({
  openPage,
  doubles,
  expected,
}) => {
  expected.push(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource/);
  const page = await openPage();
  await page.clock.install();
  await openLocalBench(page, doubles);
  const turns = run('Write the first note', 'Write the second note');
  const offline = gate();
  doubles.script(...turns.map((turn, at) => (at === 2 ? { ...turn, after: offline.opened } : turn)));
  await ask(page, 'Write two notes');
  await allow(page);
  await expect(page.getByRole('region', { name: 'Plan and activity' })).toContainText('Step 1 of 2');
  await page.context().setOffline(true);
  offline.open();
  await expect.poll(() => chatCalls(doubles).length, { timeout: 60_000 }).toBe(turns.length);
  await page.clock.fastForward('10:00');
  await expect(page.getByRole('region', { name: 'Plan and activity' })).toContainText('Step 1 of 2');
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/review$/, { timeout: 60_000 });
  await expect(page.getByRole('navigation', { name: 'Changed files' }).getByRole('button')).toHaveCount(2);
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  await expect(messages(page).getByRole('article')).toHaveCount(2);
  const answer = messages(page).getByRole('article').last();
  await expect(answer).toContainText('All of it is done.');
  await answer.hover();
  await answer.getByRole('button', { name: 'Actions for this message' }).click();
  await page.getByRole('menuitem', { name: 'How this was done' }).click();
  const trace = page.getByRole('dialog', { name: 'How this was done' });
  await expect(trace.getByRole('list').first().getByRole('listitem')).toHaveText([
    // Before it was allowed, and after.
    /^Research.*paused/,
    /^Research/,
    /^Plan/,
    /^Implement/,
    /^Summary/,
  ]);
  await expect(trace.getByRole('region', { name: 'Tool activity' }).getByRole('group')).toHaveText([
    /note-1[.]txt.*Done/,
    /note-2[.]txt.*Done/,
  ]);
});
