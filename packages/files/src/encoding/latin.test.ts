import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { detectEncoding } from './detect-encoding.ts';

/** Places and words as tables hold them, six languages. */
const words: Readonly<Record<string, readonly string[]>> = {
  Portuguese: ['São Paulo', 'João', 'Ações', 'Conceição', 'Região', 'Março', 'Órgão', 'Líquido', 'Três', 'Avô'],
  Spanish: ['España', 'Peñón', 'Año', 'José', 'Málaga', 'Núñez', 'Corazón', 'Índice', 'Día', 'Pingüino'],
  French: ['Crème brûlée', 'Café', 'Français', 'Hôtel', 'À régler', 'Où', 'Noël', 'Élève', 'Déjà', 'Forêt'],
  Italian: ['Città', 'Perché', 'Così', 'Lunedì', 'Università', 'Più', 'Qualità', 'È', 'Però', 'Caffè'],
  German: ['Müller', 'Straße', 'Größe', 'Köln', 'Äpfel', 'Übung', 'für', 'Grüße', 'schön', 'Weiß'],
  Danish: ['København', 'Århus', 'Søren', 'Ærø', 'Grønt', 'På', 'Være', 'Blå', 'Øst', 'Kæde'],
};
const central: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  Polish: ['windows-1250', ['Łódź', 'Gdańsk', 'Kraków', 'Wrocław', 'Święta', 'Żółty', 'Częstochowa', 'Dąbrowa']],
  Czech: ['windows-1250', ['Příliš', 'Žluťoučký', 'Kůň', 'Děkuji', 'Plzeň', 'Brně', 'Ústí', 'Řeka']],
  Hungarian: ['windows-1250', ['Győr', 'Őszi', 'Tűz', 'Hűség', 'Szőlő', 'Fűtő', 'Kőszeg', 'Erdő']],
  Turkish: ['windows-1254', ['İstanbul', 'Şişli', 'Iğdır', 'Diyarbakır', 'Muğla', 'Değer', 'Kış', 'Yağmur']],
};
const table = (names: readonly string[], rows: number): string =>
  `id,name,amount\n${Array.from({ length: rows }, (_, at) => `${at},${names[at % names.length]},${at * 7}.50\n`).join('')}`;

const cases = Object.entries(words).flatMap(([language, names]) =>
  ['windows-1252', 'iso-8859-1', 'iso-8859-15'].flatMap((encoding) =>
    [3, 20, 200].map((rows) => [language, encoding, rows, names] as const),
  ),
);

test.each(cases)('[FL-74] %s in %s, %i rows: the right letters, or a warning', (_language, encoding, rows, names) => {
  const text = table(names, rows);
  const bytes = iconv.encode(text, encoding);
  const found = detectEncoding(bytes);
  const read = new TextDecoder(found?.encoding).decode(bytes);
  expect(read === text || found?.guessed, `${found?.encoding} ${found?.confidence}`).toBe(true);
});

test('[FL-74] of 54 tables in Western languages all have the right letters', () => {
  const wrong = cases.filter(([, encoding, rows, names]) => {
    const bytes = iconv.encode(table(names, rows), encoding);
    return new TextDecoder(detectEncoding(bytes)?.encoding).decode(bytes) !== table(names, rows);
  });
  expect(wrong.map(([language, encoding, rows]) => `${language} ${encoding} ${rows}`)).toEqual([]);
});

test.each(Object.entries(central))('%s keeps its own letters', (_language, [encoding, names]) => {
  for (const rows of [20, 200]) {
    const text = table(names, rows);
    const bytes = iconv.encode(text, encoding);
    expect(new TextDecoder(detectEncoding(bytes)?.encoding).decode(bytes)).toBe(text);
  }
});

test('a euro sign of iso-8859-15 is not read as a currency sign', () => {
  const text = table(['Crédit 5€', 'Débit 7€', 'Société 3€'], 20);
  const bytes = iconv.encode(text, 'iso-8859-15');
  expect(new TextDecoder(detectEncoding(bytes)?.encoding).decode(bytes)).toBe(text);
});

test('sixteen bytes of noise are no text', () => {
  expect(detectEncoding(Buffer.from('9c03e51bff12a7068ed10b44c81f930e', 'hex'))).toBeUndefined();
});
