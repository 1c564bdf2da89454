import { err, ok, type Result } from '@atelier/kernel/core';
import { projectOf } from '../fold/records.ts';
import { tokensOf, variantsOf } from '../language/normalise.ts';
import { recipeFor, recipeOfName } from '../recipes/make.ts';
import { isKnownWord } from '../scope/known-words.ts';
import { resolveMention } from '../scope/resolve.ts';
import type { SkillWorld } from '../skills/world.ts';
import {
  durationUnit,
  isAnother,
  isDayGlue,
  isGlue,
  isNameless,
  isPriceWord,
  isTaskWord,
  milestoneAt,
  placeAt,
  saysAnother,
  saysEarlier,
  sideOfVerb,
  verbAt,
} from './change-words.ts';
import { rawOf, readColours, runsOf, unusedIn, useAll } from './clause.ts';
import { readDate, shiftDay, weekdayFrom } from './dates.ts';
import { countAt } from './lex.ts';
import { itemNamed, linesNamed, tasksNamed } from './lines-named.ts';
import type { Clause, Reading } from './read-change.ts';
import { type Axis, axisAt, isMoney, isPercent, measuresIn, millimetres, readSizes } from './sizes.ts';
import type { NotRead, Wish } from './wishes.ts';

type Read = Result<readonly Wish[], NotRead> | undefined;
type Reader = (clause: Clause, reading: Reading) => Read;

const one = (wish: Wish): Read => ok([wish]);
const useWhere = (clause: Clause, isUsed: (at: number) => boolean): void =>
  useAll(
    clause,
    clause.pieces.flatMap((_, at) => (isUsed(at) ? [at] : [])),
  );

/** "/task …", "תוסיף משימה: …" */
const addTask: Reader = (clause, { turn, world }) => {
  const isCommand = turn.entity === 'task';
  if (!clause.saysTask || (!isCommand && !clause.verbs.includes('add'))) return undefined;
  if (isCommand && clause.verbs.some((verb) => verb === 'remove')) return undefined;
  useWhere(clause, (at) => isTaskWord(clause.pieces[at]));
  const minutes = readDuration(clause);
  const quoted = clause.pieces.findIndex(({ kind }) => kind === 'quoted');
  if (quoted >= 0) {
    useAll(clause, clause.pieces.keys());
    return one({ do: 'addTask', title: clause.pieces[quoted]?.raw ?? '', elementIds: clause.targets, ...minutes });
  }
  // A task's title is free text: what was said after the command is the title.
  const words = isCommand
    ? [...clause.pieces.keys()].filter((at) => !clause.used.has(at) || clause.verbs.length === 0)
    : unusedIn(clause);
  const [run] = runsOf({ pieces: clause.pieces, used: isCommand ? new Set() : clause.used }, words);
  if (!run || rawOf(clause, clause.text, run).length > 200) return undefined;
  useAll(clause, run);
  const elements = clause.targets.filter((id) => world.records.element.has(id));
  return one({ do: 'addTask', title: rawOf(clause, clause.text, run), elementIds: elements, ...minutes });
};

const readDuration = (clause: Clause): { readonly minutes?: number } => {
  for (const [at, piece] of clause.pieces.entries()) {
    const unit = durationUnit(clause.pieces[at + 1]);
    const count = piece.kind === 'number' ? piece.milli : (countAt(piece) ?? 0) * 1_000;
    if (unit === undefined || count === 0 || clause.used.has(at)) continue;
    useAll(clause, [at, at + 1]);
    return { minutes: Math.round((count * unit) / 1_000) };
  }
  return {};
};

