import { err, ok, type Result } from '@atelier/kernel/core';
import { withoutCourtesy } from '../language/courtesy.ts';
import { isLeaveWord, leftAloneIn } from '../language/left-alone.ts';
import { tokensOf } from '../language/normalise.ts';
import { recipeOfName } from '../recipes/make.ts';
import { isKnownWord } from '../scope/known-words.ts';
import { type Mention, resolveMention } from '../scope/resolve.ts';
import { type SkillTurn, type SkillWorld, scopeElements } from '../skills/world.ts';
import {
  isGlue,
  isPriceWord,
  isTaskWord,
  isTurning,
  milestoneAt,
  placeAt,
  type VerbClass,
  verbAt,
} from './change-words.ts';
import { type Account, clausesOf, readColours, turningIn, unusedIn, useAll } from './clause.ts';
import { withFractions } from './fractions.ts';
import { countAt, lex, type Piece } from './lex.ts';
import { readers } from './readers.ts';
import { isUnit } from './sizes.ts';
import type { NotRead, Wish } from './wishes.ts';

/** One clause on its way to a wish. */
export type Clause = Account & {
  readonly text: string;
  readonly verbs: readonly VerbClass[];
  readonly tokens: readonly string[];
  /** The elements it is about: named in it, or those the whole message is about. */
  readonly targets: readonly string[];
  readonly isNamed: boolean;
  readonly saysTask: boolean;
  readonly saysPrice: boolean;
  readonly saysEverything: boolean;
};

export type Reading = { readonly world: SkillWorld; readonly turn: SkillTurn };

/** Everything a message asks to change, or why it was not understood. Every word must be accounted for. */
export const readChange = (reading: Reading): Result<readonly Wish[], NotRead> => {
  const { turn } = reading;
  const alone = leftAloneIn(withoutCourtesy(turn.text));
  const pieces = withoutContrast(withoutReasons(withoutReport(withFractions(lex(alone.rest)))));
  const wishes: Wish[] = [];
  let before: readonly string[] = [];
  const parts = listed(clausesOf(pieces), reading)
    .flatMap(byThing)
    .flatMap(byMilestone)
    .flatMap((each) => byElement(each, reading));
  for (const part of parts) {
    const clause = clauseOf(part, reading, before);
    // "Totem A, 60 cm wide": who is meant, and then what of them. "…, תודה!", "please update": nothing at all.
    const says = clause.verbs.some((verb) => verb !== 'set' && verb !== 'want');
    if (!says && (clause.verbs.length === 0 || !clause.isNamed) && wordsLeft(clause).length === 0) {
      before = clause.isNamed ? clause.targets : before;
      continue;
    }
    const read = readClause(clause, reading);
    if (!read.ok) return read;
    wishes.push(...read.value);
    before = clause.targets;
  }
  for (const part of alone.parts) {
    // "עזוב את הבר, לא לגעת": the same once more.
    if (wishes.at(-1)?.do === 'leave' && isBare(part.text)) continue;
    const left = readLeftAlone(part.text, reading, wishes);
    if (!left) return err({ code: 'UNREAD', words: part.text.split(/\s+/).slice(0, 6) });
    wishes.push(left);
  }
  return wishes.length === 0 ? err({ code: 'NOTHING' }) : ok(wishes);
};

/**
 * "תוסיף במה, בר ותאורה": each thing of a list is added, if nothing of the project bears its name. "תוסיף דלפק ליד הבר,
 * ברוחב 2 מטר": what is said behind a comma is said of what is added, and not of what it stands by.
 */
