import type { JsonObject } from '@atelier/kernel/core';
import { call, OfflineRefusal, refuse, type Sub, today } from '../../plan.ts';
import { withDays } from '../../reading/day-words.ts';
import { type Asked, NotForThisRule, type OfflineRule } from '../../rule.ts';
import { isFiller, isTurning } from '../tell-row/fillers.ts';
import { type Block, blocksOf, documentMeant, isLike, wordsOf } from './document-blocks.ts';
import { type Fact, factsIn, writtenLike } from './said-facts.ts';

const isOther =
  /^(?:(?:ok|okay|so|hi|please|can you|could you)[\s,]+)*(?:who|whose|which|what|when|where|why|how|is|are|does|do|did|has|have|any|show|list|sort|add|append|insert|delete|remove|rename|replace|convert|fill|email|send|מי|מה|כמה|איזה|מתי|האם|הוסף|תוסיפי?|מחק|תמחקי?|החלף|תחליפי?|מלא|תמלאי?)(?![\p{L}])/iu;

/** "Check-out is going to be 11am, change it in the terms": the value that stands there for it becomes the new one. */
export const changeFactRule: OfflineRule = {
  id: 'change-fact',
  ways: [],
  readsDays: true,
  read: ({ original }) =>
    /\d/u.test(withDays(original, '2000-01-01')) && !isOther.test(original.trim()) && !/\?\s*$/u.test(original)
      ? {}
      : undefined,
  *plan(asked) {
    const document = documentMeant(asked);
    if (!document) throw new NotForThisRule();
    const said = withDays(document.words, yield* today());
    const { wanted, subject, kept } = askedOf(said);
    const blocks = yield* blocksOf(document.file.path);
    const edits = wanted.length === 0 || subject.length === 0 ? [] : editsFor(blocks, wanted, subject, kept);
    if (edits === 'several') return refuse(...severalWords(document.file.path, subject));
    if (edits.length === 0) throw new NotForThisRule();
    const done = yield* writeEdits(asked, document.file, blocks, edits);
    return [done, ...besideWords(asked, blocks, edits, subject)].join('\n');
  },
};

/** Other places that say the same value of something near: they were left, and the answer says so. */
const besideWords = (
  { say }: Asked,
  blocks: readonly Block[],
  edits: readonly Edit[],
  subject: readonly string[],
): readonly string[] => {
  const isNear = (block: Block) =>
    !edits.some((edit) => edit.block === block) &&
    subject.some((word) => wordsOf(block.text).some((each) => isLike(word, each))) &&
    factsIn(block.text).some((fact) => edits.some(({ old }) => old.kind === fact.kind && isSame(old, fact)));
  return blocks
    .filter(isNear)
    .slice(0, 3)
    .map(({ text }) => say(`Left as it was: "${excerpt(text, 0)}"`, `נשאר כפי שהיה: "${excerpt(text, 0)}"`));
};

const severalWords = (path: string, subject: readonly string[]): readonly [string, string] => [
  `${path} says different things about "${subject.join(' ')}". Put the words that stand there now in quotes.`,
  `ב-${path} כתובים דברים שונים על "${subject.join(' ')}". כתבו במירכאות את המילים שכתובות שם עכשיו.`,
];

type Wish = { readonly wanted: readonly Fact[]; readonly subject: readonly string[]; readonly kept: readonly string[] };

/** What is to stand there, of what, and what is to stay as it is. */
const askedOf = (words: string): Wish => {
  const kept: string[] = [];
  const rest = words
    .replace(
      /(?:^|[.,;¶])[^.,;¶]*?(?<![\p{L}])(?:stays?|remains?|unchanged|נשאר|נשארת|נשארים)(?![\p{L}])[^.,;¶]*/giu,
      (clause) => {
        kept.push(...wordsOf(clause).filter((word) => !isSmall(word)));
        return ' ';
      },
    )
    .replace(
      /^\s*\p{Lu}\p{L}+ (?:wants|says|said|asked for|would like)(?: us)?(?: to (?:have|put|set))?(?![\p{L}])/u,
      ' ',
    );
  const wanted = factsIn(rest);
  const bare = wanted.reduce((text, { said }) => text.replace(said, ' '), rest);
  return { wanted, subject: [...new Set(wordsOf(bare))].filter((word) => !isSmall(word)), kept };
};