/** "הורד את משימת הצביעה", "set the painting task to 4 hours" */
const aboutTask: Reader = (clause, { world }) => {
  const isRemoved = clause.verbs.includes('remove');
  const time = isRemoved ? {} : readDuration(clause);
  if (!clause.saysTask && time.minutes === undefined) return undefined;
  const { mention } = tasksNamed(clause.tokens, world);
  if (mention.kind === 'none') return undefined;
  const ids = mention.kind === 'found' ? mention.ids : mention.candidates.map(({ id }) => id);
  // "The painting task" of a wall and of a counter: which one is for a person to say.
  if (ids.length > 1 || mention.kind === 'ambiguous') return err({ code: 'SEVERAL', entity: 'task', ids });
  for (const candidate of mention.candidates) if (ids.includes(candidate.id)) useAll(clause, candidate.matched);
  useWhere(clause, (at) => isTaskWord(clause.pieces[at]));
  if (isRemoved) return one({ do: 'remove', entity: 'task', ids });
  return time.minutes === undefined ? undefined : one({ do: 'setTask', ids, minutes: time.minutes });
};

/** "תקרא לקיר לוגו קיר ספונסרים", "rename the logo wall to sponsor wall" */
const rename: Reader = (clause, { world }) => {
  if (!clause.verbs.includes('rename')) return undefined;
  const [id, ...others] = clause.targets;
  if (id === undefined || others.length > 0) return missing(clause);
  const quoted = clause.pieces.findLastIndex(({ kind }) => kind === 'quoted');
  // 'rename "Media wall" to …': the first of two is what it is called now.
  const { name, aliases = [] } = world.records.element.get(id) ?? {};
  const called = new Set([name?.he, name?.en, ...aliases].map((each) => tokensOf(each ?? '').join(' ')));
  useWhere(clause, (at) => at < quoted && called.has(tokensOf(clause.pieces[at]?.raw ?? '').join(' ')));
  const runs = runsOf(clause, unusedIn(clause));
  const run = quoted >= 0 ? [quoted] : runs.at(-1);
  if (!run || (quoted < 0 && runs.length !== 1)) return undefined;
  useAll(clause, run);
  const to = (quoted >= 0 ? (clause.pieces[quoted]?.raw ?? '') : rawOf(clause, clause.text, run)).replace(
    /^(ל-?|to\s)/,
    '',
  );
  return to === '' || to.length > 120 ? undefined : one({ do: 'rename', id, to });
};

/** "תדחה את ההקמה ב-3 ימים", "push the install to Tuesday" */
const moveDay: Reader = (clause, { world, turn }) => {
  // "האירוע ב-14.2.2027" says a day without any verb.
  const isTold = clause.verbs.length === 0 && !clause.isNamed && !clause.saysTask;
  if (!clause.verbs.includes('move') && !isTold) return undefined;
  const at = clause.pieces.findIndex((piece) => milestoneAt(piece));
  const path = milestoneAt(clause.pieces[at]);
  const date = path && readDate(clause.pieces, turn.today);
  if (!path || !date || (isTold && date.kind !== 'on')) return undefined;
  useAll(clause, [at, ...date.used]);
  const isBack = saysEarlier(clause.pieces);
  useWhere(clause, (each) => isDayGlue(clause.pieces[each]));
  const now = projectOf(world.records)[path];
  if (date.kind === 'on') return one({ do: 'moveDay', path, date: date.date });
  if (!now) return err({ code: 'NO_DATE', path });
  if (date.kind === 'shift') return one({ do: 'moveDay', path, date: shiftDay(now, isBack ? -date.days : date.days) });
  return one({ do: 'moveDay', path, date: weekdayFrom(now, date.weekday, isBack ? -1 : 1) });
};

/** "להוזיל ב-10%", "תוריד 10 אחוז מהמחיר של הבמה" */
const cheaper: Reader = (clause) => {
  const at = clause.pieces.findIndex((piece, nth) => piece.kind === 'number' && isPercent(clause.pieces, nth + 1));
  const isAsked = clause.verbs.includes('cheaper');
  const isCut =
    (clause.verbs.includes('remove') || clause.verbs.includes('shrink')) &&
    at >= 0 &&
    (clause.saysPrice || clause.isNamed);
  if (!isAsked && !isCut) return undefined;
  if (at >= 0) useAll(clause, [at, at + 1]);
  useWhere(clause, (each) => isPriceWord(clause.pieces[each]));
  const bps = at < 0 ? {} : { bps: Math.round((clause.pieces[at]?.milli ?? 0) / 10) };
  return one({ do: 'cheaper', ids: clause.saysEverything ? [] : clause.targets, ...bps });
};

