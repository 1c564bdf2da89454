import type { CompareView, WorkbenchView } from '@atelier/contracts';
import { command } from './command.ts';
import { chatCalls, test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { addTotal, makeOrders } from './workshop-bench.ts';

test('[WS-114] a day in the Workshop is counted in Settings from the log, cleared on request, and told to nobody', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  const id = await makeOrders(page);
  const on = { workbenchId: id };
  const view = async () => (await command<{ view: WorkbenchView }>(page, 'WorkbenchGet', on)).view;
  const until = async (fits: (now: WorkbenchView) => boolean): Promise<WorkbenchView> => {
    await expect.poll(async () => fits(await view())).toBe(true);
    return view();
  };
  const isStill = ({ state }: WorkbenchView) => state !== 'running';
  const send = async (text: string, mode: 'agent' | 'ask' = 'agent') => {
    await command(page, 'WorkshopSend', { ...on, text, mode });
    return until(isStill);
  };
  const lastOf = (now: WorkbenchView, kind: 'user' | 'assistant') => {
    const item = now.items.findLast((each) => each.kind === kind);
    return item?.kind === kind ? item.id : '';
  };
  // The day: two Drafts, one of them published, a comparison, a rewind, a restore, and a provider that says no.
  await command(page, 'CheckpointCreate', on);
  await send(addTotal);
  await command(page, 'DraftPublish', on);
  await send('Add a column Tax = Price * 0.17 to orders.csv');
  await command(page, 'DraftDiscard', on);
  const asked = await send('How many rows are in orders.csv?', 'ask');
  const opened = await command<{ compareId: string; laneIds: readonly string[] }>(page, 'WorkshopTryWithModel', {
    ...on,
    messageId: lastOf(asked, 'assistant'),
    modelIds: ['builtin:offline'],
  });
  const { compareId } = opened;
  const lanes = async () => (await command<CompareView>(page, 'WorkshopGetCompare', on)).lanes;
  await expect.poll(async () => (await lanes()).every(({ state }) => state === 'ready')).toBe(true);
  await command(page, 'WorkshopChooseResponse', { ...on, compareId, laneId: opened.laneIds[0] });
  const chosen = await until(({ state }) => state === 'idle');
  await command(page, 'WorkshopUndo', { ...on, messageId: lastOf(chosen, 'user'), mode: 'full' });
  const { checkpoints } = await command<{ checkpoints: readonly { checkpointId: string; reason: string }[] }>(
    page,
    'CheckpointsList',
    on,
  );
  const manual = checkpoints.find(({ reason }) => reason === 'manual')?.checkpointId;
  await command(page, 'CheckpointRestore', { ...on, checkpointId: manual });
  await command(page, 'UserSetConsentMode', { mode: 'allow_all', confirmed: true });
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string }[] } }>(page, 'EndpointAdd', {
    url: doubles.localEndpoint,
  });
  await command(page, 'WorkshopSwitchModel', { ...on, modelId: endpoint.models[0]?.modelId });
  doubles.script({ error: { status: 401, message: 'no' } });
  await send('What is in orders.csv?', 'ask');

  const { entries: before } = await command<{ entries: readonly unknown[] }>(page, 'EgressListEvents', { limit: 50 });
  const calls = chatCalls(doubles).length;
  await page.goto(`${new URL(page.url()).origin}/settings/appearance`);
  await page.getByRole('link', { name: 'Metrics' }).click();
  const counted = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  for (const [name, value] of [
    ['Messages sent', '4'],
    ['Changes made by models', '2'],
    ['Changes that went into a Draft', '2'],
    ['Failures: unusable answer', '0'],
    ['Failures: disk', '0'],
    ['Failures: model provider', '1'],
    ['Rewinds', '1 (25% of messages)'],
    ['Average rewind distance', '1 message'],
    ['Model switches', '1'],
    ['Drafts published', '1'],
    ['Drafts discarded', '1'],
    ['Checkpoints restored', '1'],
    ['Answers chosen in comparisons', '1'],
  ] as const)
    await expect(counted(name)).toHaveText(value);
  await expect(counted('Size of saved Draft states')).not.toHaveText(/^0/);

  await page.getByRole('button', { name: 'Clear the counts' }).click();
  await expect(counted('Messages sent')).toHaveText('0');
  await expect(page.getByText(/^Counted since .*\d/)).toBeVisible();
  await page.reload();
  await expect(counted('Drafts published')).toHaveText('0');
  const { entries: after } = await command<{ entries: readonly unknown[] }>(page, 'EgressListEvents', { limit: 50 });
  expect([after.length, chatCalls(doubles).length]).toEqual([before.length, calls]);
});
