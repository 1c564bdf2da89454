import { call, refuse, type Sub } from '../../plan.ts';
import { literal } from '../../reading/quotes.ts';
import { type Asked, NotForThisRule, type OfflineRule } from '../../rule.ts';
import { writeEdits } from '../document-facts/change-fact.ts';
import { isFiller } from '../tell-row/fillers.ts';
import { wholeFile } from '../whole-file.ts';
import { type Paper, type PaperBlock, paperMeant, readPaper } from './paper.ts';

const turns = /(?<![\p{L}])(?:and not|but not|not|instead of|rather than|ולא|במקום)(?![\p{L}])/iu;
/** Asks, tells of something that is not there, or denies a whole sentence. */
const isOther =
  /^(?:who|which|what|when|where|why|how|does|do|did|is|are|has|have|show|list|count|מי|מה|כמה|מתי|איפה|האם)(?![\p{L}])|\?\s*$|(?<![\p{L}])(?:is|are|was|were|do|does|did|can|could|should|will|would|has|have) not(?![\p{L}])/iu;
/** Words that stand in many places and are to change in each: those are replaced, not found. */
const isEverywhere = /(?<![\p{L}])(?:everywhere|throughout|wherever|every (?:time|place|occurrence)|בכל)(?![\p{L}])/iu;

/** "The garage day is 25 June, not 24": where a text says the one, it says the other from now on. */
export const notThatRule: OfflineRule = {
  id: 'not-that',
  ways: [],
  readsDays: true,
  read: ({ original }) =>
    turns.test(original) && !isOther.test(original.trim()) && !isEverywhere.test(original) ? {} : undefined,
  *plan(asked) {
    const file = paperMeant(asked);
    const parts = file && saidIn(asked);
    if (!file || !parts) throw new NotForThisRule();
    const paper = yield* readPaper(file);
    const found = placesOf(paper, parts);
    if (found.length === 0) throw new NotForThisRule();
    const [only, other] = found;
    if (!only || other)
      return refuse(
        `"${found[0]?.old}" stands in ${found.length} places in ${file.path}. Put the whole words that should change in quotes.`,
        `"${found[0]?.old}" מופיע ב-${found.length} מקומות בקובץ ${file.path}. כתבו במירכאות את המילים שיש לשנות.`,
        undefined,
        file.path,
      );
    return yield* write(asked, paper, only);
  },
};

type Said = {
  readonly left: readonly string[];
  readonly right: readonly string[];
};

const tail =
  /[.;!]\s*(?:please|pls|can you|could you|change|fix|correct|thanks|תודה|בבקשה|תתקנ\p{L}*|תשנ\p{L}*).*$|[\s,]+(?:please|pls|thanks|בבקשה)[\s.!]*$/iu;
