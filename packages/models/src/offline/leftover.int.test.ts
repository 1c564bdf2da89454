import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

const patience = { timeout: 300_000 };

const folder: Readonly<Record<string, string>> = {
  'orders.csv':
    'Order,Date,Count,Total,Amount,Type,Status\n1001,2025-01-05,3,120.5,10,New,Paid\n1002,2025-02-07,1,80,20,Used,Open\n1003,2025-02-09,2,80.25,30,New,Open\n',
  'notes.txt': 'Plan\n',
};

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    for (const [path, text] of Object.entries(folder)) put(path, Buffer.from(text));
  });
});
afterAll(() => desk.close());

/** The request with a word put into every gap that is not inside quotes, one after another. */
const planted = (request: string, word: string): readonly string[] => {
  const pieces = request.match(/"[^"]*"\S*|\S+/g) ?? [];
  return Array.from({ length: pieces.length + 1 }, (_, at) => pieces.toSpliced(at, 0, word).join(' '));
};

describe.each([
  ['What can you do?', 'zorgly'],
  ['מה אפשר לבקש?', 'זרגולי'],
])('a word that nothing explains, in every form that is printed: %s', (help, word) => {
  test('is never passed over', patience, async () => {
    const { text } = await desk.ask(help);
    const lines = text.split('\n').flatMap((line) => /^- (.+)$/.exec(line)?.[1] ?? []);
    expect(lines.length).toBeGreaterThan(15);
    const actedOn: string[] = [];
    // Two gaps of each form: over all the forms they stand everywhere.
    for (const [at, line] of lines.entries()) {
      const ways = planted(line, word);
      for (const request of new Set([ways[(at * 2) % ways.length], ways[(at * 3 + 1) % ways.length]])) {
        const { text: said } = await desk.ask(request ?? '');
        // Where a name is given the word may become a part of it, and then the answer shows it.
        if (!isRefusal(said) && !said.includes(word)) actedOn.push(`${request} → ${said}`);
      }
    }
    expect(actedOn).toEqual([]);
  });
});

test.each([
  // Nouns of other tables, states and times that no column holds, small words that lead to nothing.
  ['How many employees are in orders.csv?', 'employees'],
  ['How many rows of orders.csv are out?', 'out'],
  ['total Amount of what ends in orders.csv', 'ends'],
])('%s names what it did not understand', async (request, word) => {
  const { text } = await desk.ask(request);
  expect(isRefusal(text)).toBe(true);
  expect(text).toContain(`"${word}"`);
});

test.each([
  // Yes or no is no number, and the number of one thing is no count.
  'Did the Paid rows of orders.csv have the highest Amount?',
  'what is the number of the Type in orders.csv',
  'average number of Status by Type in orders.csv',
])('refused: %s', async (request) => {
  expect(isRefusal((await desk.ask(request)).text)).toBe(true);
});

test('two that are named with "each" stand side by side', async () => {
  const { text } = await desk.ask('New and Used have how much Amount each in orders.csv?');
  expect(text).toContain('- New: 40 (2 rows)');
  expect(text).toContain('- Used: 20 (1 row)');
});