const listed = (clauses: readonly Clause['pieces'][], reading: Reading): readonly Clause['pieces'][] => {
  const parts: Clause['pieces'][] = [];
  let lead: Clause['pieces'] = [];
  for (const pieces of clauses) {
    const [verb, ...more] = pieces.flatMap((_, at) => verbAt(pieces, at) ?? []);
    const before = parts.at(-1);
    if (verb) {
      lead = verb.verb === 'add' && more.length === 0 ? pieces.slice(verb.from, verb.to) : [];
      parts.push(pieces);
    } else if (lead.length === 0 || !before || !isUnknown(pieces, reading)) parts.push(pieces);
    else if (startsThing(pieces) && !isDefinite(pieces)) parts.push([...lead, ...pieces]);
    else parts[parts.length - 1] = [...before, ...pieces];
  }
  return parts;
};

const isDefinite = (pieces: Clause['pieces']): boolean => {
  const first = pieces.find((piece) => piece.kind === 'word');
  return first?.text === 'the' || /^ו?ה/.test(first?.text ?? '');
};

const isUnknown = (pieces: Clause['pieces'], { world }: Reading): boolean =>
  mentionIn(
    pieces.map(({ text }) => text),
    world,
  ).kind === 'none';

const bare = new Set(
  tokensOf('אל לא לגעת תיגע תיגעי תיגעו תשנה לשנות בו בה בהם בזה בכלל dont do not touch change it them that at all'),
);
const isBare = (text: string): boolean => tokensOf(text).every((token) => bare.has(token));

const others = [
  'שום דבר אחר',
  'כל השאר',
  'כל דבר אחר',
  'את השאר',
  'השאר',
  'nothing else',
  'anything else',
  'everything else',
  'the rest',
  'other changes',
  'other change',
  'further changes',
  'more changes',
  'שינויים אחרים',
].map((phrase) => tokensOf(phrase).join(' '));

/** What shall stay as it is, if it is clear what that is and nothing else in the message touches it. */
const readLeftAlone = (text: string, { world }: Reading, wishes: readonly Wish[]): Wish | undefined => {
  const tokens = tokensOf(text);
  if (lex(text).some(isFigure) || readColours({ pieces: lex(text), used: new Set() }, '').length > 0) return undefined;
  const mention = mentionIn(
    tokens.map((token) => (isLeaveWord(token) ? '#' : token)),
    world,
  );
  if (mention.kind === 'none')
    return others.some((phrase) => ` ${tokens.join(' ')} `.includes(` ${phrase} `))
      ? { do: 'leave', ids: [], rest: true }
      : undefined;
  if (mention.kind === 'ambiguous') return undefined;
  const touched = new Set(wishes.flatMap((wish) => touchedBy(wish, world)));
  const isTouched = wishes.some(touchesAll) || mention.ids.some((id) => touched.has(id));
  return isTouched ? undefined : { do: 'leave', ids: mention.ids, rest: false };
};

const touchesAll = (wish: Wish): boolean => wish.do === 'cheaper' && wish.ids.length === 0;

const touchedBy = (wish: Wish, { records }: SkillWorld): readonly string[] => {
  const ofLines = (ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => (records.materialLine.get(id) ?? records.workLine.get(id))?.elementId ?? []);
  if ('lineIds' in wish) return ofLines(wish.lineIds);
  if ('elementId' in wish) return [wish.elementId];
  if (wish.do === 'add') return wish.parentId === undefined ? [] : [wish.parentId];
  if ('ids' in wish)
    return wish.ids.flatMap((id) => [id, ...ofLines([id]), ...(records.task.get(id)?.elementIds ?? [])]);
  return 'id' in wish ? [wish.id] : [];
};

const reasons = new Set(tokensOf('כי כדי בגלל מאחר משום מפני עקב because due since'));
const isEnd = (piece: Piece | undefined): boolean => piece?.kind === 'mark' && ',;.!?\n'.includes(piece.text);
const endFrom = (pieces: Clause['pieces'], at: number): number => {
  const end = pieces.findIndex((piece, nth) => nth > at && isEnd(piece));
  return end < 0 ? pieces.length : end;
};