/** "תחליף את הדיקט ב-MDF", "במקום ויניל תשים הדפסה" */
const swap: Reader = (clause, { world }) => {
  if (!clause.verbs.includes('swap')) return undefined;
  const { mention } = linesNamed(clause.tokens, world, clause.targets);
  if (mention.kind === 'none') return undefined;
  const [best] = mention.candidates;
  if (!best) return undefined;
  // Every line of the same material, wherever it is used: they were named by the same words.
  const same = mention.candidates.filter(({ matched }) => matched.join() === best.matched.join());
  const lineIds = same.map(({ id }) => id).filter((id) => world.records.materialLine.has(id));
  if (lineIds.length === 0) return undefined;
  useAll(clause, best.matched);
  const rest = clause.tokens.map((token, at) => (clause.used.has(at) ? '#' : token));
  const item = itemNamed(rest);
  if (!item) return err({ code: 'UNKNOWN_MATERIAL', words: rawOf(clause, clause.text, unusedIn(clause)) });
  useAll(clause, item.matched);
  return one({ do: 'swap', lineIds, to: item.sku });
};

/** "תעדכן את המחיר של הדיקט ל-310" */
const setPrice: Reader = (clause, { world }) => {
  if (!clause.saysPrice || !['set', 'grow', 'shrink'].some((verb) => clause.verbs.includes(verb as never)))
    return undefined;
  const numbers = clause.pieces.flatMap((piece, at) =>
    piece.kind === 'number' && !isPercent(clause.pieces, at + 1) ? [at] : [],
  );
  const [at, ...others] = numbers;
  const { mention } = linesNamed(clause.tokens, world, clause.isNamed ? clause.targets : []);
  if (at === undefined || others.length > 0 || mention.kind === 'none') return undefined;
  const [best] = mention.candidates;
  const same = mention.candidates.filter(({ matched }) => matched.join() === best?.matched.join()).map(({ id }) => id);
  const lineIds = same.filter((id) => world.records.materialLine.has(id));
  if (!best || lineIds.length === 0) return undefined;
  useAll(clause, [...best.matched, at]);
  useWhere(
    clause,
    (each) =>
      isPriceWord(clause.pieces[each]) ||
      (Math.abs(each - at) === 1 && isMoney(clause.pieces, at) && !isGlue(clause.pieces[each])),
  );
  return one({ do: 'setPrice', lineIds, unitCostMinor: Math.round((clause.pieces[at]?.milli ?? 0) / 10) });
};

/** "remove the arch", "בלי שטיח" */
const remove: Reader = (clause, { world }) => {
  if (!clause.verbs.includes('remove')) return undefined;
  const left = unusedIn(clause);
  if (clause.isNamed && left.length === 0) return one({ do: 'remove', entity: 'element', ids: clause.targets });
  const tokens = clause.tokens.map((token, at) => (clause.used.has(at) ? '#' : token));
  const { mention, lines } = linesNamed(tokens, world, clause.targets);
  if (mention.kind !== 'none') {
    const [best] = mention.candidates;
    const same = mention.candidates.filter(({ matched }) => matched.join() === best?.matched.join());
    if (!best) return undefined;
    useAll(clause, best.matched);
    if (same.length > 1) return err({ code: 'SEVERAL', entity: 'line', ids: same.map(({ id }) => id) });
    const entity = world.records.materialLine.has(best.id) ? 'materialLine' : 'workLine';
    return lines.has(best.id) ? one({ do: 'remove', entity, ids: [best.id] }) : undefined;
  }
  const { mention: task } = tasksNamed(tokens, world);
  if (task.kind === 'found' && task.ids.length === 1) {
    for (const { id, matched } of task.candidates) if (task.ids.includes(id)) useAll(clause, matched);
    return one({ do: 'remove', entity: 'task', ids: task.ids });
  }
  // "Remove it": nothing else was named. Anything that was named and is not known must be said.
  return left.length === 0 && clause.targets.length > 0 && !clause.isNamed
    ? one({ do: 'remove', entity: 'element', ids: clause.targets })
    : undefined;
};

