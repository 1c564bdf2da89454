import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../../files/fixtures/xlsx/book.ts';
import { type ChatEvent, noUsage } from '../core/chat.ts';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';
import { createOfflineModel } from './offline-model.ts';
import { call } from './plan.ts';
import { byPatterns, type OfflineRule } from './rule.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

// Each refusal tries what it offers: on a busy machine the whole list takes longer than one test usually may.
test('[MD-15] what is said beside the grammar is never passed over', { timeout: 300_000 }, async () => {
  for (const request of [
    'Replace "North" with "N" in sales.csv where Product is Desks',
    'Add a column Total = Amount * Units to sales.csv and delete the Units column',
    'Do not replace "Acme Ltd" with "X" in report.docx',
    'Don\'t add a sheet named "X" to budget.xlsx',
    'In sales.csv change "Chairs" to "Stools" but only in North',
    'Add a column Total = Amount * Price to sales.csv',
    'Add a column Total = Amount * to sales.csv',
    'Add a column Amount = Units * 2 to sales.csv',
    'Add a sheet named "Plan" to budget.xlsx',
    'Sort sales.csv by Amount and save as stock.xlsx',
    'Convert budget.xlsx to csv',
    'Replace "nowhere to be found" with "X" in report.docx',
    'Replace "500" with "600" in budget.xlsx',
    'Replace "Acme Ltd" with "X" in report.docx and deck.pptx',
    'Fill letter.docx with name = Dana, date = today, amount = 5, colour = red and save as y.docx',
    'החלף "Acme Ltd" ב-"X" בקובץ report.docx רק בכותרות',
    'הוסף עמודה חדש = מחיר * 2 לקובץ עובדים.csv',
    'מחק את sales.csv',
    'Replace "Haifa" with "" in report.docx',
    'Add a column Status with value "" to sales.csv',
    'Fill letter.docx with name = "Ruth", date = "1 May", amount = ""',
    'Replace "1" with "2" in sales.csv',
    'Replace "Amount" with "Sum" in sales.csv',
    'Replace Acme Ltd in report.docx with our new company name.',
    'Change Draft to something better in deck.pptx',
    'Change Draft to Final on the first slide of deck.pptx',
    'Replace Draft with Final in the titles of deck.pptx',
    'Replace Chairs with Stools in sales.csv for March',
    'Replace Lamps with Lights in sales.csv, but only if the price is right',
    'We only renamed them in the North, so please change Lamps to Lights in sales.csv',
    'Replace "Acme Ltd" with "X" in report.docx. Just kidding.',
    'Add a slide titled Next steps after the summary to deck.pptx',
    'Add a slide titled "X" to deck.pptx after slide 9',
    'Add a slide about risks to deck.pptx',
    'Add a section called Risks with three risks to report.docx',
    'Add a sheet called Summary with a chart to budget.xlsx',
    'Add a sheet "X" to budget.xlsx with the columns "=A1", "b"',
    'Add a column Total = Amount * Units to sales.csv only for North',
    'Add a column called Discount to sales.csv with 10% for Desks and 5% for the rest',
    'Fill letter.docx with name = Dana, date = tomorrow, amount = 5',
    'Please fill in letter.docx with name Ruth and date 3 March. The amount is the usual.',
    'Is sales.csv sorted by Amount?',
    'How would I sort sales.csv by Amount?',
    'Do not sort sales.csv by Amount',
    'Sort only the Amount column of sales.csv',
    'Sort sales.csv by Amount from smallest to largest with the largest first',
    'Sort sales.csv by Amount, then delete the last row',
    'Total Amount in sales.csv, then email it to Dana',
    'How much do you think we will sell in June? See sales.csv',
    'Which city has the best weather in עובדים.csv',
    'תחליף את רחוב בן גוריון ברחוב הרצל בקובץ notes.md',
    'האם עובדים.csv ממוין לפי שכר?',
    '',
    '?',
  ]) {
    const { text, changed } = await desk.ask(request);
    expect([request, changed, isRefusal(text)]).toEqual([request, [], true]);
  }
});

