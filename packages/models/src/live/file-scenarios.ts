import type { Toolbox } from '../ports/toolbox.ts';
import { type Folder, inFolder, type Worked } from './folder.ts';
import { budget, hasSelector, mapsFirst, numbered, says, sheetOf, sumOf } from './material.ts';
import type { LiveScenario } from './scenario.ts';

/** What a model does with real files and the real tools. Structure and numbers are asserted, never prose. */
export const fileScenarios: readonly LiveScenario[] = [
  {
    id: 'map-read',
    promise: 'a workbook is read by its map: the map first, then a precise part',
    run: (model) =>
      inFolder(async ({ host, work }) => {
        host.put('budget.xlsx', sheetOf('Plan', [['Category', 'Amount'], ...budget]));
        const worked = await work(model, 'What is the total of Amount in budget.xlsx?');
        return failed(worked) ?? mapsFirst(worked, 'budget.xlsx') ?? says(worked, 8230.5);
      }),
  },
  {
    id: 'large-workbook',
    promise: 'a workbook too large for one read is read to its end, every read with a selector',
    run: (model) =>
      inFolder(async ({ host, work }) => {
        host.put('log.xlsx', sheetOf('Log', [['Code', 'Amount'], ...numbered(6_000)]));
        const worked = await work(model, 'What is the total of Amount in log.xlsx?');
        const whole = worked.calls.find(({ name, input }) => name === 'read_file' && !hasSelector(input));
        if (whole) return 'the workbook was read without a selector';
        return failed(worked) ?? says(worked, sumOf(numbered(6_000)));
      }),
  },
  {
    id: 'large-csv',
    promise: 'a large csv is totalled by the table tools alone',
    run: (model) =>
      inFolder(async ({ host, work }) => {
        const rows = numbered(40_000);
        host.put('big.csv', Buffer.from(`Code,Amount\n${rows.map((row) => row.join(',')).join('\n')}\n`));
        const worked = await work(model, 'What is the total of Amount in big.csv?');
        const other = worked.calls.find(({ name, input }) => name === 'read_file' && input.path === 'big.csv');
        if (other) return 'the csv was read line by line';
        return failed(worked) ?? says(worked, sumOf(rows));
      }),
  },
  {
    id: 'docx-edit',
    promise: 'a document is edited in place, with a hint and a structured review',
    run: (model) =>
      inFolder(async (folder) => {
        const paragraphs = ['Acme Ltd had a good year.', 'Others envied it.'].map((text) => ({ text, style: null }));
        await make(folder, 'docx_operations', 'report.docx', [{ op: 'set_paragraphs', paragraphs }]);
        const worked = await folder.work(model, 'Replace "Acme Ltd" with "Birch Ltd" in report.docx');
        return failed(worked) ?? (await edited(folder, 'report.docx', 'Birch Ltd', 'Acme Ltd'));
      }),
  },
  {
    id: 'pptx-edit',
    promise: 'a presentation is edited in place, with a hint and a structured review',
    run: (model) =>
      inFolder(async (folder) => {
        await make(folder, 'pptx_operations', 'deck.pptx', [{ op: 'add_slide', title: 'Goals', body: 'Grow' }]);
        const worked = await folder.work(
          model,
          'Add a slide titled "Next steps" with bullets "Hire", "Ship" to deck.pptx',
        );
        return failed(worked) ?? (await edited(folder, 'deck.pptx', 'Next steps'));
      }),
  },
  {
    id: 'notifications',
    promise: 'every tool call is announced once and ended once, in order',
    run: (model) =>
      inFolder(async ({ host, work }) => {
        host.put('a.csv', Buffer.from('x,y\n1,2\n'));
        const worked = await work(model, 'Describe a.csv');
        const open: string[] = [];
        let pairs = 0;
        for (const event of worked.events) {
          if (event.kind === 'tool_started') open.push(event.call.id);
          if (event.kind !== 'tool_finished') continue;
          if (open.pop() !== event.call.id || open.length > 0) return 'a call was not paired with its end';
          pairs += 1;
        }
        return failed(worked) ?? (pairs > 0 && open.length === 0 ? undefined : 'no tool was called');
      }),
  },
  {
    id: 'file-write',
    promise: 'the same file is written whichever model is asked',
    run: (model) =>
      inFolder(async ({ host, work }) => {
        host.put('sales.csv', Buffer.from('Region,Amount\nNorth,10\nSouth,32\nNorth,5\n'));
        const worked = await work(model, 'Keep only the rows of sales.csv where Region is North and save as north.csv');
        const written = host.bytes('north.csv')?.toString().trim().split(/\r?\n/).join('|');
        return (
          failed(worked) ?? (written === 'Region,Amount|North,10|North,5' ? undefined : `north.csv holds ${written}`)
        );
      }),
  },
  {
    id: 'resume',
    promise: 'a run that was stopped goes on from its last step',
    run: (model) =>
      inFolder(async ({ host, work }) => {
        host.put('sales.csv', Buffer.from('Region,Amount\nNorth,10\nSouth,32\n'));
        const asked = 'Sort sales.csv by Amount descending and save as sorted.csv';
        const stopped = await work(model, asked, { until: ({ kind }) => kind === 'tool_finished' });
        if (stopped.outcome.kind !== 'canceled') return `it ended with ${stopped.outcome.kind} instead of stopping`;
        const worked = await work(model, stopped.run);
        const written = host.bytes('sorted.csv')?.toString().trim().split(/\r?\n/).join('|');
        const isSorted = written === 'Region,Amount|South,32|North,10';
        return failed(worked) ?? (isSorted ? undefined : `sorted.csv holds ${written}`);
      }),
  },
  {
    id: 'retry',
    promise: 'a step that failed is tried again',
    run: (model) =>
      inFolder(async ({ host, toolbox, work }) => {
        let failures = 0;
        const shaky: Toolbox = {
          tools: toolbox.tools,
          call: async (call, signal) => {
            if (call.name !== 'write_text_file' || failures > 0) return toolbox.call(call, signal);
            failures += 1;
            return { ok: false, error: { code: 'TOOL_FAILED', message: 'It failed once. Try again.', retry: atOnce } };
          },
        };
        const asked = 'Create the text file note.txt that holds exactly the word: done';
        const worked = await work(model, asked, { toolbox: shaky });
        if (failures === 0) return 'nothing was written';
        return (
          failed(worked) ?? (host.bytes('note.txt')?.toString().trim() === 'done' ? undefined : 'note.txt is wrong')
        );
      }),
  },
];

const atOnce = { kind: 'retryable_immediate' };
const failed = ({ outcome }: Worked): string | undefined =>
  outcome.kind === 'answered' ? undefined : JSON.stringify(outcome);

/** From here on what is made is the reference, and what a model makes of it is the draft. */
const make = async ({ host, files }: Folder, tool: string, path: string, operations: readonly object[]) => {
  const made = await files.call(tool, { path, create_new: true, operations });
  if (!made.ok) throw new Error(`the folder could not be furnished: ${made.error.message}`);
  host.beginDraft();
};

const edited = async (
  { host, files }: Folder,
  path: string,
  has: string,
  hasNot?: string,
): Promise<string | undefined> => {
  const staged = host.staged.findLast((each) => each.path === path);
  if (!staged || staged.base === null) return `${path} was not edited`;
  if (staged.focus_hint === null) return 'the edit has no hint';
  const review = await files.review.get(path, {} as never);
  if (!review.ok) return `there is no review: ${review.error.code}`;
  const map = JSON.stringify(await files.call('read_file', { path }));
  if (!map.includes(has)) return `${has} is not in ${path}`;
  return hasNot !== undefined && map.includes(hasNot) ? `${hasNot} is still in ${path}` : undefined;
};
