import type { Json } from '@atelier/kernel/core';
import { priceProject } from '../accounting/accounting.ts';
import type { Issue } from '../domain/findings.ts';
import type { PatchOp } from '../domain/patch.ts';
import { isTempId } from '../domain/primitives.ts';
import { entityAt, liveOf, projectOf, type Records } from '../fold/records.ts';
import { distance } from '../language/distance.ts';
import { normalise, stemOf, tokensOf } from '../language/normalise.ts';
import { sameValue, valueAt } from '../patch/values.ts';
import { fieldName } from '../words/fields.ts';
import { about, moneyText, percentText, textIn } from '../words/format.ts';
import { both, issue } from '../words/issue.ts';
import type { RuleInput } from './context.ts';
import { elementsOf, entityNames, labelOf } from './names.ts';

/** Rules that ask a person to look again: V10–V17. Only V11 with a named scope, and V15, refuse. */
export const checkCare = (input: RuleInput): readonly Issue[] => [
  ...priceImpact(input),
  ...scopeMismatch(input),
  ...duplicates(input),
  ...bulkTombstones(input),
  ...drift(input),
  ...unexplainedDrops(input),
  ...missingLanguage(input),
];

const leastImpact = 200_000;

/** V10 */
const priceImpact = ({ context, projected }: RuleInput): readonly Issue[] => {
  const { policy, pricing, records } = context;
  if (!policy) return [];
  const before = Number(priceProject(records, policy, pricing).subtotalMinor);
  const after = Number(priceProject(projected, policy, pricing).subtotalMinor);
  const delta = after - before;
  const size = Math.abs(delta);
  if (size < Math.max(leastImpact, Math.floor(before / 10))) return [];
  const bps = before === 0 ? 10_000 : Math.floor((size * 10_000) / before);
  // Of nothing there is no share.
  const share = before === 0 ? '' : ` (${percentText(Math.round(bps / 100) * 100)})`;
  const money = moneyText(size, policy.currency);
  const [he, en] = delta > 0 ? ['עולה', 'goes up'] : ['יורד', 'goes down'];
  return [
    issue('V10', 'warn', both(`המחיר ${he} ב־${money}${share}.`, `The price ${en} by ${money}${share}.`), {
      ack: bps >= 2_500 && before > 0,
    }),
  ];
};

/** V11 */
const scopeMismatch = ({ ops, context, projected }: RuleInput): readonly Issue[] => {
  const { scope, records, before } = context;
  if (!scope || scope.elementIds.length === 0) return [];
  const wanted = new Set(scope.elementIds);
  const carried = new Set(before?.map(({ opId }) => opId));
  const chosen = scope.elementIds.map((id) => labelOf(records, 'element', id));
  return ops.flatMap((op) => {
    if (carried.has(op.opId) || !op.include) return [];
    const others = elementsOf(op, records, projected).filter((id) => !wanted.has(id) && !isTempId(id));
    const [other] = others;
    if (other === undefined) return [];
    const name = labelOf(records, 'element', other);
    return [
      issue(
        'V11',
        scope.explicit ? 'error' : 'warn',
        both(
          `נוגע ב${textIn(name, 'he')}; בחרתם ב${chosen.map((each) => textIn(each, 'he')).join(', ')}.`,
          `Touches ${textIn(name, 'en')}; you selected ${chosen.map((each) => textIn(each, 'en')).join(', ')}.`,
        ),
        { opId: op.opId, refs: others },
      ),
    ];
  });
};

/** V12 */
const duplicates = ({ ops, context: { records }, projected }: RuleInput): readonly Issue[] => {
  const read = readOnce();
  return ops.flatMap((op) => {
    if (!op.include || (op.op !== 'create' && !(op.op === 'set' && op.entity === 'element'))) return [];
    const id = op.op === 'create' ? op.tempId : op.id;
    if (op.entity === 'element') {
      if (op.op === 'set' && !Object.keys(op.changes).some((path) => path.startsWith('name.'))) return [];
      const mine = projected.element.get(id);
      const twin =
        mine && liveOf(projected.element).find((other) => other.id !== id && sharesName(mine.name, other.name, read));
      if (!twin) return [];
      return [
        issue(
          'V12',
          'warn',
          about(
            twin.name,
            (n) => `${n} כבר קיים.`,
            (n) => `${n} already exists.`,
          ),
          { opId: op.opId, refs: [twin.id] },
        ),
      ];
    }
    if (op.entity !== 'materialLine' && op.entity !== 'workLine') return [];
    const mine = entityAt(projected, op.entity, id);
    const twin =
      mine &&
      liveOf(records[op.entity] as ReadonlyMap<string, typeof mine>).find((other) => isSameLine(mine, other, read));
    if (!twin) return [];
    return [
      issue(
        'V12',
        'warn',
        about(
          twin.label,
          (n) => `השורה ${n} כבר קיימת.`,
          (n) => `The line ${n} already exists.`,
        ),
        {
          opId: op.opId,
          refs: [twin.id],
        },
      ),
    ];
  });
};

type Line = { readonly elementId: string | null; readonly label: { readonly he?: string; readonly en?: string } };

export const isSameLine = (a: Line, b: Line, read: ReadName = readName): boolean =>
  a.elementId === b.elementId && sharesName(a.label, b.label, read) && sameCost(a, b);

const sameCost = (a: object, b: object): boolean => {
  const cost = (line: object): Json => {
    const { unit, unitCostMinor, pricing } = line as Record<string, Json>;
    return [unit ?? null, unitCostMinor ?? null, pricing ?? null];
  };
  return JSON.stringify(cost(a)) === JSON.stringify(cost(b));
};

type NameRead = { readonly plain: string; readonly key: string };
type ReadName = (name: string) => NameRead;

