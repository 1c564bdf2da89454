import { type ListedFile, listFiles, OfflineRefusal, type Sub } from './plan.ts';
import { readRequest } from './request-text.ts';
import { type Asked, sheetNames, type Table, tableOf } from './rule.ts';
import { heldValues } from './rules/table-vocabulary.ts';

const goingOn = /^(?:(?:and|now|ok|so|then|also|but|what about|how about|ומה עם|מה עם|ועכשיו|אז)[\s,]+)+|^ו(?=\S)/iu;
const leading = /^(?:(?:for|in|from|of|at|with|the|של|עבור|את)\s+|[בלמ]-?(?=\p{L}{2}))/iu;
const mostWords = 5;
const mostTables = 6;

/**
 * "And from Haifa?" after a question about Nesher: what is named takes the place of what was named in the same column.
 * Undefined where it does not go on like that, or where it could take two places.
 */
export function* swappedInto(before: string, asked: string): Sub<string | undefined> {
  const plain = asked.trim().replace(/[\s.!?]+$/u, '');
  const rest = plain.replace(goingOn, '');
  if (rest === plain || rest.split(/\s+/).length > mostWords) return undefined;
  try {
    const files = yield* listFiles();
    const found = new Set<string>();
    for (const table of yield* tablesOf(files)) {
      const now = yield* heldIn(rest, table, files);
      const then = yield* heldIn(before, table, files);
      for (const { column, value } of now) {
        if (!isWhole(rest, value)) continue;
        const [only, other] = then.filter((each) => each.column === column);
        if (only && !other && only.value !== value) found.add(replaced(before, only.value, value));
      }
    }
    const [only, other] = found;
    return other === undefined ? only : undefined;
  } catch (refusal) {
    // What cannot be looked at here is said by the plan for the request itself.
    if (refusal instanceof OfflineRefusal) return undefined;
    throw refusal;
  }
}

function* tablesOf(files: readonly ListedFile[]): Sub<readonly Table[]> {
  const tables: Table[] = [];
  for (const file of files.filter(({ kind, is_opaque }) => ['table', 'xlsx'].includes(kind) && !is_opaque)) {
    const sheets = file.kind === 'xlsx' ? yield* sheetNames(file.path) : [undefined];
    for (const sheet of sheets) {
      if (tables.length === mostTables) return tables;
      tables.push(yield* tableOf({ ...nothingAsked(files), source: file, sheet }));
    }
  }
  return tables;
}

const nothingAsked = (files: readonly ListedFile[]): Asked => ({
  ...readRequest('', files),
  files,
  part: () => undefined,
  raw: () => undefined,
  say: (en) => en,
});

function* heldIn(words: string, table: Table, files: readonly ListedFile[]) {
  const { rest, asides, quoted } = readRequest(words, files);
  return yield* heldValues({ rest, asides, quoted }, table);
}

const isWhole = (rest: string, value: string): boolean => {
  const bare = rest.toLowerCase().replaceAll('"', '').trim();
  return [bare, bare.replace(leading, ''), bare.replace(leading, '').replace(leading, '')].includes(
    value.toLowerCase(),
  );
};

const replaced = (before: string, from: string, to: string): string => {
  const literal = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return before.replace(new RegExp(`(?<![\\p{L}\\p{N}](?<![ושבלמכה]))${literal}(?![\\p{L}\\p{N}])`, 'iu'), to);
};