/** "… כדי ששתי דיילות יעמדו", "because the ceiling is low": why, up to the end of the sentence. It asks for nothing. */
const withoutReasons = (pieces: Clause['pieces']): Clause['pieces'] => {
  const at = pieces.findIndex(
    ({ kind, text }, nth) =>
      kind === 'word' && (reasons.has(text) || (text === 'so' && pieces[nth + 1]?.text === 'that')),
  );
  if (at <= 0 || ['לא', 'ולא', 'not', 'רק', 'only'].includes(pieces[at - 1]?.text ?? '')) return pieces;
  const to = endFrom(pieces, at);
  // A wish inside a reason may be one that counts.
  const asks = pieces
    .slice(at, to)
    .some((_, nth) => !['want', 'set', undefined].includes(verbAt(pieces, at + nth)?.verb));
  return asks ? pieces : [...pieces.slice(0, at), ...withoutReasons(pieces.slice(to))];
};

const reporting = new Set(
  tokensOf(
    'ביקש ביקשה ביקשו מבקש מבקשת מבקשים רוצה רוצים אמר אמרה אמרו החליט החליטה החליטו סיכמנו הוחלט asked told decided agreed wants',
  ),
);
const talked = new Set(
  tokensOf('דיברתי דיברנו שוחחתי נפגשתי נפגשנו הלקוח הלקוחה הלקוחות הספק המנהל המפיק המפיקה the we i after client'),
);

/** "דיברתי עם הלקוחה והיא ביקשה שנרחיב…": who said so, before what is asked. */
const withoutReport = (pieces: Clause['pieces']): Clause['pieces'] => {
  const at = pieces.findIndex(
    ({ kind, text }, nth) =>
      kind === 'word' &&
      reporting.has(text.replace(/^[וש]/, '')) &&
      (/^ש[תנ][א-ת]{2,}$/.test(pieces[nth + 1]?.text ?? '') ||
        ['us', 'you'].includes(pieces[nth + 1]?.text ?? '') ||
        verbAt(pieces, nth + 1) !== undefined),
  );
  if (at < 0) return pieces;
  const from = pieces.findLastIndex((piece, nth) => nth < at && isEnd(piece)) + 1;
  const told = pieces.slice(from, at);
  const isTold =
    told.some(({ text }) => talked.has(text)) &&
    told.every((piece, nth) => piece.kind === 'word' && !isFigure(piece) && !isTurning(piece) && !verbAt(told, nth));
  return isTold ? [...pieces.slice(0, from), ...pieces.slice(at + 1)] : pieces;
};

/** "2 מטר ולא 2.40", "3.2 במקום 2.8": the figure it shall not be any more, said after the one it shall be. */
const withoutContrast = (pieces: Clause['pieces']): Clause['pieces'] => {
  const at = pieces.findIndex(
    (piece, nth) =>
      ['לא', 'ולא', 'not', 'במקומ', 'instead'].includes(piece.text) &&
      pieces.slice(0, nth).some(isFigure) &&
      isFigure(pieces[figureAfter(nth)]),
  );
  if (at < 0) return pieces;
  const figure = figureAfter(at);
  const to = figure + (isUnit(pieces[figure + 1]) ? 2 : 1);
  const isWhole = to >= pieces.length || pieces[to]?.kind === 'mark' || verbAt(pieces, to) !== undefined;
  return isWhole ? [...pieces.slice(0, at), ...pieces.slice(to)] : pieces;

  function figureAfter(nth: number): number {
    return ['ב', 'ל', 'on', 'at', 'of'].includes(pieces[nth + 1]?.text ?? '') ? nth + 2 : nth + 1;
  }
};

const isFigure = (piece: Clause['pieces'][number] | undefined): boolean =>
  piece?.kind === 'number' || piece?.kind === 'date' || countAt(piece) !== undefined;