/** The words on both sides of "not". */
const saidIn = ({ original }: Asked): Said | undefined => {
  const text = original
    .replace(/[’‘]/gu, "'")
    .trim()
    .replace(tail, '')
    .replace(/[.!]+$/u, '');
  const parts = text.split(turns);
  const [before, after, more] = parts;
  if (before === undefined || after === undefined || more !== undefined) return undefined;
  const words = (side: string) =>
    side
      .replace(/(?<![\p{L}])[ובלמהש]{1,2}-?(?=\d)/gu, '')
      .match(/[\p{L}\p{N}][\p{L}\p{N}'.:/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu) ?? [];
  // Only the sentence that holds it: what stands before a colon names the paper.
  const left = words(before.split(/[:;]\s|\.\s/u).at(-1) ?? '');
  const right = words(after.split(/[,;]\s|\.\s/u)[0] ?? '');
  if (left.length === 0 || right.length === 0) return undefined;
  return { left, right };
};

type Place = { readonly block: PaperBlock; readonly at: number; readonly old: string; readonly value: string };

const mostWords = 5;
/** Each place that says the old words, with the new ones that are of the same shape. */
const placesOf = ({ blocks }: Paper, { left, right }: Said): readonly Place[] => {
  for (let count = Math.min(mostWords, right.length); count > 0; count -= 1) {
    const old = right.slice(0, count);
    if (old.every((word) => isFiller(word.toLowerCase()) && !/\d/u.test(word))) continue;
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${old.map(literal).join('[\\s,]+')}(?![\\p{L}\\p{N}])`, 'giu');
    const found = blocks.flatMap((block) =>
      [...block.text.matchAll(pattern)].flatMap((match): readonly Place[] => {
        const behind = block.text.slice(match.index + match[0].length);
        const value = newWords(left, old, behind);
        return value === undefined
          ? []
          : [{ block, at: match.index, old: match[0], value: casedLike(value, match[0]) }];
      }),
    );
    if (found.length > 0) return found;
  }
  return [];
};

/** "25 June" against "24": the number, for "June" stands behind it already. */
const newWords = (left: readonly string[], old: readonly string[], behind: string): string | undefined => {
  for (const more of [0, 1, 2]) {
    const taken = left.slice(-(old.length + more));
    const [own, rest] = [taken.slice(0, old.length), taken.slice(old.length)];
    const isThere =
      rest.length === 0 ||
      new RegExp(`^[\\s,]+${rest.map(literal).join('[\\s,]+')}(?![\\p{L}\\p{N}])`, 'iu').test(behind);
    if (own.length === old.length && isThere && own.every((word, at) => isOfShape(word, old[at] ?? ''))) {
      const said = own.join(' ');
      return said.toLowerCase() === old.join(' ').toLowerCase() ? undefined : said;
    }
  }
  return undefined;
};

const shapes: readonly RegExp[] = [
  /^(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?$/iu,
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/iu,
  /^(?:ראשון|שני|שלישי|רביעי|חמישי|שישי|שבת)$/u,
  /^ב?(?:ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)$/u,
  /^\d{1,2}[:.]\d\d$/u,
  /^\d+(?:st|nd|rd|th)$/iu,
  /^[£$€₪]?\d[\d.,]*$/u,
];
const shapeOf = (word: string): number => shapes.findIndex((each) => each.test(word));
const isOfShape = (a: string, b: string): boolean => {
  const [x, y] = [shapeOf(a), shapeOf(b)];
  if (x >= 0 || y >= 0) return x === y;
  // Words for words; small ones only for themselves.
  const small = [a, b].filter((word) => isFiller(word.toLowerCase()));
  return small.length === 0 || a.toLowerCase() === b.toLowerCase();
};

const casedLike = (value: string, old: string): string => {
  const olds = old.split(/\s+/u);
  return value
    .split(' ')
    .map((word, at) => (/^\p{Lu}/u.test(olds[at] ?? '') ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(' ');
};

function* write(asked: Asked, { file, blocks }: Paper, { block, at, old, value }: Place): Sub<string> {
  if (file.kind === 'docx')
    return yield* writeEdits(asked, file, blocks, [{ block, old: { kind: 'text', said: old, at }, value }]);
  const text = `${block.text.slice(0, at)}${value}${block.text.slice(at + old.length)}`;
  const line = block.line ?? 0;
  const marks = block.isHeading ? yield* headMark(file.path, line) : (block.mark ?? '');
  yield* call('edit_text_file', {
    path: file.path,
    edits: [{ op: 'replace_lines', line_start: line, line_end: line, text: `${marks}${text}` }],
    encoding: null,
    expected_version: file.version,
    summary: `"${old}" → "${value}"`,
  });
  return [
    asked.say(`Changed 1 place in ${file.path}:`, `שונה מקום אחד בקובץ ${file.path}:`),
    `- "${block.text}" → "${text}"`,
  ].join('\n');
}

function* headMark(path: string, line: number): Sub<string> {
  const { text } = yield* call('read_file', { path, ...wholeFile, line_start: line, line_count: 1 });
  return /^#+ /u.exec(String(text ?? ''))?.[0] ?? '';
}
