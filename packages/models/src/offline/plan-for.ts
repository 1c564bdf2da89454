import type { JsonObject } from '@atelier/kernel/core';
import { actAfresh } from './everyday/act-plan.ts';
import { withNearQuestions } from './everyday/near-ways.ts';
import { rewritten } from './everyday/rewrite.ts';
import { withFileNamed } from './new-file.ts';
import { completed, partsOf, THEN, verbs, verbsHe } from './parts.ts';
import {
  asObject,
  type ListedFile,
  listFiles,
  OfflineRefusal,
  type Plan,
  refuse,
  type Step,
  type Sub,
} from './plan.ts';
import { type Coming, type Tried, tryOut } from './play.ts';
import { plainly } from './reading/clauses.ts';
import { withoutFile } from './reading/files-named.ts';
import { formsOf } from './reading/marks.ts';
import { literal } from './reading/quotes.ts';
import { isForOtherDay, withheldIn } from './reading/told.ts';
import { type Language, languageOf, type RequestText, readRequest } from './request-text.ts';
import { matchRule, NotForThisRule, notUnderstood, type OfflineRule, sheetNames } from './rule.ts';
import { withWaysOn } from './suggest.ts';

/** The plan for a request: one wish, or several that are done one after another once each of them can be done. */
export function* planFor(request: string, rules: readonly OfflineRule[]): Plan {
  const parts = yield* partsToDo(request, rules);
  const answers: string[] = [];
  for (const part of parts) answers.push(yield* planPart(part, rules));
  return answers.join('\n\n');
}

/** The plan for one wish. */
export function* planPart(request: string, rules: readonly OfflineRule[], again?: Language): Plan {
  const isAgain = again !== undefined;
  const files = yield* listFiles();
  let text: RequestText | undefined;
  let last: ReturnType<typeof matchRule>;
  try {
    text = readRequest(
      withFileNamed(
        request,
        files.map(({ path }) => path),
      ) ?? request,
      files,
    );
    // What was said otherwise is answered in the language it was asked in.
    if (again !== undefined) text = { ...text, language: again };
    const withheld = withheldIn(withoutNames(withoutNewText(text.words)));
    if (withheld) throw new OfflineRefusal(withheld);
    const otherDay = isForOtherDay(withoutNames(text.words));
    for (let left = rules; ; ) {
      let match = matchRule(left, text, files);
      if (
        !text.source &&
        (edits.test(text.rest) || (match && match.rule.id !== 'question') || speaksOfChange.test(text.rest))
      ) {
        const named: RequestText | undefined = yield* withSheetNamed(text, files);
        const other: ReturnType<typeof matchRule> = named && matchRule(left, named, files);
        if (named && other && other.rule.id !== 'question') [text, match] = [named, other];
      }
      last = match;
      if (match && !isAgain && tellsRow.has(match.rule.id)) {
        // What is told may be of a table in a document, which the rules for rows do not look at.
        const other = yield* rewritten(request);
        if (other !== undefined && /(?:^|; then )(?:Set ".*" of table \d+ of|Add to table) /u.test(other))
          return yield* planSaidOtherwise(other, rules, languageOf(request));
      }
      if (!match) throw new OfflineRefusal(notUnderstood);
      if (otherDay && !match.rule.readsDays) throw new OfflineRefusal(otherDay);
      try {
        return yield* match.rule.plan(match.asked);
      } catch (fault) {
        if (!(fault instanceof NotForThisRule)) throw fault;
        left = left.slice(left.indexOf(match.rule) + 1);
      }
    }
  } catch (refusal) {
    if (!(refusal instanceof OfflineRefusal)) throw refusal;
    // What no other rule reads may be a change of rows that are spoken of as in a question.
    const isUnread = last === undefined && refusal.sentence === notUnderstood;
    if (!isAgain && (isUnread || (last && canBeSaidOtherwise(last.rule.id, refusal)))) {
      const other = yield* rewritten(request);
      if (other !== undefined) return yield* planSaidOtherwise(other, rules, languageOf(request));
    }
    if (last && !isAgain && canBeSaidOtherwise(last.rule.id, refusal)) {
      if (last.rule.id === 'question' || /^No row says/u.test(refusal.sentence.en)) {
        const done = yield* actAfresh({ ...last.asked, original: request });
        if (done !== undefined) return done;
      }
    }
    const meant: ListedFile | undefined = text?.source;
    const near = isAgain ? refusal : yield* withNearQuestions(refusal, request);
    throw yield* withWaysOn(near, rules, { files, meant, request, language: languageOf(request) });
  }
}