/** The first reading that leaves no word over. If none does: the reason that says most. */
const readClause = (clause: Clause, reading: Reading): Result<readonly Wish[], NotRead> => {
  // "לא באפור" sets one colour against another; any other "not" or "if" means that this is no plain request.
  const probe = { ...clause, used: new Set(clause.used) };
  readColours(probe, clause.text);
  const turned = turningIn(probe).map((at) => clause.pieces[at]?.raw ?? '');
  if (turned.length > 0) return err({ code: 'UNREAD', words: turned });
  let unread = wordsLeft(clause);
  let reason: NotRead | undefined;
  for (const reader of readers) {
    const attempt = { ...clause, used: new Set(clause.used) };
    const read = reader(attempt, reading);
    if (!read) continue;
    const left = wordsLeft(attempt);
    if (read.ok && left.length === 0) return read;
    // Asking which element is meant helps only when everything else was understood.
    const isQuestion = !read.ok && ['NEEDS_SCOPE', 'VAGUE', 'WHICH_SIDE'].includes(read.error.code);
    if (isQuestion && left.length > 0) continue;
    if (!read.ok) reason ??= read.error;
    else if (left.length < unread.length) unread = left;
  }
  return err(reason ?? (unread.length > 0 ? { code: 'UNREAD', words: unread } : { code: 'NOTHING' }));
};

const wordsLeft = (clause: Clause): readonly string[] => [
  ...new Set(unusedIn(clause).map((at) => clause.pieces[at]?.raw ?? '')),
];

/** "add 3 counters and a stage 6 by 4": each thing that is built by itself, with what is said about it. */
const byThing = (pieces: Clause['pieces']): readonly Clause['pieces'][] => {
  const verb = pieces.flatMap((_, at) => verbAt(pieces, at) ?? [])[0];
  if (verb?.verb !== 'add') return [pieces];
  const lead = pieces.slice(verb.from, verb.to);
  const parts: Clause['pieces'][] = [];
  let open = pieces.slice(0, verb.to);
  for (let at = verb.to; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (!piece) continue;
    const next = afterAnd(piece);
    if (
      next &&
      startsThing(open.slice(parts.length === 0 ? verb.to : lead.length)) &&
      startsThing([...next, ...pieces.slice(at + 1)])
    ) {
      parts.push(open);
      open = [...lead, ...next];
    } else open = [...open, piece];
  }
  return [...parts, open];
};

/** What an "and" leaves of its word: nothing, or in Hebrew the word without its first letter. */
const afterAnd = (piece: Piece): Clause['pieces'] | undefined => {
  if (piece.kind !== 'word') return undefined;
  if (['and', 'plus', 'וגמ'].includes(piece.text)) return [];
  return piece.text.startsWith('ו') && piece.text.length >= 3
    ? [{ ...piece, text: piece.text.slice(1), raw: piece.raw.slice(1), from: piece.from + 1 }]
    : undefined;
};

/** Whether something that is built by a recipe of its own is named first. */
const startsThing = (pieces: Clause['pieces']): boolean => {
  const words = pieces.filter((piece) => piece.kind === 'word' && !isGlue(piece) && countAt(piece) === undefined);
  const [first, second] = words.map(({ text }) => text);
  if (first === undefined) return false;
  return (
    recipeOfName(first) !== undefined || (second !== undefined && recipeOfName(`${first} ${second}`) !== undefined)
  );
};

/** "האירוע ב-14.2 וההקמה ב-11.2": each day with what it is the day of. */
const byMilestone = (pieces: Clause['pieces']): readonly Clause['pieces'][] => {
  const starts = pieces.flatMap((piece, at) => (milestoneAt(piece) ? [at] : []));
  const isDated = (from: number, to?: number): boolean =>
    pieces.slice(from, to).some(({ kind }) => kind === 'date' || kind === 'number');
  const cuts = starts.slice(1).filter((at, nth) => isDated(starts[nth] ?? 0, at) && isDated(at));
  return [0, ...cuts].map((from, nth) => pieces.slice(from, cuts[nth]));
};

