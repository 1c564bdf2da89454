import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startAtelier } from './atelier-process.ts';
import { expect, test } from './fixtures.ts';
import { type Agent, startAgent } from './mcp-agent.ts';

// Each test runs a server, a browser and one or more agents.
test.describe.configure({ timeout: 180_000 });

const withAgent = async (dataFolder: string, work: (agent: Agent) => Promise<void>): Promise<void> => {
  const agent = await startAgent(dataFolder);
  try {
    await work(agent);
  } finally {
    await agent.close();
  }
};

const openSession = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) }).click();
const graph = (page: Page) => page.getByRole('group', { name: /^Run graph/ });

test('a client works while the Console looks on, is killed, resumes in a new process and forks: both branches are seen', async ({
  openPage,
  atelier,
}) => {
  const page = await openPage({ path: '/workrail' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No agent has worked here yet');

  const first = await startAgent(atelier.dataFolder);
  const started = await first.start('wr.rpi', { goal: 'Count the owls of Haifa' });
  // Nobody reloads anything: the session appears by itself.
  await openSession(page, 'Count the owls of Haifa');
  await expect(graph(page)).toHaveAccessibleName('Run graph, 1 node');
  await first.advance(started, '## Research\n\nOwls sleep in the **cemetery**.');
  await expect(graph(page)).toHaveAccessibleName('Run graph, 2 nodes');
  first.kill();

  await withAgent(atelier.dataFolder, async (second) => {
    const { candidates } = await second.call('resume_session', { query: 'owls cemetery' });
    expect(candidates).toHaveLength(1);
    const resumed = await second.rehydrate(candidates[0]?.stateToken ?? '');
    await second.advance(resumed, 'The plan: count at dusk.');
    await expect(graph(page)).toHaveAccessibleName('Run graph, 3 nodes');

    // An old token of the first process still leads back, and going on from there is a branch.
    await second.advance(await second.rehydrate(started.stateToken), 'Owls sleep in the harbour.');
  });
  await expect(graph(page)).toHaveAccessibleName('Run graph, 4 nodes');
  await expect(graph(page).getByRole('button', { name: /New branch from an earlier step/ })).toBeVisible();
  const left = graph(page).getByRole('button', { name: /Branch left behind · 2 steps/ });
  await left.click();
  await expect(left).toHaveCount(0);

  await graph(page)
    .getByRole('button', { name: /Done · Step/ })
    .first()
    .click();
  const panel = page.getByRole('region', { name: 'Node' });
  await expect(panel).toContainText('Handed in 2 times');
  await expect(panel.getByRole('article').first()).toContainText('Owls sleep in the cemetery.');
  await expect(panel.getByRole('article').nth(1)).toContainText('Owls sleep in the harbour.');
  await expect(panel.getByRole('article').nth(1)).toContainText('Started a branch');
  await expect(page.getByText('2 branches')).toBeVisible();
});

test('a client completes a workflow and is killed; found again by its words in a new process, it forks from an old token', async ({
  openPage,
  atelier,
}) => {
  const first = await startAgent(atelier.dataFolder);
  let at = await first.start('wr.rpi', { goal: 'Count the swifts of Jaffa' });
  const { sessionId } = at.session;
  const tokens = [at.stateToken];
  while (!at.isComplete) {
    const artifacts = [{ kind: 'wr.loop_control', decision: 'stop' }];
    at = await first.advance(at, `Finished ${at.pending?.stepId ?? ''}; swifts nest by the clock tower.`, {
      output: { artifacts },
    });
    tokens.push(at.stateToken);
  }
  first.kill();
  const page = await openPage({ path: `/workrail/sessions/${sessionId}` });
  await expect(graph(page)).toHaveAccessibleName(`Run graph, ${tokens.length} nodes`);
  await expect(page.getByText('Complete', { exact: true }).first()).toBeVisible();

  await withAgent(atelier.dataFolder, async (second) => {
    const { candidates } = await second.call('resume_session', { query: 'swifts clock tower' });
    expect(candidates).toMatchObject([{ sessionId, status: 'complete' }]);
    const found = await second.rehydrate(candidates[0]?.stateToken ?? '');
    expect(found).toMatchObject({ isComplete: true, session: { sessionId } });
    const back = await second.rehydrate(tokens[1] ?? '');
    const forked = await second.advance(back, 'Another plan: ask the bird wardens.');
    expect(forked).toMatchObject({ isComplete: false, fork: { cause: 'non_tip_advance', siblingCount: 1 } });
  });
  await expect(graph(page)).toHaveAccessibleName(`Run graph, ${tokens.length + 1} nodes`);
  await expect(page.getByText('2 branches')).toBeVisible();
  await expect(graph(page).getByRole('button', { name: /New branch from an earlier step/ })).toBeVisible();
  await graph(page)
    .getByRole('button', { name: /Branch left behind/ })
    .click();
  await expect(graph(page).getByRole('button', { name: /^Complete/ })).toBeVisible();
});

test('a person answers an agent in the Console: confirms a step, renames the session, copies a prompt, archives many', async ({
  openPage,
  atelier,
}) => {
  const workflow = {
    id: 'user.ask_first',
    name: 'Ask first',
    description: 'Asks before its first step.',
    version: '1.0.0',
    steps: [
      { id: 'paint', title: 'Paint it', prompt: 'Paint.', requireConfirmation: true },
      { id: 'dry', title: 'Let it dry', prompt: 'Wait.' },
    ],
  };
  await mkdir(join(atelier.dataFolder, 'workflows'), { recursive: true });
  await writeFile(join(atelier.dataFolder, 'workflows', 'ask-first.json'), JSON.stringify(workflow));
  await withAgent(atelier.dataFolder, async (agent) => {
    const started = await agent.start('user.ask_first', { goal: 'A blue door' });
    await agent.start('wr.rpi', { goal: 'A red door' });
    const page = await openPage({ path: '/' });
    await page
      .getByRole('list', { name: 'Needs you' })
      .getByRole('link', { name: /A blue door/ })
      .click();
    const box = page.getByRole('region', { name: 'Message to the agent' });
    await expect(box).toContainText('The agent waits for your OK');
    await box.getByRole('textbox').fill('Sky blue, please.');
    await box.getByRole('button', { name: 'Confirm' }).click();
    await expect(box).toContainText('Not read yet');
    await expect(box.getByRole('textbox')).toHaveValue('');
    const back = (await agent.rehydrate(started.stateToken)) as unknown as { warnings: { message: string }[] };
    expect(back.warnings.map(({ message }) => message).join()).toContain('Sky blue, please.');

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy prompt' }).click();
    const pasted = await page.evaluate(() => navigator.clipboard.readText());
    expect(pasted).toContain('A blue door');
    const token = /"stateToken":"([^"]+)"/.exec(pasted)?.[1] ?? '';
    expect((await agent.rehydrate(token)).session.sessionId).toBe(started.session.sessionId);

    await page.getByRole('button', { name: /Session name/ }).click();
    await page.getByRole('textbox', { name: 'Session name' }).fill('The door');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/The door/);
    await agent.advance(started, 'Painted.');
    await graph(page)
      .getByRole('button', { name: /Paint it/ })
      .click();
    await expect(page.getByRole('list', { name: 'What you told the agent' })).toContainText('The agent read it');

    await page.getByRole('link', { name: 'Sessions' }).click();
    const sessions = page.getByRole('list', { name: 'Sessions' });
    const rows = sessions.getByRole('link');
    // Newest first the list is parted by days, once each; by status, by states.
    await expect(sessions.getByText('Today', { exact: true })).toHaveCount(1);
    await expect(rows.first()).toContainText('browser-tests');
    await page.getByRole('button', { name: /^Status,?/ }).click();
    await expect(sessions.getByText('In progress', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: /^Session,?/ }).click();
    await expect(rows.first()).toContainText('A red door');
    await page.getByRole('checkbox', { name: 'Select all sessions' }).click();
    await page.getByRole('region', { name: 'Selected sessions' }).getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('No matching sessions')).toBeVisible();
  });
});

