import { formsOf, type Held, headForms, shortForms } from '../../reading/marks.ts';
import { literal } from '../../reading/quotes.ts';
import { amountPattern, dayPattern, emailPattern, isPhone, phonePattern } from '../../reading/said-values.ts';
import { translationsOf } from '../../reading/translations.ts';

/** One thing that was said of a new row, and of what kind it is. */
export type Atom = {
  readonly kind: 'named' | 'value' | 'day' | 'days' | 'amount' | 'phone' | 'email' | 'state' | 'text';
  readonly said: string;
  /** The columns it may belong to; absent: its kind decides. */
  readonly columns?: readonly string[];
  /** The same as its column writes it. */
  readonly value?: string;
  /** The second of two days. */
  readonly until?: string;
  /** A word beside it that names no column by itself: "a night". */
  readonly hint?: string;
};

const glue =
  /^(?:with|for|at|on|by|from|the|an?|and|of|in|is|was|are|has|have|his|her|its|their|named|called|who|which|whose|he|she|it|they|also|to|per|as|will|be|me|please|thanks|thank you|אצל|עם|של|את|ה|ו|ב|ל|מ|היא|הוא|הם|גם|לו|לה|עד|בבקשה|תודה)$/iu;

/** Words for what is paid and what is not; the column's own word is found by its table. */
const states: readonly (readonly [RegExp, 'paid' | 'unpaid'])[] = [
  [
    /^(?:(?:is |has |was )?(?:not|isn'?t|hasn'?t|wasn'?t|havent|hasnt|isnt) (?:been )?(?:yet )?paid(?: yet| for)?|unpaid|still open|to be paid)(?![\p{L}])/iu,
    'unpaid',
  ],
  [/^(?:עוד |עדיין )?(?:לא|טרם) (?:שולם|שולמה|שילם|שילמה|שילמו)(?: עדיין| עוד)?(?![\p{L}])/u, 'unpaid'],
  [/^(?:(?:is |has |was )?paid(?: in full| for)?)(?![\p{L}])/iu, 'paid'],
  [/^(?:שולם|שולמה|שילם|שילמה|שילמו)(?![\p{L}])/u, 'paid'],
];

/** How a column may be said in a list of values: by its name, short, in the plural or in the other language. */
export const columnWords = (name: string): readonly string[] => {
  const head = name.toLowerCase().replace(/[?:*.]+$/u, '');
  const words = [head, ...formsOf(head), ...shortForms(name), ...headForms(name), ...translationsOf(head)];
  return [...new Set([...words, ...words.flatMap((word) => (word.includes(' ') ? [] : [`${word} number`]))])];
};

type Known = {
  readonly columns: readonly string[];
  readonly held: readonly Held[];
  /** Words that lead to a column whose name is another: "starts" to the day somebody joined. */
  readonly leads?: ReadonlyMap<string, string>;
  /** All that stands in each column. */
  readonly values?: ReadonlyMap<string, readonly string[]>;
};

/** Reads a list of values. Nothing is passed over but small words; what is not known stays as a text. */
export const readAtoms = (list: string, known: Known): readonly Atom[] => {
  const atoms: Atom[] = [];
  for (const part of partsOf(withPlainDays(list))) {
    if (isLeftEmpty(part, known)) continue;
    const told = toldOf(part, known);
    if (told) {
      atoms.push(told);
      continue;
    }
    const found = atomsOf(part, known);
    // "Book room for training": small words inside one text part nothing.
    const isText = found.length > 1 && found.every(({ kind }) => kind === 'text');
    atoms.push(...(isText ? [{ kind: 'text' as const, said: part }] : found));
  }
  return atoms;
};

/** "From Thornby", "goes with Maureen", "no theory yet": a small word that says of which column it is. */
/** "No crates": the column stays empty. A column of yes and no says no there. */
const isLeftEmpty = (part: string, { columns, values = new Map() }: Known): boolean => {
  const name = /^(?:no|without(?: an?| any)?|none for|nothing for|בלי|ללא|אין) (?<name>[\p{L} ]+?)(?: yet)?$/iu.exec(
    part,
  )?.groups?.name;
  const [column, other] =
    name === undefined ? [] : columns.filter((each) => columnWords(each).includes(name.toLowerCase()));
  return (
    column !== undefined &&
    other === undefined &&
    !(values.get(column) ?? []).some((value) => /^(?:y|n|yes|no|כן|לא)$/iu.test(value))
  );
};

const toldOf = (part: string, { columns, values = new Map() }: Known): Atom | undefined => {
  const all = columns.flatMap((column) => (values.get(column) ?? []).map((value) => ({ column, value })));
  const atom = (found: typeof all, said: string): Atom | undefined => {
    const [only, other] = found;
    return only && !other ? { kind: 'value', said, columns: [only.column], value: only.value } : undefined;
  };
  const from = /^(?:is |lives |comes )?(?<lead>from|in|at) (?<value>\p{Lu}[\p{L}' -]*)$/u.exec(part)?.groups;
  if (from?.value) {
    const isLed = (column: string) =>
      column
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .includes(from.lead ?? '');
    return atom(
      all.filter(({ column, value }) => value.toLowerCase() === from.value?.toLowerCase() && isLed(column)),
      part,
    );
  }
  const beside = /^(?:goes |is |learns |works |booked )?with (?<name>\p{Lu}\p{L}+)$/u.exec(part)?.groups?.name;
  if (beside !== undefined)
    return atom(
      // Somebody whom many rows name, and not another row of the same kind.
      all.filter(
        ({ column, value }) =>
          value.toLowerCase().split(' ')[0] === beside.toLowerCase() && (values.get(column) ?? []).length < 12,
      ),
      part,
    );
  const missing = /^(?:has |have )?(?:no|not) (?<name>[\p{L} ]+?)(?: yet)?$/iu.exec(part)?.groups?.name;
  if (missing === undefined) return undefined;
  const named = columns.filter((column) => columnWords(column).includes(missing.toLowerCase()));
  const [column = '', other] = named;
  const said = values.get(column) ?? [];
  const isFlag = other === undefined && said.every((value) => /^(?:y|n|yes|no|כן|לא)$/iu.test(value));
  return isFlag
    ? atom(
        said.filter((value) => /^(?:n|no|לא)$/iu.test(value)).map((value) => ({ column, value })),
        part,
      )
    : undefined;
};

/** "Dec 2, 2026" is one day. */
const withPlainDays = (list: string): string =>
  list.replace(
    /(?<![\p{L}])((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?) (\d{1,2})(?:st|nd|rd|th)?, (\d{4})(?!\d)/giu,
    (_all, month: string, day: string, year: string) => `${day} ${month.replace('.', '')} ${year}`,
  );

/** Parted by commas, semicolons and ends of sentences; a comma inside a number parts nothing. */
const partsOf = (list: string): readonly string[] =>
  list
    .split(
      /(?<!\d),|,(?!\d{3}(?!\d))|;|\n|\s[-–—]\s|(?<=[\p{L}\d)])\.(?:\s+|$)(?<!(?:^|\s)(?:mr|mrs|ms|dr|st|prof)\.\s+)/iu,
    )
    .map((part) => part.trim().replace(/^[\s.:-]+|[\s.!]+$/gu, ''))
    .filter((part) => part !== '');

const atomsOf = (part: string, known: Known): readonly Atom[] => {
  const atoms: Atom[] = [];
  let rest = part;
  let unread: string[] = [];
  let isBesideValue = false;
  const close = () => {
    if (unread.length > 0) atoms.push({ kind: 'text', said: unread.join(' ') });
    unread = [];
  };
  while (rest !== '') {
    const found = firstAtom(rest, known) ?? (rest === part ? toldFirst(part, known) : undefined);
    const word = /^\S+/u.exec(rest)?.[0] ?? rest;
    const isLast = found !== undefined && rest.slice(found.length).trim() === '';
    // "Coco guinea pig": a kind of thing behind one unknown name.
    const isKindBehind = isLast && unread.length === 1 && found.isKind === true;
    if (found && unread.length > 0 && found.atom.kind === 'value' && !isBesideValue && !isKindBehind) {
      // "Green Valley": part of a longer text that nobody knows is not that value.
      unread.push(rest.slice(0, found.length).trim());
      rest = rest.slice(found.length).trim();
      continue;
    }
    if (found) {
      close();
      atoms.push(found.atom);
      rest = rest.slice(found.length).trim();
      isBesideValue = found.atom.kind !== 'value';
      continue;
    }
    if (glue.test(word)) {
      close();
      isBesideValue = false;
    } else {
      const before = atoms.at(-1);
      // The same from the other side, unless a small word stands between.
      if (
        unread.length === 0 &&
        before?.kind === 'value' &&
        !isBesideValue &&
        /\p{L}/u.test(word) &&
        endsAt(part, rest, before.said)
      ) {
        atoms.pop();
        unread.push(before.said);
      }
      unread.push(word);
      isBesideValue = false;
    }
    rest = rest.slice(word.length).trim();
  }
  close();
  return atoms;
};

const endsAt = (part: string, rest: string, said: string): boolean =>
  part
    .slice(0, part.length - rest.length)
    .trimEnd()
    .toLowerCase()
    .endsWith(said.toLowerCase());

type Found = { readonly atom: Atom; readonly length: number; readonly isKind?: boolean };

const at = (source: string, text: string): string | undefined =>
  new RegExp(`^(?:${source})(?=[\\s,;:.)!?]|$)`, 'iu').exec(text)?.[0];

const firstAtom = (rest: string, known: Known): Found | undefined =>
  timeFirst(rest, known) ?? namedFirst(rest, known) ?? valueFirst(rest, known) ?? plainFirst(rest, known);

/** "At 10:30", of the one column that holds times of day; a time has no part of a number in it. */
const timeFirst = (rest: string, { columns, values = new Map() }: Known): Found | undefined => {
  const said = /^(?:at |ב-?|בשעה )?(?<time>\d{1,2}:\d\d)(?!\d)(?: ?(?:h|hrs|o'?clock))?/iu.exec(rest);
  const time = said?.groups?.time;
  if (!said || time === undefined) return undefined;
  const [column, other] = columns.filter((each) => {
    const held = values.get(each) ?? [];
    return held.length > 0 && held.every((value) => /^\d{1,2}:\d\d$/.test(value));
  });
  if (column === undefined || other !== undefined) return undefined;
  const isPadded = (values.get(column) ?? []).some((value) => /^0\d:/.test(value));
  const value = isPadded ? time.padStart(5, '0') : time;
  return { atom: { kind: 'value', said: time, columns: [column], value }, length: said[0].length };
};

type HeadSaid = { readonly column: string; readonly head: string; readonly isPart?: true };

/** The one column whose name the words begin with. */
const headFirst = (rest: string, known: Known): HeadSaid | undefined => {
  const said = known.columns
    .flatMap((column) => [...columnWords(column), ...shortenedIn(column, rest)].map((word) => ({ column, word })))
    .concat([...(known.leads ?? [])].map(([word, column]) => ({ column, word })))
    .filter(({ word }) => new RegExp(`^[ובל]?ה?${literal(word)}(?![\\p{L}\\p{N}])`, 'iu').test(rest))
    .toSorted((a, b) => b.word.length - a.word.length);
  const part = said.length > 0 ? undefined : partOfHead(rest, known);
  if (part) return part;
  const [longest] = said;
  const meant = said.filter(({ word }) => word === longest?.word);
  // "Date" is the column of that name before it is a due date.
  const exact = meant.filter(({ column, word }) => column.toLowerCase() === word);
  const columns = [...new Set((exact.length > 0 ? exact : meant).map(({ column }) => column))];
  const [column, other] = columns;
  if (longest === undefined || column === undefined || other !== undefined) return undefined;
  return { column, head: new RegExp(`^[ובל]?ה?${literal(longest.word)}`, 'iu').exec(rest)?.[0] ?? '' };
};

/** "Cost" of the one column that is headed Purchase cost. */
const partOfHead = (rest: string, { columns }: Known): HeadSaid | undefined => {
  const head = /^\p{L}{3,}(?=\s)/u.exec(rest)?.[0];
  if (head === undefined || glue.test(head)) return undefined;
  const fits = (column: string) => new RegExp(`(?<![\\p{L}])${literal(head)}(?![\\p{L}])`, 'iu').test(column);
  const [column, other] = columns.filter(fits);
  return column === undefined || other !== undefined ? undefined : { column, head, isPart: true };
};

/** "Estimate" of a column that is headed "Est.". */
const shortenedIn = (column: string, rest: string): readonly string[] => {
  const short = /^(\p{L}{3,})\.(?:\s|$)/u.exec(column)?.[1]?.toLowerCase();
  const word = /^\p{L}+/u.exec(rest)?.[0]?.toLowerCase();
  return short !== undefined && word !== undefined && word !== short && word.startsWith(short) ? [word] : [];
};

/** "Phone: 052-661", "deposit 20", "יום ג": the column is said before its value. */
const namedFirst = (rest: string, known: Known): Found | undefined => {
  const found = headFirst(rest, known);
  if (!found) return undefined;
  const { column, head } = found;
  const own = heldFirst(rest, { ...known, held: known.held.filter((each) => each.column === column) });
  // "Sprint 8" is what the column Sprint says.
  if (own && own.length > head.length) return own;
  const after = rest.slice(head.length);
  const explicit = /^\s*(?:[:=]|(?:is|are|was|will be|should be|הוא|היא|יהיה|תהיה)(?=\s))\s*/iu.exec(after)?.[0];
  if (explicit !== undefined) {
    const value = after.slice(explicit.length).trim();
    return value === '' ? undefined : { atom: { kind: 'named', said: value, columns: [column] }, length: rest.length };
  }
  const gap = /^\s+(?:(?:on|at|of|from|the|no\.?|#|ב-?|ל-?|ב(?=\d))\s*)?/iu.exec(after)?.[0];
  if (gap === undefined) return undefined;
  const value = after.slice(gap.length);
  const held = heldFirst(value, { ...known, held: known.held.filter((each) => each.column === column) });
  const next = held ?? plainFirst(value, known);
  if (!next || next.atom.kind === 'state' || next.atom.kind === 'days') return undefined;
  return {
    atom: { ...next.atom, kind: next.atom.kind === 'value' ? 'value' : 'named', columns: [column] },
    length: head.length + gap.length + next.length + unitBehind(value.slice(next.length), column),
  };
};

/** "10 hours" of a column of hours. */
const unitBehind = (after: string, column: string): number => {
  const unit = /^\s+(\p{L}+)/u.exec(after);
  return unit && units.test(unit[1] ?? '') && !columnWords(column).includes(unit[1] ?? '') ? unit[0].length : 0;
};

/** "Description Loose skirting board": a column, and whatever is told of it. */
const toldFirst = (part: string, known: Known): Found | undefined => {
  // Any text may be told of a column whose whole name is said.
  const head = headFirst(part, known);
  const found = head?.isPart ? undefined : head;
  const value = found ? part.slice(found.head.length).trim() : '';
  // "Service charge" is a thing of that name.
  const isThing = /^\p{Lu}/u.test(part) && /^\p{Ll}/u.test(value);
  const kind = plainFirst(value, known)?.atom.kind;
  return found && value !== '' && !isThing && kind !== 'days' && kind !== 'state'
    ? { atom: { kind: 'named', said: value, columns: [found.column] }, length: part.length }
    : undefined;
};

/** "20 deposit", "460 a month": the column is said behind a number. */
const valueFirst = (rest: string, known: Known): Found | undefined => {
  const number = at(amountPattern, rest);
  if (number === undefined || at(dayPattern, rest) !== undefined) return undefined;
  const after = rest.slice(number.length);
  for (const column of known.columns) {
    for (const word of columnWords(column).toSorted((a, b) => b.length - a.length)) {
      const unit = units.test(/^\s+(\p{L}+)/u.exec(after)?.[1] ?? '') ? '(?:\\p{L}+ )?' : '';
      const found = new RegExp(
        `^\\s+${unit}(?:of |for (?:the )?|as (?:a )?|ל?)${literal(word)}(?![\\p{L}\\p{N}])`,
        'iu',
      ).exec(after)?.[0];
      if (found !== undefined)
        return { atom: { kind: 'named', said: number, columns: [column] }, length: number.length + found.length };
    }
  }
  const hint = /^\s+((?:a|per|each|an|every|for a) \p{L}+|ל\p{L}{3,}|לכל \p{L}+|\p{L}+)/iu.exec(after);
  const unit = hint?.[1] ?? '';
  // A word behind a number may be its unit where a column is of that unit: minutes of a length.
  const isUnit = /^(?:a|per|each|an|every|for a) |^ל/iu.test(unit) || units.test(unit);
  return hint && isUnit
    ? { atom: { kind: 'amount', said: number, hint: unit }, length: number.length + hint[0].length }
    : undefined;
};
const units =
  /^(?:minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|kg|kilos?|km|miles|people|persons|guests|seats|tickets|pieces|pcs|units?|boxes|bags|bottles|דקות|דק|שעות|ימים|לילות|ק״ג|קילו|ק״מ|אנשים|יחידות|כרטיסים)$/iu;

const plainFirst = (rest: string, known: Known): Found | undefined => {
  const email = at(emailPattern, rest);
  if (email !== undefined) return { atom: { kind: 'email', said: email }, length: email.length };
  const quoted = /^"([^"]+)"/u.exec(rest);
  if (quoted) return { atom: { kind: 'text', said: quoted[1] ?? '' }, length: quoted[0].length };
  const span = new RegExp(
    `^(?<from>${dayPattern.replaceAll('\\1', '\\k<s1>').replace('([/.-])', '(?<s1>[/.-])')}) ?(?:to|till|until|-|–|עד) ?(?<to>${dayPattern.replaceAll('\\1', '\\k<s2>').replace('([/.-])', '(?<s2>[/.-])')})(?=[\\s,;.]|$)`,
    'iu',
  ).exec(rest);
  if (span?.groups)
    return {
      atom: { kind: 'days', said: span.groups.from ?? '', until: span.groups.to ?? '' },
      length: span[0].length,
    };
  const day = at(`(?:ב-? ?)?(?:${dayPattern}|\\d{1,2}/\\d{1,2})`, rest);
  if (day !== undefined) return { atom: { kind: 'day', said: day.replace(/^ב-? ?(?=\d)/u, '') }, length: day.length };
  const phone = at(phonePattern, rest);
  if (phone !== undefined && isPhone(phone)) return { atom: { kind: 'phone', said: phone }, length: phone.length };
  for (const [pattern, state] of states) {
    const found = pattern.exec(rest)?.[0];
    // A word of the table itself comes first: its own spelling is what stands there.
    if (found !== undefined && !heldFirst(rest, known, found.length + 1))
      return { atom: { kind: 'state', said: found, value: state }, length: found.length };
  }
  const held = heldFirst(rest, known);
  if (held) return held;
  const amount = at(amountPattern, rest);
  return amount === undefined ? undefined : { atom: { kind: 'amount', said: amount }, length: amount.length };
};

/** The longest value of the table that the words begin with. */
const heldFirst = (rest: string, { held }: Known, atLeast = 1): Found | undefined => {
  const found = held
    .flatMap(({ column, value }) =>
      [value.trim(), ...formsOf(value.trim())].map((form) => ({ column, value: value.trim(), form })),
    )
    .flatMap((each) => {
      const said = new RegExp(
        `^(?:[ובלה](?=\\p{Script=Hebrew}{2}))?${literal(each.form)}(?![\\p{L}\\p{N}])`,
        'iu',
      ).exec(rest)?.[0];
      return said === undefined || said.length < atLeast || /^\d+$/.test(said) ? [] : [{ ...each, said }];
    })
    .toSorted((a, b) => b.said.length - a.said.length);
  const [longest] = found;
  if (longest === undefined) return undefined;
  const same = found.filter(({ said }) => said.length === longest.said.length);
  // As it stands before as one of many: "cats" is none where "cat" and "cats" are both there.
  const exact = same.filter(({ form, value }) => form.toLowerCase() === value.toLowerCase());
  const meant = exact.length > 0 ? exact : same;
  const values = new Set(meant.map(({ value }) => value.toLowerCase()));
  if (values.size > 1) return undefined;
  return {
    atom: {
      kind: 'value',
      said: longest.said,
      value: meant[0]?.value ?? '',
      columns: [...new Set(meant.map(({ column }) => column))],
    },
    length: longest.said.length,
    isKind: meant.every(({ column }) => /(?:^|\s)(?:species|kind|type|category|breed|סוג|מין|קטגוריה)$/iu.test(column)),
  };
};