/** Of a stage, a floor or a booth the second figure is its depth. */
const isGround = (id: string, { records }: SkillWorld): boolean => {
  const element = records.element.get(id);
  return element !== undefined && recipeFor(element).recipe.isGround === true;
};

const onto = new Set(['to', 'from', 'off', 'the']);
/** "תוסיף 30 ס״מ לגובה של הקיר", "תוריד 20 ס״מ מהרוחב", "תוריד את הגובה ל-2 מטר" */
const resize: Reader = (clause, { world, turn }) => {
  const [verb, ...others] = clause.verbs;
  if (others.length > 0 || (verb !== 'add' && verb !== 'remove') || turn.scope.kind === 'new') return undefined;
  const sides = clause.pieces.flatMap((piece, at) => (axisAt(piece) ? [at] : []));
  const numbers = clause.pieces.flatMap(({ kind }, at) => (kind === 'number' ? [at] : []));
  const [side = -1, number = -1] = [sides[0], numbers[0]];
  const [id] = clause.targets;
  if (sides.length !== 1 || numbers.length !== 1 || id === undefined) return undefined;
  const sizes = readSizes(clause.pieces, isGround(id, world));
  const [size, ...more] = Object.entries(sizes.dims) as [Axis, number][];
  if (!size || more.length > 0 || sizes.grow.length > 0) return undefined;
  useAll(clause, sizes.used);
  const [axis, mm] = size;
  const text = clause.pieces[side]?.text ?? '';
  const isTo = verb === 'remove' && ['ל', 'to'].includes(clause.pieces[number - 1]?.text ?? '') && side < number;
  const isBy = side > number && (/^[למ]/.test(text) || onto.has(clause.pieces[side - 1]?.text ?? ''));
  if (!isTo && !isBy) return undefined;
  const grow = isTo ? [] : [{ axes: [axis], byMm: verb === 'add' ? mm : -mm }];
  return one({ do: 'set', ids: clause.targets, colours: [], dims: isTo ? { [axis]: mm } : {}, grow });
};

/** "תחזיר את עמדת הצילום" */
const restore: Reader = (clause, { world }) => {
  if (!clause.verbs.includes('restore')) return undefined;
  const gone = [...world.records.element.values()].filter(({ tombstone }) => tombstone !== null);
  const named = gone.map(({ id, name, aliases }) => ({
    id,
    names: [name.he, name.en, ...aliases].flatMap((each) => each ?? []),
  }));
  const mention = resolveMention(clause.tokens, named, isKnownWord);
  const [found, ...others] = mention.kind === 'found' ? mention.ids : [];
  if (mention.kind !== 'found' || found === undefined || others.length > 0) return undefined;
  for (const { id, matched } of mention.candidates) if (id === found) useAll(clause, matched);
  return one({ do: 'restore', entity: 'element', ids: [found] });
};