test('what only a person has is asked for in their words; a secret is never asked for; the focus stays with the message', async ({
  openPage,
  atelier,
}) => {
  const need = (id: string, reason: string, contextKey: string) => ({
    id,
    title: `Step ${id}`,
    prompt: 'Use it.',
    userDependency: { reason, contextKey },
  });
  const workflow = {
    id: 'user.needs',
    name: 'Needs',
    description: 'Needs two things.',
    version: '1.0.0',
    steps: [need('choose', 'needs_user_choice', 'name'), need('key', 'needs_user_secret_or_token', 'apiKey')],
  };
  await mkdir(join(atelier.dataFolder, 'workflows'), { recursive: true });
  await writeFile(join(atelier.dataFolder, 'workflows', 'needs.json'), JSON.stringify(workflow));
  await withAgent(atelier.dataFolder, async (agent) => {
    const started = await agent.start('user.needs', { goal: 'Name it and ship it' });
    const blocked = await agent.advance(started, 'No name yet.');
    const page = await openPage({ path: `/workrail/sessions/${started.session.sessionId}` });
    const panel = page.getByRole('region', { name: 'Node' });
    const box = page.getByRole('region', { name: 'Message to the agent' });
    await expect(box).toContainText('A choice that is yours. Say what you decide.');
    await expect(panel).not.toContainText('needs_user_choice');
    await box.getByRole('textbox', { name: 'Your answer' }).fill('Call it Heron.');
    await box.getByRole('button', { name: 'Send answer' }).click();
    await expect(box).toContainText('Not read yet');
    await expect(box.getByRole('textbox')).toBeFocused();

    const next = await agent.advance(await agent.rehydrate(blocked.stateToken), 'Named.');
    await agent.advance(next, 'No key.');
    await expect(box).toContainText('never write it here');
    await expect(box.getByRole('textbox', { name: 'Your answer' })).toHaveCount(0);
    await expect(box.getByRole('textbox', { name: 'Message for the agent' })).toBeVisible();
    await expect(box.getByRole('button', { name: 'Refuse' })).toBeVisible();
  });
});