const readName: ReadName = (name) => ({ plain: normalise(name), key: tokensOf(name).map(stemOf).sort().join(' ') });

/** For whoever holds many names against each other: each is read once. */
const readOnce = (): ReadName => {
  const known = new Map<string, NameRead>();
  return (name) => {
    const read = known.get(name) ?? readName(name);
    known.set(name, read);
    return read;
  };
};

/** The same words in one of the languages, whatever their order, endings, or one slip of a letter. */
export const sharesName = (a: Line['label'], b: Line['label'], read: ReadName = readName): boolean =>
  (['he', 'en'] as const).some((lang) => {
    const [one, two] = [a[lang], b[lang]];
    if (!one || !two) return false;
    const [left, right] = [read(one), read(two)];
    if (left.plain === '' || right.plain === '') return false;
    if (left.plain === right.plain || left.key === right.key) return true;
    const [shorter, longer] = [left.plain.length, right.plain.length].sort((x, y) => x - y) as [number, number];
    // "Booth 1" and "Booth 2" are two booths, and no slip of a letter.
    if (figuresIn(left.plain) !== figuresIn(right.plain)) return false;
    return shorter >= 6 && longer - shorter <= 1 && distance(left.plain, right.plain) <= 1;
  });

const figuresIn = (plain: string): string => plain.match(/\d+/g)?.join(' ') ?? '';

/** V13 */
const bulkTombstones = ({ ops, context }: RuleInput): readonly Issue[] => {
  const removed = new Map<PatchOp['entity'], number>();
  for (const op of ops)
    if (op.op === 'tombstone' && op.include) removed.set(op.entity, (removed.get(op.entity) ?? 0) + 1);
  return [...removed].flatMap(([entity, count]) => {
    const all = liveOf(context.records[entity] as ReadonlyMap<string, { readonly tombstone: unknown }>).length;
    if (count < 5 && count * 5 < all) return [];
    const name = entityNames[entity];
    return [
      issue(
        'V13',
        'warn',
        both(`מסיר ${count} מתוך ${all} (${name.he}).`, `Removes ${count} of ${all} (${name.en}).`),
        { ack: true },
      ),
    ];
  });
};

/** V14 and V15: what an approved element would become. */
const drift = ({ ops, context }: RuleInput): readonly Issue[] =>
  ops.flatMap((op) => {
    if (op.op !== 'set' || op.entity !== 'element' || !op.include) return [];
    const snapshot = context.snapshots.get(op.id)?.at(-1);
    if (!snapshot) return [];
    const moved = Object.entries(op.changes).filter(
      ([path, value]) =>
        path !== 'sortKey' &&
        !path.startsWith('notes.') &&
        !sameValue('element', path, valueAt(snapshot.spec, path), value),
    );
    if (moved.length === 0) return [];
    const [path] = moved[0] ?? [''];
    if (isOnlyProposed(op, context.records))
      return [
        issue(
          'V15',
          'error',
          both('העובדה עוד לא התקבלה. קבלו אותה קודם.', 'The fact is only proposed. Accept it first.'),
          {
            opId: op.opId,
            refs: op.evidence?.factIds ?? [],
          },
        ),
      ];
    return [
      issue(
        'V14',
        'warn',
        about(
          snapshot.spec.name,
          (name) => `${name}: בגרסה ${snapshot.version} שאושרה הערך שונה (${fieldName(path).he}).`,
          (name) => `${name}: v${snapshot.version} was approved differently (${fieldName(path).en}).`,
        ),
        { opId: op.opId },
      ),
    ];
  });

const isOnlyProposed = ({ evidence }: PatchOp, records: Records): boolean => {
  const facts = evidence?.factIds ?? [];
  if (facts.length === 0 || evidence?.userText || (evidence?.qids?.length ?? 0) > 0) return false;
  return facts.every((id) => records.fact.get(id)?.status === 'proposed');
};

/** V16 */
const unexplainedDrops = ({ ops, context: { before, dropped } }: RuleInput): readonly Issue[] => {
  if (!before) return [];
  const [has, told] = [
    new Set(ops.map(({ opId }) => opId)),
    new Set(dropped?.filter(({ reason }) => reason).map(({ opId }) => opId)),
  ];
  const gone = before.filter(({ opId }) => !has.has(opId) && !told.has(opId)).map(({ opId }) => opId);
  if (gone.length === 0) return [];
  return [
    issue(
      'V16',
      'warn',
      both(
        `${gone.length} שינויים קודמים נעלמו בלי הסבר.`,
        `${gone.length} earlier changes disappeared without a reason.`,
      ),
      {
        refs: gone,
      },
    ),
  ];
};

/** V17 */
const missingLanguage = ({ ops, projected }: RuleInput): readonly Issue[] => {
  const lang = projectOf(projected).primaryLang;
  return ops.flatMap((op) => {
    if (op.entity !== 'element' || !op.include || (op.op !== 'create' && op.op !== 'set')) return [];
    const given = op.op === 'create' ? op.fields : op.changes;
    const element = projected.element.get(op.op === 'create' ? op.tempId : op.id);
    if (!element?.clientVisible) return [];
    const lacks = (['name', 'clientText'] as const).find(
      (path) => element[path] && !element[path][lang] && Object.keys(given).some((each) => each.startsWith(`${path}.`)),
    );
    if (!lacks) return [];
    const [he, en] = lang === 'he' ? ['עברית', 'Hebrew'] : ['אנגלית', 'English'];
    const what = lacks === 'name' ? both('שם', 'name') : both('טקסט ללקוח', 'client text');
    return [issue('V17', 'warn', both(`חסר ${what.he} ב${he}.`, `No ${en} ${what.en}.`), { opId: op.opId })];
  });
};