/** "add two blue counters", "תוסיף קיר לוגו 3 על 2.4 מטר" */
const add: Reader = (clause, { turn }) => {
  if (clause.saysTask) return undefined;
  const isAdded =
    clause.verbs.includes('add') ||
    (clause.verbs.includes('want') && saysAnother(clause.pieces)) ||
    turn.entity === 'element';
  if (!isAdded || clause.verbs.some((verb) => verb !== 'add' && verb !== 'want')) return undefined;
  const colours = readColours(clause, clause.text);
  const sizes = readSizes(clause.pieces, false);
  useAll(clause, sizes.used);
  const counted = clause.pieces.findIndex((piece, at) => !clause.used.has(at) && countAt(piece) !== undefined);
  const qty = counted < 0 ? 1 : (countAt(clause.pieces[counted]) ?? 1);
  if (counted >= 0) useAll(clause, [counted]);
  const standing = clause.isNamed ? clause.pieces.findIndex((piece) => placeAt(piece)) : -1;
  if (standing >= 0) useAll(clause, [standing]);
  useWhere(clause, (at) => isAnother(clause.pieces[at]));
  const quoted = clause.pieces.findIndex(({ kind }) => kind === 'quoted');
  const runs = quoted >= 0 ? [[quoted]] : runsOf(clause, unusedIn(clause));
  const [run, ...others] = runs;
  const isAfter =
    turn.entity === 'element' || (run?.[0] ?? 0) > clause.pieces.findIndex((_, at) => verbAt(clause.pieces, at));
  if (!run || !isAfter || others.length > 0 || run.length > 5 || qty < 1 || qty > 999) return undefined;
  if (quoted < 0 && run.some((at) => isNameless(clause.pieces[at]))) return undefined;
  const second = quoted < 0 ? run.findIndex((at, nth) => nth > 0 && andAt(clause.pieces[at]) !== undefined) : -1;
  if (second > 0) return err(oneOrTwo(clause, run, second));
  useAll(clause, run);
  const name = quoted >= 0 ? (clause.pieces[quoted]?.raw ?? '') : rawOf(clause, clause.text, run);
  // Of a stage or a floor the second figure is its depth, and only its name says that it is one.
  const { dims } = readSizes(clause.pieces, recipeOfName(name)?.isGround === true);
  const [elementId] = clause.isNamed ? clause.targets : [];
  const place = placeAt(clause.pieces[standing]);
  // "ליד הבמה" says where it stands; "לבמה" says what it belongs to.
  const where = elementId === undefined ? {} : place ? { near: { elementId, place } } : { parentId: elementId };
  return one({ do: 'add', name, qty, dims, colours, ...where });
};

/** Hebrew words whose own first letter is the one that means "and". */
const bornWithAnd = /^(ויטרינ|וילונ|וידאו|וידיאו|ויניל|ורד|וינטג|וופל|ויסקי|ולקומ|ותיק|וסת)/;
/** What a word says without its "and": nothing for "and" itself; undefined where there is none. */
const andAt = (piece: Clause['pieces'][number] | undefined): string | undefined => {
  if (piece?.kind !== 'word') return undefined;
  if (['and', 'plus'].includes(piece.text)) return '';
  const isJoined = piece.text.startsWith('ו') && piece.text.length >= 4 && !bornWithAnd.test(piece.text);
  return isJoined ? piece.raw.slice(1) : undefined;
};

/** "שני דלפקים וכיסאות בר" may be two things or the name of one: both are offered, and nothing is done. */
const oneOrTwo = (clause: Clause, run: readonly number[], second: number): NotRead => {
  const { pieces, text } = clause;
  const verb = pieces.flatMap((_, at) => verbAt(pieces, at) ?? [])[0];
  const count = pieces.find((piece, at) => !run.includes(at) && countAt(piece) !== undefined);
  const spoken = (indexes: readonly number[]): string => rawOf(clause, text, indexes);
  const head = run.slice(0, second);
  const tail = run.slice(second);
  const rest = [andAt(pieces[tail[0] ?? -1]) ?? '', tail.length > 1 ? spoken(tail.slice(1)) : ''].join(' ').trim();
  const before = count ? `${count.raw} ` : '';
  return {
    code: 'ONE_OR_TWO',
    verb: verb
      ? pieces
          .slice(verb.from, verb.to)
          .map(({ raw }) => raw)
          .join(' ')
      : /[א-ת]/.test(text)
        ? 'תוסיף'
        : 'add',
    whole: `${before}"${spoken(run)}"`,
    things: [`${before}${spoken(head)}`, rest],
  };
};

const sameAs = new Set(tokensOf('כמו כזה כזו כזאת כאלה כאלו like same such'));
/** "תוסיף עוד 2 כאלה", "add 2 more like this": more of what is there, and nothing new. */
const moreOfSame: Reader = (clause, { world }) => {
  const [id, ...others] = clause.targets;
  const isSame = clause.pieces.some(({ text }) => sameAs.has(text));
  if (clause.verbs.join() !== 'add' || !isSame || id === undefined || others.length > 0) return undefined;
  const counted = clause.pieces.findIndex((piece, at) => !clause.used.has(at) && countAt(piece) !== undefined);
  const element = world.records.element.get(id);
  if (!element) return undefined;
  useWhere(clause, (at) => at === counted || sameAs.has(clause.pieces[at]?.text ?? '') || isAnother(clause.pieces[at]));
  const qty = element.qty + (counted < 0 ? 1 : (countAt(clause.pieces[counted]) ?? 1));
  return qty > 999 ? undefined : one({ do: 'set', ids: [id], colours: [], dims: {}, grow: [], qty });
};