test('[RL-31] a divergence artifact is an event, and a badge in the Console', async ({ openPage, atelier }) => {
  let sessionId = '';
  await withAgent(atelier.dataFolder, async (agent) => {
    const started = await agent.start('wr.rpi', { goal: 'Diverge once' });
    sessionId = started.session.sessionId;
    const artifact = {
      kind: 'wr.workflow_divergence',
      reason: 'efficiency_skip',
      summary: 'The file was known already.',
    };
    await agent.advance(started, 'Skipped reading.', { output: { artifacts: [artifact] } });
  });
  const page = await openPage({ path: '/workrail' });
  await expect(page.getByText('1 divergence')).toBeVisible();
  await page.goto(`${atelier.origin}/workrail/sessions/${sessionId}`);
  await expect(graph(page).locator('[data-badge=divergences]')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Node' })).toContainText('The file was known already.');
  await page.getByRole('radio', { name: 'Events' }).click();
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('divergence_recorded');
});

test('[RL-37] a flipped segment byte: not healthy, absent from resume, and the Console shows the prefix with a salvage banner', async ({
  openPage,
  atelier,
}) => {
  let sessionId = '';
  let token = '';
  await withAgent(atelier.dataFolder, async (agent) => {
    const started = await agent.start('wr.rpi', { goal: 'Break one byte' });
    sessionId = started.session.sessionId;
    token = started.stateToken;
    await agent.advance(started, 'This note will be damaged.');
  });
  await atelier.stop();
  await changeOneLetter(join(atelier.dataFolder, 'streams', 'session', sessionId, 'events'), 'This note will be');
  await atelier.start();

  await withAgent(atelier.dataFolder, async (agent) => {
    await expect(agent.rehydrate(token)).rejects.toThrow(/SESSION_NOT_HEALTHY/);
    expect((await agent.call('resume_session', { query: 'break byte' })).candidates).toEqual([]);
  });
  const page = await openPage({ path: `/workrail/sessions/${sessionId}` });
  const banner = page.getByRole('alert').filter({ hasText: 'This session is damaged' });
  await expect(banner).toContainText('bytes differ from their digest');
  await expect(graph(page)).toHaveAccessibleName('Run graph, 1 node');
  await expect(page.getByRole('button', { name: 'Copy state token' })).toHaveCount(0);

  await banner.getByRole('button', { name: 'Repair…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Repair', exact: true }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy state token' })).toBeVisible();
});

test('[RL-51] a preference queued in the Console moves nothing until the next advance, whose node carries it as the user’s', async ({
  openPage,
  atelier,
}) => {
  await withAgent(atelier.dataFolder, async (agent) => {
    const started = await agent.start('wr.rpi', { goal: 'Work alone' });
    const { sessionId } = started.session;
    const page = await openPage({ path: `/workrail/sessions/${sessionId}` });
    await page.getByRole('button', { name: 'Guided' }).click();
    await page.getByRole('combobox', { name: 'Autonomy' }).click();
    await page.getByRole('option', { name: 'Full auto, never stops' }).click();
    await page.getByRole('button', { name: 'Apply at the next step' }).click();
    await expect(page.getByText('change queued')).toBeVisible();

    const events = page.getByRole('list', { name: 'Events' });
    const rehydrated = await agent.rehydrate(started.stateToken);
    await page.reload();
    await expect(page.getByText('change queued')).toBeVisible();
    await expect(graph(page)).toHaveAccessibleName('Run graph, 1 node');
    expect(rehydrated).toMatchObject({ preferences: { autonomy: 'guided' } });

    const advanced = await agent.advance(rehydrated, 'On my own now.');
    expect(advanced).toMatchObject({ preferences: { autonomy: 'full_auto_never_stop' } });
    await expect(page.getByText('change queued')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Full auto, never stops' })).toBeVisible();
    await page.getByRole('radio', { name: 'Events' }).click();
    const changed = events.getByRole('listitem').filter({ hasText: 'preferences_changed' }).first();
    await changed.locator('summary').click();
    await expect(changed).toContainText('"source": "user"');
  });
});

test('[RL-53] the ids of one advance join its log line, its events, its trace in the Console and the export', async ({
  openPage,
  atelier,
}) => {
  let sessionId = '';
  let line: Readonly<Record<string, unknown>> = {};
  await withAgent(atelier.dataFolder, async (agent) => {
    const started = await agent.start('wr.rpi', { goal: 'Trace me' });
    sessionId = started.session.sessionId;
    await agent.advance(started, 'One step.');
    await expect.poll(() => agent.log().filter(({ tool }) => tool === 'continue_workflow').length).toBe(1);
    line = agent.log().find(({ tool }) => tool === 'continue_workflow') ?? {};
  });
  expect(line).toMatchObject({ sessionId, callId: expect.stringMatching(/^call_/) });
  const attemptId = String(line.attemptId);
  expect(attemptId).toMatch(/^attempt_/);

  const page = await openPage({ path: `/workrail/sessions/${sessionId}?node=${String(line.nodeId)}` });
  const handedIn = page.getByRole('region', { name: 'Node' }).getByRole('article');
  await handedIn.getByText('IDs', { exact: true }).click();
  await expect(handedIn).toContainText(attemptId);
  await handedIn.getByText('Why it went this way').click();
  await expect(handedIn).toContainText('Next step:');

  await page.getByRole('button', { name: 'More' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export bundle' }).click();
  const bundle = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as {
    session: { events: readonly { kind: string; data: { attemptId?: string } }[] };
  };
  const kinds = bundle.session.events.filter(({ data }) => data.attemptId === attemptId).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['advance_recorded', 'decision_trace_appended', 'node_created']));
});

test('a bundle exported here is imported in another data folder, where an agent goes on', async ({
  openPage,
  atelier,
  browser,
}) => {
  await withAgent(atelier.dataFolder, async (agent) => {
    await agent.advance(await agent.start('wr.rpi', { goal: 'Travel light' }), 'Packed a bag.');
  });
  const page = await openPage({ path: '/workrail/portability' });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Bundle', exact: true }).click();
  const file = await (await downloading).path();

  const there = await startAtelier();
  try {
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(there.link());
    await other.goto(`${there.origin}/workrail/portability`);
    await other.locator('input[type=file]').setInputFiles(file);
    await expect(other.getByText('Session imported')).toBeVisible();
    await expect(other.getByText('Every digest')).toBeVisible();
    await other.getByRole('link', { name: 'Open it' }).click();
    await expect(graph(other)).toHaveAccessibleName('Run graph, 2 nodes');
    await withAgent(there.dataFolder, async (agent) => {
      const { candidates } = await agent.call('resume_session', { query: 'packed bag' });
      await agent.advance(await agent.rehydrate(candidates[0]?.stateToken ?? ''), 'Arrived.');
    });
    await expect(graph(other)).toHaveAccessibleName('Run graph, 3 nodes');
    await context.close();
  } finally {
    await there.remove();
  }
});

test('a session is put away and brought back, kept for good, and how long sessions stay is confirmed', async ({
  openPage,
  atelier,
}) => {
  let sessionId = '';
  await withAgent(atelier.dataFolder, async (agent) => {
    const started = await agent.start('wr.rpi', { goal: 'Tidy the attic' });
    sessionId = started.session.sessionId;
  });
  const page = await openPage({ path: `/workrail/sessions/${sessionId}` });
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Never delete');
  await expect(page.getByText('Never deleted')).toBeVisible();
  await choose('Archive');
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Archived');

  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByText('No matching sessions')).toBeVisible();
  await page.getByRole('combobox', { name: 'By status' }).click();
  await page.getByRole('option', { name: 'Archived' }).click();
  await openSession(page, 'Tidy the attic');
  await choose('Unarchive');
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).not.toContainText('Archived');
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('link', { name: /Tidy the attic/ })).toBeVisible();

  await page.goto(`${atelier.origin}/workrail/settings`);
  const stay = page.getByRole('combobox', { name: 'Delete sessions unused for' });
  const ask = async (answer: string) => {
    await stay.click();
    await page.getByRole('option', { name: '90 days' }).click();
    await page.getByRole('dialog').getByRole('button', { name: answer }).click();
  };
  await ask('Cancel');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(stay).toHaveText('Never');
  await ask('Delete old sessions');
  await expect(stay).toHaveText('90 days');
  await expect(page.getByText('No session is that old.')).toBeVisible();
});

const changeOneLetter = async (folder: string, text: string): Promise<void> => {
  const [segment] = await readdir(folder);
  const path = join(folder, segment ?? '');
  const bytes = await readFile(path);
  bytes.write('?', bytes.indexOf(text));
  await writeFile(path, bytes);
};
