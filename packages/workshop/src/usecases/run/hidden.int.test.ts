import { createFiles, createTreeHost, fixedTrees } from '@atelier/files';
import { expect, test } from 'vitest';
import {
  hidingDocx,
  hidingPdf,
  hidingPptx,
  hidingText,
  hidingXlsx,
  secrets,
} from '../../../../files/fixtures/hidden/files.ts';
import type { ContentId } from '../../core/ids.ts';
import { call, createPhasedModel } from '../../testing/phased-model.ts';
import { openRunWorld, person } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';
import { setWorkbenchSettings } from '../workbenches.ts';

const workers = sharedWorkers();
const scripted = 'builtin:scripted';
const paths = ['a.docx', 'b.xlsx', 'c.pptx', 'd.pdf', 'e.txt'];
const all = [...Object.values(secrets).flat(), 'OBEY'];

const reads = () => [
  ...paths.flatMap((path) => [call('get_file_map', { path }), call('read_file', { path })]),
  call('read_file', { path: 'b.xlsx', sheet: 'Backstage' }),
  call('table_query', { path: 'b.xlsx', sheet: 'Budget', query: 'SELECT * FROM data' }),
];

const open = async () => {
  const model = createPhasedModel({
    ask: ({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'Read.' }
        : { calls: [...reads(), ...[2, 4, 6, 8, 10, 12].map((entry_id) => call('recall_tool_result', { entry_id }))] },
  });
  const world = await openRunWorld({ workers: workers(), models: { [scripted]: model } });
  const files = {
    'a.docx': hidingDocx(),
    'b.xlsx': hidingXlsx(),
    'c.pptx': hidingPptx(),
    'd.pdf': await hidingPdf(),
    'e.txt': hidingText(),
  };
  const id = await world.create(files, scripted);
  let from = 0;
  /** Everything the model was given in the last turn, as a person would read it. */
  const given = () =>
    JSON.stringify(model.requests.slice(from).map(({ messages }) => messages))
      .replaceAll('\\\\n', '\n')
      .replaceAll('\\n', '\n')
      .replaceAll('\\\\\\"', '"')
      .replaceAll('\\"', '"');
  const turn = async (text: string) => {
    from = model.requests.length;
    await world.turn(id, text, 'ask');
  };
  return { world, id, given, turn };
};

const fences = /<hidden-content why="[^"]+" place="[^"]*">\n([\s\S]*?)\n<\/hidden-content>/g;

test('[WS-105] what files hide is listed with its place; a model gets it fenced and labelled, or not at all', {
  timeout: 60_000,
}, async () => {
  const { world, id, given, turn } = await open();
  const tree = (await world.at(id)).published as ContentId;
  const files = createFiles(createTreeHost(world.content, fixedTrees(tree)), workers());
  const listed = await Promise.all(
    paths.map(async (path) => {
      const answer = await files.hidden(path);
      return answer.ok ? answer.value.findings : [];
    }),
  );
  for (const secret of all)
    expect(
      listed.flat().some(({ text }) => text.includes(secret)),
      secret,
    ).toBe(true);
  for (const { place } of listed.flat()) expect(Object.keys(place)).not.toEqual([]);

  await turn('What do these files say?');
  expect(given()).toMatch(/"a\.docx" [^\n]*hides 6 places from its readers; read_file gives them/);
  const fenced = [...given().matchAll(fences)].map(([, words]) => words).join('\n');
  for (const secret of all) expect(fenced, secret).toContain(secret);

  // The choice for one file holds beside the rest, the one for the Workbench for all of them; at once, for both.
  await setWorkbenchSettings(world.deps)(id, { hiddenByFile: { 'a.docx': 'withheld' } }, person);
  await turn('And now?');
  for (const secret of secrets.docx) expect(given()).not.toContain(secret);
  for (const secret of secrets.pptx) expect(given()).toContain(secret);

  await setWorkbenchSettings(world.deps)(id, { hiddenContent: 'withheld', hiddenByFile: {} }, person);
  await turn('And now?');
  for (const secret of all) expect(given()).not.toContain(secret);
  expect(given()).not.toMatch(/\p{Cf}/u);
  expect(given()).toContain('Shown heading');
  await world.close();
});