/** "Add a point: if you have a new number, tell us": what is to be written down orders nothing. */
const withoutNewText = (words: string): string =>
  words.replace(
    /^((?:please |can you |could you )*(?:add|insert|append|write|put)(?: in)? (?:an?|one|another|the)[^:]*(?:bullet|point|line|sentence|paragraph|text)[^:]*:).*$/isu,
    '$1',
  );

const tellsRow: ReadonlySet<string> = new Set(['tell-row', 'set-row', 'add-row']);
const canBeSaidOtherwise = (rule: string, { sentence }: OfflineRefusal): boolean =>
  ['question', 'add-row', 'add-column', 'convert', 'set-value', 'replace', 'rename-column', 'delete-rows'].includes(
    rule,
  ) ||
  (rule === 'set-row' && /^(?:No row says|I found |\d+ rows say )/u.test(sentence.en)) ||
  /^No row says/u.test(sentence.en);

function* planSaidOtherwise(request: string, rules: readonly OfflineRule[], language: Language): Plan {
  const answers: string[] = [];
  const parts = atOnce(request.split(THEN.en));
  // Where one of them can't be done, none is begun.
  if (parts.length > 1) for (const part of parts) yield* tryOut(planPart(part, rules, language));
  for (const part of parts) answers.push(yield* planPart(part, rules, language));
  return answers.join('\n\n');
}

/** Cells of one table are written at once: a turn that ends half-way must not leave half of them. */
const atOnce = (parts: readonly string[]): readonly string[] => {
  const places = new Set(
    parts.map(
      (part) =>
        /^(?:Set|Clear) "[^"]+"(?: to "[^"]*")? in rows? [\d, ]+ of ((?:sheet "[^"]+" of )?"[^"]+")$/u.exec(part)?.[1],
    ),
  );
  return parts.length > 1 && places.size === 1 && !places.has(undefined) ? [parts.join(' && ')] : parts;
};

const speaksOfChange = new RegExp(
  `(?<![\\p{L}])(?:${verbs}|${verbsHe}|take|spelt|spelled|should be)(?![\\p{L}])`,
  'iu',
);
const edits = new RegExp(`^(?:please )?(?:${verbs}|${verbsHe})(?![\\p{L}])`, 'iu');

/** "The jobs" is the sheet of that name, where one workbook has one. */
function* withSheetNamed(text: RequestText, files: readonly ListedFile[]): Sub<RequestText | undefined> {
  const found: RequestText[] = [];
  for (const source of files.filter(({ kind, is_opaque }) => kind === 'xlsx' && !is_opaque).slice(0, mostBooks)) {
    for (const sheet of yield* sheetNames(source.path)) {
      const name = `(?:${formsOf(sheet).map(literal).join('|')})`;
      const said = [
        `(?<![\\p{L}\\p{N}@])(?:the|my|our) ${name}(?: (?:list|table|sheet|tab))?(?![\\p{L}\\p{N}])`,
        `(?<![\\p{L}\\p{N}@])(?<=(?:^|\\s)(?:in|to|from|on|of) )(?:sheet |tab )?${name}(?: (?:list|table|sheet|tab))?(?![\\p{L}\\p{N}])`,
        `(?<![\\p{L}\\p{N}@])(?<small>[בלמ]?)(?:גיליון|גליון|לשונית|רשימת|טבלת) ה?${name}(?![\\p{L}\\p{N}])`,
      ].find((each) => new RegExp(each, 'iu').test(text.words));
      if (said === undefined) continue;
      const words = text.words.replace(
        new RegExp(said, 'iu'),
        (_all, small) => `${typeof small === 'string' ? small : ''}@src`,
      );
      found.push({ ...text, words, rest: plainly(withoutFile(words)), source, sheet });
    }
  }
  const [only, other] = found;
  return other === undefined ? only : undefined;
}
const mostBooks = 4;