test('[MD-16] it says what it is, and tells what can be asked in the language of the request, of these very files', async () => {
  const refused = readAskNote((await desk.ask('Write me a poem')).text);
  expect(refused.text).toContain('built-in model (rules, no AI)');
  expect(refused.suggestions.at(-1)).toBe('What can you do?');
  const { text } = await desk.ask('What can you do?');
  expect(text).toContain('rules, no AI');
  expect(text).toContain('- Total Amount by Region in sales.csv\n');
  // What stands for a name is not taken for a tag of html where the answer is shown.
  expect(text).not.toMatch(/<\p{L}|\{\w+\}/u);
  const hebrew = await desk.ask('מה אפשר לבקש?');
  expect(hebrew.text).toContain('ללא בינה מלאכותית');
  expect(hebrew.text).toContain('- סה״כ Amount לפי Region בקובץ sales.csv\n');
  expect(createOfflineModel().entry).toMatchObject({
    label: 'Built-in (rules, no AI)',
    auth: 'none',
    price: { input: 0 },
  });
});

test('the same request gives the same bytes and the same words', async () => {
  const request = 'Add a slide titled "Next" with bullets "One", "Two" to deck.pptx';
  expect(await desk.ask(request)).toEqual(await desk.ask(request));
});

test('results too large for the context are recalled whole', async () => {
  const lines = Array.from({ length: 2500 }, (_, at) => `${at},${at * 3}`);
  const big = Buffer.from(`n,value\n${lines.join('\n')}\n`);
  const { changed, read } = await desk.askWith({ 'big.csv': big }, 'Add a column double = value * 2 to big.csv');
  expect(changed).toEqual(['big.csv']);
  const rows = read('big.csv').toString().trimEnd().split('\n').slice(1);
  expect(rows).toHaveLength(2500);
  expect(rows.every((line, at) => line.startsWith(`${lines[at]},`) && Number(line.split(',')[2]) === at * 6)).toBe(
    true,
  );
});

test('a sheet is sorted in its own file only where every cell comes out as it was', async () => {
  const sorted = async (cells: Readonly<Record<string, string | number>>) => {
    const book = makeBook({ sheets: [{ name: 'S', cells: { A1: 'Code', B1: 'Amount', ...cells } }] });
    return (await desk.askWith({ 'm.xlsx': book }, 'Sort m.xlsx by Amount')).changed;
  };
  expect(await sorted({ A2: '007', B2: 3, A3: '010', B3: 1 })).toEqual(['m.xlsx']);
  const elsewhere = ['m-sorted.xlsx'];
  expect(await sorted({ A2: '=x', B2: 3, A3: 'b', B3: 1 })).toEqual(elsewhere);
  expect(await sorted({ A2: 7, B2: 3, A3: 'b', B3: 1 })).toEqual(elsewhere);
  const long = Array.from({ length: 600 }, (_, at) => [
    [`A${at + 2}`, `t${at}`],
    [`B${at + 2}`, 600 - at],
  ]).flat();
  expect(await sorted(Object.fromEntries(long))).toEqual(elsewhere);
});

test('a surface adds rules of its own, and they are offered with the others', async () => {
  const greet: OfflineRule = {
    id: 'greet',
    ways: [{ en: 'greet Dana', he: 'ברך את דנה' }],
    read: byPatterns(/^greet (?<name>.+)$/i),
    *plan({ part }) {
      yield* call('list_files', {});
      return `Hello, ${part('name')}.`;
    },
  };
  const listed = { role: 'tool', callId: 'a', name: 'list_files', result: { ok: true, files: [] } } as const;
  const ask = async (text: string) => {
    const events: ChatEvent[] = [];
    const request = { messages: [{ role: 'user' as const, text }, listed, listed], tools: [] };
    for await (const event of createOfflineModel({ rules: [greet] }).stream(request, new AbortController().signal))
      events.push(event);
    return events;
  };
  expect(await ask('Greet Dana')).toEqual([
    { kind: 'text', delta: 'Hello, Dana.' },
    { kind: 'finished', reason: 'stop', usage: noUsage },
  ]);
  const words = (await ask('sing')).map((event) => (event.kind === 'text' ? event.delta : '')).join('');
  expect(readAskNote(words).suggestions).toContain('Greet Dana');
});
