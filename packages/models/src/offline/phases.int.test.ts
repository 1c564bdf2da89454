import { describe, expect, test } from 'vitest';
import { makeBook } from '../../../files/fixtures/xlsx/book.ts';
import { naiveCells } from '../../../files/fixtures/xlsx/naive-reader.ts';
import type { ChatTask } from '../core/task.ts';
import { openDesk } from '../testing/offline-desk.ts';

const patience = { timeout: 90_000 };
const researchTools = [
  'list_files',
  'get_file_info',
  'get_file_map',
  'read_file',
  'table_get_map',
  'table_describe',
  'table_stats',
  'table_read_rows',
  'table_query',
  'recall_tool_result',
];
const csv = 'City,Amount\nHaifa,100\nAkko,50\nHaifa,25.5\n';
const book = () =>
  makeBook({
    sheets: [
      {
        name: 'Plan',
        cells: { A1: 'City', B1: 'Amount', A2: 'Haifa', B2: 100, A3: 'Akko', B3: 50, A4: 'Haifa', B4: 25.5 },
      },
    ],
  });

const open = () =>
  openDesk(async (put) => {
    put('plan.csv', Buffer.from(csv));
    put('plan.xlsx', book());
  });

/** One agent turn: each phase gets the task and its own tools, and nothing else of the one before. */
const playTurn = async (desk: Awaited<ReturnType<typeof open>>, request: string) => {
  await desk.reset();
  const research = await desk.playPhase({ phase: 'research', request }, researchTools);
  expect(research.changed).toEqual([]);
  const plan = await desk.playPhase({ phase: 'plan', request, research: research.text }, [
    'read_file',
    'recall_tool_result',
  ]);
  expect(plan.calls).toBe(0);
  const items = [...plan.text.matchAll(/^- \[ \] (\d+)\. (.+)$/gm)].map(([, number, label]) => ({
    number: Number(number),
    label: label ?? '',
  }));
  const results: NonNullable<ChatTask['results']>[number][] = [];
  for (const item of items) {
    const { text } = await desk.playPhase({
      phase: 'implement',
      request,
      research: research.text,
      plan: plan.text,
      item,
    });
    results.push({ item, outcome: 'done', text });
  }
  const task: ChatTask = { phase: 'summary', request, research: research.text, plan: plan.text, results };
  const summary = await desk.playPhase(task, []);
  return { research: research.text, plan: plan.text, items, summary: summary.text, changed: summary.changed };
};

describe.each([
  ['Add a column VAT = Amount * 0.2 to {file} and total it', 'VAT', 'Total VAT (over all 3 rows in {file}): 35.1'],
  ['הוסף עמודה מס = Amount * 0.2 לקובץ {file} וסכם אותה', 'מס', 'סה״כ מס (על כל 3 השורות בקובץ {file}): 35.1'],
])('a turn through research, plan, implement and summary: %s', (way, column, total) => {
  test('on a csv, byte for byte', patience, async () => {
    const desk = await open();
    const request = way.replace('{file}', 'plan.csv');
    const turn = await playTurn(desk, request);
    expect(turn.items).toHaveLength(1);
    expect(turn.changed).toEqual(['plan.csv']);
    expect(desk.read('plan.csv').toString()).toBe(`City,Amount,${column}\nHaifa,100,20\nAkko,50,10\nHaifa,25.5,5.1\n`);
    expect(turn.summary).toContain(total.replace('{file}', 'plan.csv'));
    // The same request gives the same words and the same bytes.
    const bytes = desk.read('plan.csv');
    expect(await playTurn(desk, request)).toEqual(turn);
    expect(desk.read('plan.csv').equals(bytes)).toBe(true);
    await desk.close();
  });

  test('on a workbook, cell for cell', patience, async () => {
    const desk = await open();
    const turn = await playTurn(desk, way.replace('{file}', 'plan.xlsx'));
    expect(turn.items).toHaveLength(1);
    expect(turn.changed).toEqual(['plan.xlsx']);
    const cells = naiveCells(desk.read('plan.xlsx'), 'Plan');
    expect(cells.get('C1')?.value).toBe(column);
    expect(['C2', 'C3', 'C4'].map((cell) => cells.get(cell)?.formula)).toEqual(['B2*0.2', 'B3*0.2', 'B4*0.2']);
    expect(cells.get('B4')?.value).toBe('25.5');
    expect(turn.summary).toContain(total.replace('{file}', 'plan.xlsx'));
    await desk.close();
  });
});

test('a question is an analysis: its answer comes in the summary and nothing is planned', patience, async () => {
  const desk = await open();
  const turn = await playTurn(desk, 'Total Amount by City in plan.csv');
  expect(turn.plan).toContain('<!-- analysis_only -->');
  expect(turn.summary).toContain('- Haifa: 125.5');
  expect(turn.changed).toEqual([]);
  await desk.close();
});

test(
  'what cannot be done is refused in research, and the summary hands the refusal on with its ways on',
  patience,
  async () => {
    const desk = await open();
    const turn = await playTurn(desk, 'Add a column VAT = Amount * 0.2 to plan.csv and delete the City column');
    expect(turn.plan).toContain('<!-- analysis_only -->');
    expect(turn.summary).toBe(turn.research);
    expect(turn.summary).toContain('```ask');
    expect(turn.changed).toEqual([]);
    await desk.close();
  },
);

test('a question mode answers, and refuses what would change a file', patience, async () => {
  const desk = await open();
  const asked = await desk.playPhase({ phase: 'ask', request: 'how many rows are in plan.csv?' }, researchTools);
  expect(asked.text).toBe('3 rows in plan.csv.');
  const edit = await desk.playPhase({ phase: 'ask', request: 'sort plan.csv by Amount' }, researchTools);
  expect(edit).toMatchObject({ changed: [], text: expect.stringContaining("files can't be changed here") });
  await desk.close();
});
