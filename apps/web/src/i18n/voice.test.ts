import { expect, test } from 'vitest';
import { loadCatalogue } from './catalogues.ts';
import { sentences } from './message-keys.ts';

// The guide is for people to judge; these are the words it names that no screen needs.
const odd = [
  /\banew\b/i,
  /\b(begins?|began|beginning)\b/i,
  /\breckon/i,
  /\bwhoever\b/i,
  /\blet(s|ting)? go\b/i,
  /\bput away\b/i,
  /\btaken in\b/i,
  /\bthat was not done\b/i,
  /\bclear word\b/i,
  /\bnobody (but|can|knows)\b/i,
  /\b(is|are) gone\b/i,
  /\b(is|are) whole\b/i,
  /\bevery (status|workspace)\b/i,
  /\bhow free\b/i,
  /\b(preferences|context) here\b/i,
  /\bIds\b/,
  /\bat most recommended\b/i,
  /\bfirmer\b/i,
  /\bsources of workflows\b/i,
  /\bwhere the run stands\b/i,
];
const all = async (language: 'en' | 'he') =>
  Object.entries(await loadCatalogue(language)).flatMap(([namespace, messages]) =>
    sentences(messages).map(([key, text]) => ({ key: `${namespace}:${key}`, text })),
  );

test('no English sentence of a screen has a word that makes a reader stop', async () => {
  const found = (await all('en')).filter(({ text }) => odd.some((word) => word.test(text)));
  expect(found).toEqual([]);
});

test('screens contract: can’t, not cannot', async () => {
  const stiff = /\b(cannot|do not|does not|did not|is not|are not|will not|could not)\b/i;
  const found = (await all('en')).filter(({ text }) => stiff.test(text)).map(({ key, text }) => `${key}: ${text}`);
  expect(found).toEqual([]);
});

test('a sentence of a screen has at most 25 words', async () => {
  const longer = (await all('en')).flatMap(({ key, text }) =>
    text
      .split(/(?<=[.!?:;])\s+|\n/)
      .filter((sentence) => sentence.split(/\s+/).length > 25)
      .map((sentence) => `${key}: ${sentence}`),
  );
  expect(longer).toEqual([]);
});

test('one thing has one name in Hebrew: a session is never transliterated', async () => {
  expect((await all('he')).filter(({ text }) => /סשן|סשנים/.test(text))).toEqual([]);
});