/** "אפשר להוסיף פס לד לדלפק?": something from the catalogue, for an element that is there. */
const addLine: Reader = (clause) => {
  const [elementId, ...others] = clause.isNamed ? clause.targets : [];
  if (!clause.verbs.includes('add') || elementId === undefined || others.length > 0) return undefined;
  const item = itemNamed(clause.tokens.map((token, at) => (clause.used.has(at) ? '#' : token)));
  if (!item) return undefined;
  useAll(clause, item.matched);
  const sizes = readSizes(clause.pieces, false);
  useAll(clause, sizes.used);
  const counted = clause.pieces.findIndex((piece, at) => !clause.used.has(at) && countAt(piece) !== undefined);
  if (counted >= 0) useAll(clause, [counted]);
  const count = counted < 0 ? undefined : countAt(clause.pieces[counted]);
  const qtyMilli = sizes.dims.widthMm ?? (count === undefined ? undefined : count * 1_000);
  return one({ do: 'addLine', elementId, sku: item.sku, ...(qtyMilli === undefined ? {} : { qtyMilli }) });
};

const isColourWord = (token: string): boolean =>
  variantsOf(token).some((form) => ['צבע', 'גוונ', 'color', 'colour', 'shade'].includes(form));

const from = new Set(tokensOf('מ from'));
const to = new Set(tokensOf('ל to'));
/** "קיר הלוגו מ-3 ל-3.60": the side that is the first figure now becomes the second. */
const fromTo: Reader = (clause, { world }) => {
  const isSaid = clause.verbs.every((verb) => ['set', 'grow', 'shrink', 'want', 'move'].includes(verb));
  const [id, ...others] = clause.targets;
  const [one_, two, ...more] = measuresIn(clause.pieces);
  if (!isSaid || clause.saysTask || clause.saysPrice || !one_ || !two || more.length > 0) return undefined;
  if (!from.has(clause.pieces[one_.from - 1]?.text ?? '') || !to.has(clause.pieces[two.from - 1]?.text ?? ''))
    return undefined;
  if (id === undefined || others.length > 0) return missing(clause);
  const unit = two.unit ?? one_.unit;
  const [now, mm] = [millimetres(one_, one_.unit ?? unit), millimetres(two, unit)];
  const dims = world.records.element.get(id)?.dims ?? {};
  const sides = clause.pieces.flatMap((piece, at) => (axisAt(piece) ? [at] : []));
  const named = axisAt(clause.pieces[sides[0] ?? -1]) ?? sideOfVerb(clause.pieces);
  const same = (['widthMm', 'heightMm', 'depthMm'] as const).filter((side) => dims[side] === now);
  const axis = named ?? (same.length === 1 ? same[0] : undefined);
  useAll(clause, [...sides, ...range(one_.from - 1, one_.to), ...range(two.from - 1, two.to)]);
  // What it is not now cannot be what is meant.
  if (!axis || sides.length > 1 || (dims[axis] !== undefined && dims[axis] !== now))
    return err({ code: 'WHICH_SIDE', ids: [id], mm });
  return one({ do: 'set', ids: [id], colours: [], dims: { [axis]: mm }, grow: [] });
};
const range = (first: number, end: number): readonly number[] =>
  Array.from({ length: end - first }, (_, at) => first + at);

