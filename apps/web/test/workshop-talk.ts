import type { Doubles } from '@atelier/models/testing';
import type { Page } from '@playwright/test';
import { command } from './command.ts';
import { makeBench, messages, openBench, orders, type TestFile } from './workshop-bench.ts';

export const questions = (page: Page) => messages(page).getByRole('article', { name: 'You' });

/** A Workbench whose model is one of ours on loopback. */
export const localBench = async (
  page: Page,
  doubles: Doubles,
  files: readonly TestFile[] = [{ name: 'orders.csv', bytes: orders }],
): Promise<string> => {
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string }[] } }>(page, 'EndpointAdd', {
    url: doubles.localEndpoint,
  });
  const id = await makeBench(page, 'Talk', files);
  await command(page, 'WorkshopSwitchModel', { workbenchId: id, modelId: endpoint.models[0]?.modelId ?? '' });
  return id;
};

/** The same, opened. */
export const openLocalBench = async (page: Page, doubles: Doubles, files?: readonly TestFile[]): Promise<string> => {
  const id = await localBench(page, doubles, files);
  await openBench(page, id);
  return id;
};

/** Holds an answer back until the test has done its part. */
export const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};
export const allow = (page: Page) => page.getByRole('button', { name: 'Allow until Atelier stops' }).click();

/** What a model says in the four phases of a run with these steps; each step writes one file. */
export const run = (...steps: readonly string[]) => [
  { text: 'The table has three orders.' },
  { text: `# Execution Plan\n\n## Items\n${steps.map((step, at) => `- [ ] ${at + 1}. ${step}`).join('\n')}\n` },
  ...steps.flatMap((step, at) => [
    { toolCalls: [{ name: 'write_text_file', input: { path: `note-${at + 1}.txt`, content: `${step}\n` } }] },
    { text: `Done: ${step}` },
  ]),
  { text: 'All of it is **done**.' },
];