const isSmall = (word: string): boolean => isFiller(word) || smallWords.has(word) || /^[ובלמהש]$/u.test(word);
const smallWords = new Set(
  'pay,pays,paid,charge,charged,going,moved,changes,goes,rises,raised,costs,cost,from,until,till,onwards,wherever,says,everywhere,per,each,every,year,same,will,increase,increases,increased,becomes,price,now,policy,document,letter,terms,section,bit,part,there,when,work,עולה,עולים,עולות,יורד,יורדת,מ,עד,השנה,מה,ה,במסמך,במכתב,גם,יהיו,יהיה,החל,מעכשיו,בסך,סך,שח,מחיר,המחיר,שעה'.split(
    ',',
  ),
);

type Edit = { readonly block: Block; readonly old: Fact; readonly value: string };

/** Every value that stands for the subject. All of them must say the same now: of two different ones neither is guessed. */
const editsFor = (
  blocks: readonly Block[],
  wanted: readonly Fact[],
  subject: readonly string[],
  kept: readonly string[],
): readonly Edit[] | 'several' => {
  const [first, second, third] = wanted;
  if (!first || third || (second && second.kind !== first.kind) || subject.some(isTurning)) return [];
  const found: (readonly Edit[])[] = [];
  const whole: (readonly Edit[])[] = [];
  for (const block of blocks) {
    if (block.isHeading) continue;
    const own = wordsOf(block.text);
    const near = [...own, ...wordsOf(block.heading)];
    if (
      !subject.every((word) => near.some((each) => isLike(word, each))) ||
      !subject.some((word) => own.some((each) => isLike(word, each)))
    )
      continue;
    const values = factsIn(block.text).filter(
      ({ kind }) =>
        kind === first.kind || (first.kind === 'money' && block.row !== undefined && /^number of/u.test(kind)),
    );
    // "From £12 to £15" says what stands there now; "from the 4th to the 12th" says two values.
    const now = second ? values.filter((old) => [first, second].some((each) => isSame(each, old))) : [];
    const isReplaced = second !== undefined && now.length === 1 && values.length !== 2;
    const meant = isReplaced ? now : second ? (values.length === 2 ? values : []) : oneOf(block, values, subject, kept);
    if (meant.length === 0) continue;
    const edits = meant.flatMap((old, at) => {
      const fact = isReplaced ? (isSame(first, old) ? second : first) : second && at === 1 ? second : first;
      const value = writtenLike({ ...fact, kind: old.kind }, old);
      return value === undefined ? [] : [{ block, old, value }];
    });
    if (edits.length !== meant.length) return [];
    found.push(edits);
    const clause = clauseOf(block, meant[0]);
    if (
      wordsOf(clause).every(
        (word) => isSmall(word) || smallInText.test(word) || subject.some((each) => isLike(each, word)),
      )
    )
      whole.push(edits);
  }
  const olds = (edits: readonly (readonly Edit[])[]) =>
    new Set(edits.map((each) => each.map(({ old }) => figureOf(old)).join('–')));
  if (olds(found).size <= 1) return found.flat();
  return whole.length > 0 && olds(whole).size === 1 ? whole.flat() : 'several';
};
const isSame = (a: Fact, b: Fact): boolean => figureOf(a) === figureOf(b);
const smallInText = /^(?:by|due|next|up|upto|at|is|are|am|pm|p|per|only|about|your|you|will|be|than|more|less)$/iu;
const figureOf = ({ said }: Fact): string =>
  (/^[^\d]*(\d[\d,]*(?:\.\d+)?)[^\d]*$/u.exec(said)?.[1] ?? said).replace(/[,]|\.0+$/gu, '');

/** Of several values in one paragraph the one whose own clause speaks of the subject. */
const oneOf = (
  block: Block,
  values: readonly Fact[],
  subject: readonly string[],
  kept: readonly string[],
): readonly Fact[] => {
  const score = (fact: Fact) => {
    const own = wordsOf(clauseOf(block, fact));
    if (kept.some((word) => own.some((each) => isLike(word, each)))) return -1;
    return subject.filter((word) => own.some((each) => isLike(word, each))).length;
  };
  if (values.length === 1) return values.filter((fact) => score(fact) >= 0);
  const ranked = values.map((fact) => ({ fact, score: score(fact) })).toSorted((a, b) => b.score - a.score);
  const [best, next] = ranked;
  return best && best.score > 0 && best.score > (next?.score ?? 0) ? [best.fact] : [];
};

