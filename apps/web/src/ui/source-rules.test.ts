import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const screens = readdirSync(source, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
  .map((entry) => join(entry.parentPath, entry.name));

const offences = (pattern: RegExp, allowed: readonly string[] = []): readonly string[] =>
  screens.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)]
      .map(([, found]) => (found ?? '').trim())
      .filter((found) => found !== '' && !allowed.includes(found))
      .map((found) => `${file.slice(source.length + 1)}: ${found}`),
  );

// Left and right are the same in both directions; start and end follow the reading.
const physical =
  /["'`\s:]-?((?:m[lr]|p[lr]|left|right|border-[lr]|rounded-(?:[lr]|tl|tr|bl|br)|text-(?:left|right)|float-(?:left|right))(?:-[\w.[\]-]+)?)(?=["'`\s])/g;
const proseInMarkup = />\s*([A-Za-z][A-Za-z0-9 ,.'’():-]*[A-Za-z.)])\s*<\//g;

test('screens name start and end, never left and right', () => {
  expect(screens.length).toBeGreaterThan(50);
  expect(offences(physical, ['left', 'right'])).toEqual([]);
});

test('no words stand in the markup: they are in the catalogues', () => {
  expect(offences(proseInMarkup, ['Atelier', 'MIT', 'Inter, Heebo (SIL OFL 1.1)'])).toEqual([]);
});

describe('the rules themselves', () => {
  test.each(['className="ml-2"', 'className="flex md:pr-4 x"', 'className="text-left"', "'-left-1'"])(
    '%s is seen',
    (line) => {
      expect(line.match(physical)).not.toBeNull();
    },
  );
  test.each(['className="ms-2"', 'className="text-start"', 'className="mx-2 place-start"'])('%s passes', (line) => {
    expect(line.match(physical)).toBeNull();
  });
  test('words between tags are seen', () => {
    expect('<p>Draft published.</p>'.match(proseInMarkup)).not.toBeNull();
    expect('<p>{t(key)}</p>'.match(proseInMarkup)).toBeNull();
  });
});
