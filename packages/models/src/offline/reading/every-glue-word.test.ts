import { describe, expect, test } from 'vitest';
import { glue } from './glue.ts';
import { valueCandidates } from './marks.ts';
import { type Question, readQuestion, type Vocabulary } from './question.ts';

const column = (name: string, isNumber: boolean) => ({ name, isNumber, type: isNumber ? 'float' : 'string' });
const words = glue.map(([word]) => word).filter((word) => /^[\p{L} ]{2,}$/u.test(word));

const read = (request: string, known: Partial<Vocabulary>): Question | undefined => {
  const reading = readQuestion(request, {
    columns: [column('Kind', false), column('Amount', true), column('Cases', true)],
    held: [],
    quoted: [],
    rowNames: ['log'],
    ...known,
  });
  return 'question' in reading ? reading.question : undefined;
};

/** A word of the glue list, where the table holds it: the answer is another one, or there is none. */
describe.each([
  (word: string) => `total Amount of ${word} rows`,
  (word: string) => `how many ${word} rows are there`,
  (word: string) => `show the rows for ${word}`,
  (word: string) => `סה״כ Amount של ${word}`,
  (word: string) => `הצג את השורות של ${word}`,
])('in a request like %o', (request) => {
  test.each(['as it is', 'with a capital'])('a value that is a glue word, %s, is never passed over', (spelling) => {
    for (const word of words) {
      const value = spelling === 'as it is' ? word : word.charAt(0).toUpperCase() + word.slice(1);
      const asked = request(word);
      const found = valueCandidates(asked).includes(word);
      const held = found ? [{ column: 'Kind', value }] : [];
      const filtered = read(asked, { held });
      const conditions = filtered?.where.map(({ values }) => values.join()) ?? [];
      expect([word, found, filtered === undefined || conditions.includes(value)]).toEqual([word, true, true]);
    }
  });

  test('a column that is called by a glue word is never taken for another column', () => {
    for (const word of words) {
      const columns = [column('Kind', false), column('Amount', true), column(word, true)];
      const question = read(`total ${word}`, { columns });
      const measured = question?.measures.map((each) => each.column) ?? [];
      expect([word, measured.every((each) => each === word)]).toEqual([word, true]);
    }
  });
});

test('the list of glue words stays short', () => {
  expect(glue.length).toBeLessThan(480);
});