/** The words between two signs in which a value stands; of a row, all of it. */
const clauseOf = (block: Block, fact: Fact | undefined): string => {
  if (block.row || !fact) return block.text;
  const before =
    block.text
      .slice(0, fact.at)
      .split(/[.;,:!?](?=\s)|\s(?:and|or)\s/u)
      .at(-1) ?? '';
  const after = block.text.slice(fact.at + fact.said.length).split(/[.;,!?](?=\s|$)|\s(?:and|or)\s/u)[0] ?? '';
  return `${before} ${after}`;
};

export function* writeEdits(
  asked: Asked,
  file: { readonly path: string; readonly version: string },
  blocks: readonly Block[],
  edits: readonly Edit[],
): Sub<string> {
  const changed = edits.filter(({ old, value }) => old.said !== value);
  if (changed.length === 0)
    throw new OfflineRefusal(
      { en: `${file.path} says so already. Nothing to change.`, he: `ב-${file.path} כבר כתוב כך. אין מה לשנות.` },
      [],
      file.path,
    );
  const operations: JsonObject[] = [];
  const lines: string[] = [];
  for (const block of new Set(changed.map((each) => each.block))) {
    const own = changed.filter((each) => each.block === block).toSorted((a, b) => b.old.at - a.old.at);
    const text = own.reduce(
      (all, { old, value }) => `${all.slice(0, old.at)}${value}${all.slice(old.at + old.said.length)}`,
      block.text,
    );
    if (block.row) {
      const cells = text.split(' | ');
      const { table, row } = block.row;
      operations.push({
        op: 'set_table_cells',
        table,
        cells: cells.flatMap((cell, col) =>
          cell === block.row?.cells[col] ? [] : [{ row, col, text: cell, runs: null }],
        ),
      });
    } else operations.push(...own.map((edit) => replacing(blocks, edit)));
    lines.push(`- "${excerpt(block.text, own[0]?.old.at ?? 0)}" → "${excerpt(text, own[0]?.old.at ?? 0)}"`);
  }
  const summary = asked.say(`${changed.length} values changed.`, `${changed.length} ערכים השתנו.`);
  yield* call('docx_operations', {
    path: file.path,
    create_new: null,
    copy_from: null,
    track_changes: null,
    operations,
    expected_version: file.version,
    summary,
  });
  return [
    asked.say(
      `Changed ${changed.length === 1 ? '1 place' : `${changed.length} places`} in ${file.path}:`,
      changed.length === 1 ? `שונה מקום אחד בקובץ ${file.path}:` : `שונו ${changed.length} מקומות בקובץ ${file.path}:`,
    ),
    ...lines,
  ].join('\n');
}

/** So much of the sentence that no other place says it. */
const replacing = (blocks: readonly Block[], { block, old, value }: Edit): JsonObject => {
  const count = (search: string) => blocks.reduce((sum, { text }) => sum + text.split(search).length - 1, 0);
  const ends = (at: number) => [...block.text.slice(at).matchAll(/(?<=\S)(?=\s|$)/gu)].map((each) => at + each.index);
  const starts = [...block.text.slice(0, old.at + 1).matchAll(/(?<=^|\s)(?=\S)/gu)]
    .map((each) => each.index)
    .toReversed();
  const end = old.at + old.said.length;
  for (const from of [old.at, ...starts])
    for (const to of [end, ...ends(end).slice(0, 3)]) {
      const search = block.text.slice(from, to);
      if (count(search) !== 1) continue;
      return {
        op: 'replace_text',
        search,
        replace: `${block.text.slice(from, old.at)}${value}${block.text.slice(end, to)}`,
        match_case: true,
        scope: 'body',
        allow_no_match: null,
      };
    }
  return refuse(
    'The same sentence stands there twice. Change it by hand.',
    'אותו משפט מופיע שם פעמיים. שנו אותו ידנית.',
  );
};

const excerpt = (text: string, at: number): string => {
  const from = at < 60 ? 0 : text.lastIndexOf(' ', at - 50) + 1;
  const to = text.length - at < 60 ? text.length : text.indexOf(' ', at + 50);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to < 0 ? text.length : to)}${to < text.length && to > 0 ? ' …' : ''}`;
};
