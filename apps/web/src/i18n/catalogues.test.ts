import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientCodes, contract, statusByEdgeCode } from '@atelier/contracts';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../app/all-commands.ts';
import { type Catalogue, loadCatalogue } from './catalogues.ts';
import { messageKeys, placeholders, sentences } from './message-keys.ts';

const source = join(import.meta.dirname, '..');
const catalogues: Readonly<Record<'en' | 'he', Catalogue>> = {
  en: await loadCatalogue('en'),
  he: await loadCatalogue('he'),
};
const namespaces = Object.keys(catalogues.en);
const known = new Set(
  namespaces.flatMap((namespace) => messageKeys(catalogues.en[namespace] ?? {}).map((key) => `${namespace}:${key}`)),
);

describe.each(namespaces)('%s', (namespace) => {
  const english = catalogues.en[namespace] ?? {};
  const hebrew = catalogues.he[namespace] ?? {};

  test('speaks of the same things in both languages', () => {
    expect([...messageKeys(hebrew)].sort()).toEqual([...messageKeys(english)].sort());
  });

  test('has no empty sentence', () => {
    const empty = [...sentences(english), ...sentences(hebrew)].filter(([, sentence]) => sentence.trim() === '');
    expect(empty).toEqual([]);
  });

  test('is really translated: every Hebrew sentence has Hebrew in it, or is a name', () => {
    const untranslated = sentences(hebrew).filter(
      ([, sentence]) => !/[\u05d0-\u05ea]/.test(sentence) && !isName(sentence),
    );
    expect(untranslated).toEqual([]);
  });

  test('fills the same blanks in both languages', () => {
    const blanksByKey = new Map(sentences(english).map(([key, sentence]) => [key, placeholders(sentence)]));
    const differing = sentences(hebrew).filter(([key, sentence]) => {
      const expected = blanksByKey.get(key);
      // "One job" and "two jobs" are words in Hebrew, not numbers.
      if (expected === undefined || /_(one|two)$/.test(key)) return false;
      return placeholders(sentence).join() !== expected.join();
    });
    expect(differing).toEqual([]);
  });

  test('counts the way each language counts', () => {
    for (const [language, messages] of [
      ['en', english],
      ['he', hebrew],
    ] as const) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const keys = new Set(sentences(messages).map(([key]) => key));
      for (const key of keys) {
        if (!key.endsWith('_other')) continue;
        for (const form of forms) expect([...keys]).toContain(key.replace(/other$/, form));
      }
    }
  });
});

test('every key written in the code has words', () => {
  const missing = sourceFiles(source).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const namespace = /useTranslation\(\[?'(\w+)'/.exec(text)?.[1] ?? 'shell';
    const used = [...text.matchAll(/(?<![\w.])t\('([^']+)'/g)].map(([, key]) => key ?? '');
    const named = [...text.matchAll(/(?:title|group|keywords|crumb): '(\w+:[\w.]+)'/g)].map(([, key]) => key ?? '');
    return [...used, ...named]
      .map((key) => (key.includes(':') ? key : `${namespace}:${key}`))
      .filter((key) => !known.has(key))
      .map((key) => `${file.slice(source.length)}: ${key}`);
  });
  expect(missing).toEqual([]);
});

test('every palette command has a title, a group and keywords in words', () => {
  const keys = allCommands.flatMap(({ title, group, keywords }) => [
    title,
    group,
    ...(keywords === undefined ? [] : [keywords]),
  ]);
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
});

test('every refusal a command or the edge may answer has a sentence', () => {
  const ofCommands = Object.values(contract).flatMap((procedure) => {
    const { refusals } = procedure['~orpc'].meta as { refusals: readonly string[] };
    return refusals;
  });
  const codes = new Set([...ofCommands, ...Object.keys(statusByEdgeCode), ...clientCodes]);
  expect(codes.size).toBeGreaterThan(15);
  const unsaid = [...codes].filter((code) => !namespaces.some((each) => known.has(`${each}:refusal.${code}`)));
  expect(unsaid).toEqual([]);
});

test('the shell keeps only its own refusals; a surface says its own', () => {
  const shared = [...Object.keys(statusByEdgeCode), ...clientCodes, ...saidByMany];
  const inShell = [...known].flatMap((key) => /^shell:refusal\.(\w+)$/.exec(key)?.[1] ?? []);
  expect(inShell.filter((code) => !shared.includes(code))).toEqual([]);
});

/** Refused by commands of several surfaces, which mean the same by it. */
const saidByMany = ['FILE_NOT_FOUND', 'STORE_BUSY', 'STORE_UNHEALTHY', 'CONFLICT_STALE_STATE', 'QUOTA_EXCEEDED'];

const names = ['Atelier', 'Node', 'WorkRail', 'brief.docx', 'budget.xlsx', 'hero.png'];

/** A name is the same in every language, and so is a sentence made of blanks alone. */
const isName = (sentence: string): boolean =>
  names.includes(sentence) || !/\p{L}/u.test(sentence.replaceAll(/\{\{\w+\}\}/g, ''));

const sourceFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
