import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { detectEncoding } from './detect-encoding.ts';
import { hebrewLetters } from './hebrew.ts';

const table = (names: readonly string[], rows: number, from = 0): string =>
  `id,name,amount\n${Array.from({ length: rows }, (_, at) => `${at},${names[(at + from) % names.length]},${at * 7}.50\n`).join('')}`;
const found = (text: string, encoding: string) => {
  const bytes = iconv.encode(text, encoding);
  const detected = detectEncoding(bytes);
  return { ...detected, isRight: new TextDecoder(detected?.encoding).decode(bytes) === text };
};

const hebrew = [
  ...['כן', 'לא', 'תל אביב', 'באר שבע', 'חיפה', 'כהן', 'לוי', 'שולם', 'ממתין לאישור', 'הוצאות משרד', 'חשבונית מס'],
  ...['סה"כ', 'מע"מ', "רח' הרצל 5", 'צ׳כיה', 'נהריה־עכו', 'ארה״ב', 'נסיעות', 'ציוד', 'ספק', 'לקוח חדש', 'סוף', 'קיבוץ'],
];
const cyrillic = [
  ...['Москва', 'договор', 'сумма', 'клиент', 'нет', 'оплата', 'товар', 'услуги', 'Казань', 'январь', 'София'],
  ...['платено', 'къща', 'Київ', 'рахунок', 'сплачено', 'Београд', 'уплата', 'рачун', 'темно', 'шесть'],
];
const greek = ['Αθήνα', 'πληρωμένο', 'ποσό', 'πελάτης', 'ναι', 'όχι', 'Πάτρα', 'λογαριασμός', 'σύνολο'];
const polish = ['Łódź', 'Gdańsk', 'Kraków', 'święta', 'żółty', 'Częstochowa', 'Dąbrowa', 'własność', 'książka'];

test.each([2, 3, 5, 20, 200])(
  '[FL-74] Hebrew tables of %i rows have the right letters, wherever they begin',
  (rows) => {
    for (let from = 0; from < hebrew.length; from += 1) {
      const { isRight, encoding, guessed } = found(table(hebrew, rows, from), 'windows-1255');
      expect([from, encoding, isRight]).toEqual([from, 'windows-1255', true]);
      if (rows > 4) expect(guessed).toBe(false);
    }
  },
);

test('one word in Hebrew letters is read as such, and too few letters say that it is a guess', () => {
  for (const word of hebrew) expect([word, found(`a,b\n1,${word}\n`, 'windows-1255').isRight]).toEqual([word, true]);
  expect(found('a,b\n1,כן\n', 'windows-1255').guessed).toBe(true);
});

test.each([
  ['windows-1251', cyrillic],
  ['koi8-r', cyrillic.filter((word) => !/[іїјќ]/i.test(word))],
  ['windows-1253', greek],
] as const)('letters of %s are not taken for Hebrew', (encoding, words) => {
  for (let from = 0; from < words.length; from += 1) {
    const bytes = iconv.encode(table(words, 5, from), encoding);
    expect([from, hebrewLetters(bytes)]).toEqual([from, 0]);
    expect(found(table(words, 20, from), encoding).isRight).toBe(true);
  }
});

test('accents inside Polish words are no Chinese: the right letters, or a warning', () => {
  for (const rows of [1, 2, 3, 5, 10, 20])
    for (let from = 0; from < polish.length; from += 1) {
      const { isRight, guessed, encoding } = found(table(polish, rows, from), 'windows-1250');
      expect([rows, from, encoding, isRight || guessed]).toEqual([rows, from, encoding, true]);
    }
});