/** "make the counter white and the stage 7 by 4": each element with what is said after it. */
const byElement = (pieces: Clause['pieces'], { world, turn }: Reading): readonly Clause['pieces'][] => {
  if (turn.scope.kind === 'new') return [pieces];
  const mention = mentionIn(
    pieces.map(({ text }) => text),
    world,
  );
  if (mention.kind !== 'found' || mention.ids.length < 2) return [pieces];
  const spans = mention.candidates
    .filter(({ id }) => mention.ids.includes(id))
    .map(({ matched }) => ({ from: Math.min(...matched), to: Math.max(...matched) + 1 }))
    .sort((a, b) => a.from - b.from);
  const parts: Clause['pieces'][] = [];
  let from = 0;
  spans.forEach((span, nth) => {
    const next = spans[nth + 1];
    const said = pieces.slice(span.to, next?.from);
    const probe = { pieces: said, used: new Set<number>() };
    const says = said.some(({ kind }) => kind === 'number') || readColours(probe, '').length > 0;
    if (!next || !says) return;
    // The small words before the next name go with it.
    let to = next.from;
    while (to > span.to && ['the', 'and', 'את', 'ואת', 'ו'].includes(pieces[to - 1]?.text ?? '')) to -= 1;
    parts.push(pieces.slice(from, to));
    from = to;
  });
  return [...parts, pieces.slice(from)];
};

const mentionIn = (tokens: readonly string[], world: SkillWorld): Mention =>
  resolveMention(
    tokens,
    scopeElements(world).map(({ id, name, aliases }) => ({
      id,
      names: [name.he, name.en, ...aliases].flatMap((each) => each ?? []),
    })),
    isKnownWord,
  );

const everything = new Set(['everything', 'הכל', 'הכול', 'כולמ', 'project', 'הפרויקט', 'פרויקט']);

const clauseOf = (pieces: Clause['pieces'], { world, turn }: Reading, before: readonly string[]): Clause => {
  const used = new Set<number>();
  const account = { pieces, used };
  const verbs: VerbClass[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const found = verbAt(pieces, at);
    if (!found) continue;
    verbs.push(found.verb);
    useAll(account, range(found.from, found.to));
    at = found.to - 1;
  }
  const tokens = pieces.map((piece, at) => (used.has(at) && !verbs.includes('rename') ? '#' : piece.text));
  const isNew = turn.scope.kind === 'new';
  const mention = isNew ? standingBy(pieces, tokens, world) : mentionIn(tokens, world);
  const chosen = turn.scope.kind === 'elements' ? turn.scope.ids : [];
  const candidates = mention.kind === 'none' ? [] : mention.candidates;
  const named =
    mention.kind === 'found' ? mention.ids : candidates.map(({ id }) => id).filter((id) => chosen.includes(id));
  const saysTask = pieces.some(isTaskWord);
  if (!saysTask) for (const { id, matched } of candidates) if (named.includes(id)) useAll(account, matched);
  const saysEverything = turn.scope.kind === 'project' || pieces.some(({ text }) => everything.has(text));
  pieces.forEach(({ text }, at) => {
    if (everything.has(text)) used.add(at);
  });
  return {
    pieces,
    used,
    verbs,
    tokens,
    text: turn.text,
    targets:
      named.length > 0
        ? named
        : chosen.length > 0 && before.length === 0
          ? chosen
          : before.length > 0
            ? before
            : chosen,
    isNamed: named.length > 0,
    saysTask: saysTask || turn.entity === 'task',
    saysPrice: pieces.some(isPriceWord),
    saysEverything,
  };
};

/** Of something new, only what it stands by may be there already: "עמדת קפה ליד הבר". */
const standingBy = (pieces: Clause['pieces'], tokens: readonly string[], world: SkillWorld): Mention => {
  const place = pieces.findIndex((piece) => placeAt(piece));
  const mention = mentionIn(place < 0 ? [] : tokens.map((token, at) => (at > place ? token : '#')), world);
  return mention.kind === 'found' && mention.ids.length === 1 ? mention : { kind: 'none' };
};

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);
