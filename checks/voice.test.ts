import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// What people read outside of the screens, whose words have a test of their own beside them: the command line,
// refusals of the server, answers to agents, and what WorkRail and the files say.
const repository = fileURLToPath(new URL('../', import.meta.url));
const folders = [
  'apps/cli/src',
  'apps/mcp/src',
  'apps/server/src',
  'packages/files/src',
  'packages/kernel/src/adapters',
  'packages/rails/src/adapters',
  'packages/rails/src/core/compiler',
  'packages/rails/src/core/render',
  'packages/rails/src/usecases',
  'packages/rails/src/view',
];

/** The guide is for people to judge; these are words it names that no sentence needs. */
const odd =
  /\b(anew|reckon\w*|whoever (runs|owns|asks)|lets? go of|put away|taken in|begins?|began|begun|beginning|put right|(is|are) gone)\b/;

/** Texts of two words and more between quotes; comments and regular expressions are no texts. */
const sentencesIn = (source: string): readonly string[] =>
  source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
    .flatMap((line) => [...line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`?/g)])
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .map((text) => text.replace(/\$\{[^}]*\}/g, '…'))
    .filter((text) => /[a-z] [a-z]/i.test(text));

const files = folders.flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(path))
    .map((path) => join(folder, path)),
);

/** Functions of Excel as its manual says them; a reason of an abort, shown to no one; a warning in workflows' digests. */
const spared = [
  'packages/files/src/xlsx/formula/functions-date.ts',
  'apps/server/src/caller.ts',
  'packages/rails/src/core/compiler/passes/id-policy.ts',
];

test('no sentence outside of the screens has a word that makes a reader stop', () => {
  const found = files
    .filter((path) => !spared.includes(path.replaceAll('\\', '/')))
    .flatMap((path) =>
      sentencesIn(readFileSync(join(repository, path), 'utf8'))
        .filter((text) => odd.test(text))
        .map((text) => `${path}: ${text}`),
    );
  expect(found).toEqual([]);
});

test('a sentence with such a word is found, and a name or a comment is none', () => {
  const source = [
    `io.out('The first one is where to begin.');`,
    `const text = \`it was \${begun.at} put right\`;`,
    `// What is let go of begins anew.`,
    `await client.query('begin');`,
  ].join('\n');
  expect(sentencesIn(source).filter((text) => odd.test(text))).toEqual([
    'The first one is where to begin.',
    'it was … put right',
  ]);
});