const withoutNames = (words: string): string => words.replace(/@\w+/g, ' ');

/** What the parts of a request come to before anything is written. */
export type Trial = { readonly part: string; readonly tried: Tried };

/**
 * Reads a request as one wish; where that cannot be done, as several. Each is tried up to its first write before any is
 * carried out: a request that can be done only in part is not begun.
 */
export function* tryParts(request: string, rules: readonly OfflineRule[]): Sub<readonly Trial[]> {
  const parts = partsOf(request);
  if (parts.length < 2) return [{ part: request, tried: yield* tryOut(planPart(request, rules)) }];
  try {
    return [{ part: request, tried: yield* tryOut(planPart(request, rules)) }];
  } catch (refusal) {
    if (!(refusal instanceof OfflineRefusal)) throw refusal;
    return yield* trySeveral(parts, rules);
  }
}

function* trySeveral(parts: readonly string[], rules: readonly OfflineRule[]): Sub<readonly Trial[]> {
  const trials: Trial[] = [];
  const coming: Coming[] = [];
  const written = new Set<string>();
  let before: { readonly path: string; readonly column?: string } | undefined;
  for (const [at, said] of parts.entries()) {
    const part = before && at > 0 ? completed(said, before) : said;
    const tried = yield* tryOut(planPart(part, rules), coming);
    if ('awaits' in tried && /^(?:add|append|insert|rename|delete|remove|replace|change|set|convert)/iu.test(part))
      return refuse(
        "I can't do both in one go. Ask for one after the other.",
        'איני יכול לעשות את שניהם יחד. בקשו אותם בזה אחר זה.',
      );
    trials.push({ part, tried });
    const made = 'write' in tried ? madeBy(tried.write) : undefined;
    if (made) {
      // Two changes of the same rows: the second was tried on rows that the first will have changed.
      if (written.has(made.path) && !made.isAdding)
        return refuse(
          "I can't do both in one go. Ask for one after the other.",
          'איני יכול לעשות את שניהם יחד. בקשו אותם בזה אחר זה.',
        );
      written.add(made.path);
      before = { path: made.path, ...(made.column === undefined ? {} : { column: made.column }) };
      if (made.column !== undefined) coming.push({ path: made.path, column: made.column });
    }
  }
  return trials;
}

/** The file that a write is of, and the column it adds. */
const madeBy = ({ input }: Step): { readonly path: string; readonly column?: string; readonly isAdding: boolean } => {
  const path = String(input.path ?? input.target_path ?? '');
  const operations = (Array.isArray(input.operations) ? input.operations : []).map(asObject) as readonly JsonObject[];
  const [first, second] = operations;
  if (first?.op === 'add_column') return { path, column: String(first.name), isAdding: true };
  const [cell] = Array.isArray(first?.cells) ? first.cells.map(asObject) : [];
  if (first?.op === 'set_cells' && second !== undefined && cell)
    return { path, column: String(cell.value), isAdding: true };
  return { path, isAdding: operations.every(({ op }) => ['reorder_rows', 'ensure_sheet'].includes(String(op))) };
};

function* partsToDo(request: string, rules: readonly OfflineRule[]): Sub<readonly string[]> {
  const [en, he] = [request.split(THEN.en), request.split(THEN.he)];
  if (en.length > 1 || he.length > 1) return en.length > 1 ? en : he;
  if (partsOf(request).length < 2) return [request];
  return (yield* tryParts(request, rules)).map(({ part }) => part);
}
