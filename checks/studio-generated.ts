/**
 * Three documents that are written from the tables Studio itself decides by, and committed, so that a change to a table
 * shows up in review. `node checks/studio-generated.ts` compares; `--write` writes them anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { entityTypes, projectStages } from '../packages/contracts/src/studio/index.ts';
import { type PathRule, paths } from '../packages/studio/src/core/patch/paths.ts';
import { invariants } from '../packages/studio/src/core/reconcile/reconcile.ts';
import { type GateRow, stageMatrix } from '../packages/studio/src/core/stage/matrix.ts';

const root = new URL('../', import.meta.url);
const written = 'Written by `node checks/studio-generated.ts --write`. Change the table in the code, then run it.';

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const stagesDocument = (matrix: Readonly<Record<string, GateRow>>): string => {
  const rows = Object.entries(matrix).map(([gate, row]) => [
    gate,
    row.what.en,
    row.what.he,
    ...projectStages.map((stage) => (row[stage] ? 'yes' : 'no')),
    row.skills?.map((skill) => `\`${skill}\``).join(', ') ?? '',
  ]);
  return [
    '# Studio: what each project stage lets in',
    written,
    'A stage never hides what is there; it only decides what may still be written. A person moves it, a skill may suggest so.',
    table(['Gate', 'What', 'בעברית', ...projectStages, 'Skills'], rows),
    '',
  ].join('\n\n');
};

export const pathsDocument = (rules: Readonly<Record<string, Readonly<Record<string, PathRule>>>>): string => {
  const notes = (rule: PathRule): string =>
    [
      rule.refers ? `refers to ${rule.refers}` : '',
      rule.isRefList ? 'addRef, removeRef' : '',
      rule.createOnly ? 'only when created' : '',
      rule.clears ? 'may be cleared' : '',
      rule.from ? `from ${rule.from}` : '',
      rule.isMoney ? 'money' : '',
      rule.forClient ? 'prints on quotes' : '',
    ]
      .filter(Boolean)
      .join('; ');
  const sections = entityTypes.map((entity) => {
    const rows = Object.entries(rules[entity] ?? {}).map(([path, rule]) => [`\`${path}\``, notes(rule)]);
    return `## ${entity}\n\n${table(['Path', 'Notes'], rows)}`;
  });
  return [
    '# Studio: the paths a change may set',
    written,
    'Whatever is not listed is refused (V03): ids, tombstones, approvals, snapshots, policies, quotes, the stage, the currency and the status of lines.',
    ...sections,
    '',
  ].join('\n\n');
};

type InvariantRow = {
  readonly id: string;
  readonly severity: string;
  readonly holds: string;
  readonly otherwise: string;
};

export const invariantsDocument = (rules: readonly InvariantRow[]): string =>
  [
    '# Studio: what must hold in a project',
    written,
    'Checked after every change, inside the same batch. Nothing is deleted, no price moves by itself: what cannot be put right without touching money or text is flagged for a person.',
    table(
      ['Id', 'Severity', 'What must hold', 'Otherwise'],
      rules.map(({ id, severity, holds, otherwise }) => [id, severity === 'none' ? '–' : severity, holds, otherwise]),
    ),
    '',
  ].join('\n\n');

export const documents: readonly { readonly path: string; readonly make: () => string }[] = [
  { path: 'docs/studio-stages.md', make: () => stagesDocument(stageMatrix) },
  { path: 'docs/studio-paths.md', make: () => pathsDocument(paths) },
  { path: 'docs/studio-invariants.md', make: () => invariantsDocument(invariants) },
];

/** Paths of documents that are missing or say something else than the tables do. */
export const staleDocuments = (made: typeof documents = documents): readonly string[] =>
  made
    .filter(
      ({ path, make }) => !existsSync(new URL(path, root)) || readFileSync(new URL(path, root), 'utf8') !== make(),
    )
    .map(({ path }) => path);

const main = (): void => {
  if (process.argv.includes('--write')) {
    for (const { path, make } of documents) writeFileSync(new URL(path, root), make());
    return;
  }
  const behind = staleDocuments();
  for (const path of behind)
    console.error(`${path} is not what the tables say: node checks/studio-generated.ts --write`);
  if (behind.length > 0) process.exitCode = 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