/** "make it blue", "הדלפק ברוחב 2.6 מטר", "שיהיו 6" */
const set: Reader = (clause, { world }) => {
  // "תחליף את הצבע לשחור": nothing is bought instead, it is only another colour.
  const isRecolour = clause.verbs.join() === 'swap' && clause.tokens.some((token) => isColourWord(token));
  // "תצבע באפור במקום לבן": "instead" sets one colour against the other.
  const isAgainst =
    clause.verbs.includes('swap') &&
    clause.verbs.every((verb) => ['swap', 'set', 'want'].includes(verb)) &&
    clause.verbs.length > 1 &&
    clause.pieces.some(({ text }) => text === 'במקומ' || text === 'instead');
  if (
    (!isRecolour &&
      !isAgainst &&
      clause.verbs.some((verb) => ['remove', 'swap', 'move', 'rename', 'restore', 'add', 'cheaper'].includes(verb))) ||
    clause.saysTask
  )
    return undefined;
  const [first] = clause.targets;
  const colours = readColours(clause, clause.text);
  if ((isRecolour || isAgainst) && colours.length === 0) return undefined;
  const sizes = readSizes(clause.pieces, first !== undefined && isGround(first, world), sideOfVerb(clause.pieces));
  useAll(clause, sizes.used);
  const relative = sizes.grow.length === 0 ? growBy(clause, sizes) : undefined;
  // "תגדיל ל-3": a size is meant, and which one was not said. It is no number of pieces.
  const isSized = clause.verbs.some((verb) => verb === 'grow' || verb === 'shrink');
  const counted = isSized
    ? -1
    : clause.pieces.findIndex((piece, at) => !clause.used.has(at) && countAt(piece) !== undefined);
  const qty = counted < 0 ? undefined : countAt(clause.pieces[counted]);
  if (counted >= 0) useAll(clause, [counted]);
  const dims = relative ? {} : sizes.dims;
  const grow = relative ?? sizes.grow;
  const says = colours.length > 0 || Object.keys(dims).length > 0 || grow.length > 0 || qty !== undefined;
  // "אפשר להגדיל את הבמה?": by how much is asked back.
  const isBare = !says && isSized && clause.isNamed && unusedIn(clause).length === 0;
  const sign = clause.verbs.includes('grow') ? 1 : -1;
  const vague =
    sizes.vague[0] ??
    (isBare ? { axes: [sideOfVerb(clause.pieces) ?? ('widthMm' as const)], byBps: sign * 1_000 } : undefined);
  if (!says && !vague) return undefined;
  if (clause.targets.length === 0) return missing(clause);
  if (vague) return err({ code: 'VAGUE', ids: clause.targets, growth: vague });
  const mm = sizes.isGuess && !relative ? dims.widthMm : undefined;
  if (mm !== undefined && clause.targets.some((id) => isFarFrom(world.records.element.get(id)?.dims.widthMm, mm)))
    return err({ code: 'WHICH_SIDE', ids: clause.targets, mm });
  return one({ do: 'set', ids: clause.targets, colours, dims, grow, ...(qty === undefined ? {} : { qty }) });
};

/** "The floor 15 cm": nothing that is 6 m wide becomes that. Another side is meant, and it was not said which. */
const isFarFrom = (now: number | undefined, mm: number): boolean => now !== undefined && (mm * 4 < now || mm > now * 4);

/** "תגדיל את הבמה ב-2 מטר": what stands after "by" is a difference, not the new size. */
const growBy = (clause: Clause, { dims }: ReturnType<typeof readSizes>) => {
  const sign = clause.verbs.includes('grow') ? 1 : clause.verbs.includes('shrink') ? -1 : 0;
  const [entry, ...others] = Object.entries(dims);
  if (sign === 0 || !entry || others.length > 0) return undefined;
  const number = clause.pieces.findIndex(({ kind }) => kind === 'number');
  if (!['ב', 'by'].includes(clause.pieces[number - 1]?.text ?? '')) return undefined;
  return [{ axes: [entry[0] as 'widthMm'], byMm: sign * entry[1] }];
};

const missing = (clause: Clause): Read =>
  err({ code: 'NEEDS_SCOPE', asked: { why: 'missing', mention: clause.text.slice(0, 200), candidates: [] } });

export const readers: readonly Reader[] = [
  addTask,
  aboutTask,
  rename,
  moveDay,
  cheaper,
  swap,
  setPrice,
  resize,
  restore,
  remove,
  moreOfSame,
  addLine,
  add,
  fromTo,
  set,
];
