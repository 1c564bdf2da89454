import { materialLineCost } from '../accounting/accounting.ts';
import { newPrices } from '../accounting/new-prices.ts';
import type { MaterialLine, WorkLine } from '../domain/entities.ts';
import type { AutoFix } from '../domain/patch.ts';
import { isLive, liveOf, projectOf, type Records } from '../fold/records.ts';
import { normalise } from '../language/normalise.ts';
import { about, signedMoneyText, textIn } from '../words/format.ts';
import { both } from '../words/issue.ts';
import { purchaseLine } from './from-recipe.ts';
import { impliesPurchase } from './purchase-words.ts';
import type { Finding, Invariant } from './world.ts';

type Line = (MaterialLine & { readonly entity: 'materialLine' }) | (WorkLine & { readonly entity: 'workLine' });

const linesOf = (records: Records): readonly Line[] => [
  ...liveOf(records.materialLine).map((line) => ({ ...line, entity: 'materialLine' as const })),
  ...liveOf(records.workLine).map((line) => ({ ...line, entity: 'workLine' as const })),
];

const hasDeadElement = (records: Records, { elementId }: Line): boolean =>
  elementId !== null && !isLive(records.element.get(elementId));

/** Every task of the line was removed. A line without tasks has none to lose; ids that never were are I17's. */
const lostAllTasks = (records: Records, { taskIds }: Line): boolean =>
  taskIds.length > 0 && taskIds.every((id) => records.task.has(id) && !isLive(records.task.get(id)));

const orphan = (line: Line, reason: 'element_removed' | 'task_removed'): readonly AutoFix[] =>
  line.status === 'orphaned' && line.orphanReason === reason
    ? []
    : [{ fix: 'lineStatus', entity: line.entity, id: line.id, status: 'orphaned', orphanReason: reason }];

const ref = ({ entity, id }: Line) => ({ entity, id });

const purchases: Invariant = {
  id: 'I01',
  severity: 'warn',
  holds: 'A task that needs a purchase, or whose words imply one, has a live cost line',
  otherwise: 'flag; the follow-up draft adds a line; *handled elsewhere* closes it',
  find: (world) => {
    const { records } = world;
    const bought = new Set(
      linesOf(records)
        .filter((line) => line.entity === 'materialLine' || line.kind !== 'labour')
        .flatMap(({ taskIds }) => taskIds),
    );
    return liveOf(records.task).flatMap((task): readonly Finding[] => {
      const { mode } = task.purchase;
      if (mode === 'handledElsewhere' || task.status === 'cancelled' || bought.has(task.id)) return [];
      const isImplied = mode === 'none' && task.status !== 'done' && impliesPurchase(task.title);
      if (mode !== 'needed' && !isImplied) return [];
      return [
        {
          refs: [{ entity: 'task', id: task.id }],
          key: mode,
          message: isImplied
            ? about(
                task.title,
                (n) => `"${n}" נשמעת כמו רכישה, ואין לה שורת עלות.`,
                (n) => `"${n}" sounds like a purchase, and has no cost line.`,
              )
            : about(
                task.title,
                (n) => `ל"${n}" צריך לקנות, ואין שורת עלות.`,
                (n) => `"${n}" needs a purchase, and has no cost line.`,
              ),
          evidence: [mode, task.title],
          actions: ['handledElsewhere', 'activateFollowUp', 'dismiss'],
          ...(mode === 'needed' ? { followUp: () => [purchaseLine(world, task)] } : {}),
        },
      ];
    });
  },
};

const deadElements: Invariant = {
  id: 'I02',
  severity: 'error',
  holds: "Every line's element exists and is live",
  otherwise: 'the line is marked orphaned and still counts; flag',
  fix: ({ records }) =>
    linesOf(records).flatMap((line) => (hasDeadElement(records, line) ? orphan(line, 'element_removed') : [])),
  find: ({ records }) =>
    linesOf(records)
      .filter((line) => hasDeadElement(records, line))
      .map((line) => ({
        refs: [ref(line)],
        message: about(
          line.label,
          (n) => `האלמנט של השורה "${n}" הוסר. העלות עדיין נספרת.`,
          (n) => `The element of "${n}" was removed. Its cost still counts.`,
        ),
        evidence: line.elementId,
        actions: ['unlink', 'removeLine', 'restore', 'attach', 'dismiss'],
      })),
};

const deadTasks: Invariant = {
  id: 'I03',
  severity: 'warn',
  holds: 'A line that was linked to tasks still has a live one',
  otherwise: 'the line is marked orphaned ("task removed; keep costs?") and still counts; flag; never deleted',
  fix: ({ records }) =>
    linesOf(records).flatMap((line) =>
      lostAllTasks(records, line) && !hasDeadElement(records, line) ? orphan(line, 'task_removed') : [],
    ),
  find: ({ records }) =>
    linesOf(records)
      .filter((line) => lostAllTasks(records, line) && !hasDeadElement(records, line))
      .map((line) => ({
        refs: [ref(line)],
        message: about(
          line.label,
          (n) => `המשימה הוסרה. לשמור את העלות של "${n}"?`,
          (n) => `The task was removed. Keep the cost of "${n}"?`,
        ),
        evidence: [...line.taskIds].sort(),
        actions: ['unlink', 'removeLine', 'restore', 'attach', 'dismiss'],
      })),
};

const regained: Invariant = {
  id: 'I16',
  severity: 'none',
  holds: 'A line with a live element and a live task (or none to lose) is active',
  otherwise: 'the line is made active again; its flag closes',
  fix: ({ records }) =>
    linesOf(records).flatMap((line): readonly AutoFix[] =>
      line.status === 'orphaned' && !hasDeadElement(records, line) && !lostAllTasks(records, line)
        ? [{ fix: 'lineStatus', entity: line.entity, id: line.id, status: 'active' }]
        : [],
    ),
};

const doubles: Invariant = {
  id: 'I11',
  severity: 'info',
  holds: 'No two live lines have the same element, label, unit and price',
  otherwise: 'flag: merge?',
  find: ({ records }) => {
    const groups = new Map<string, Line[]>();
    for (const line of linesOf(records)) {
      const cost = 'pricing' in line ? JSON.stringify(line.pricing) : `${line.unit} ${line.unitCostMinor}`;
      const key = [line.elementId, normalise(textIn(line.label, 'he')), cost].join('\n');
      const group = groups.get(key);
      if (group) group.push(line);
      else groups.set(key, [line]);
    }
    return [...groups.values()]
      .filter((group) => group.length > 1)
      .map((group) => ({
        refs: group.map(ref).sort((a, b) => (a.id < b.id ? -1 : 1)),
        message: about(
          group[0]?.label,
          (n) => `"${n}" מופיעה ${group.length} פעמים.`,
          (n) => `"${n}" is there ${group.length} times.`,
        ),
        evidence: group.length,
        actions: ['removeLine', 'dismiss'],
      }));
  },
};

const workMinutes: Invariant = {
  id: 'I12',
  severity: 'info',
  holds: 'Hourly work is within 25% of the estimates of its tasks',
  otherwise: 'flag',
  find: ({ records }) =>
    liveOf(records.workLine).flatMap((line): readonly Finding[] => {
      if (line.pricing.mode !== 'hourly') return [];
      const tasks = line.taskIds.flatMap((id) => records.task.get(id) ?? []).filter(isLive);
      const planned = tasks.reduce((all, { estimateMin, crew }) => all + estimateMin * crew, 0);
      const priced = line.pricing.minutes * line.pricing.crew;
      if (planned === 0 || Math.abs(priced - planned) * 4 <= planned) return [];
      return [
        {
          refs: [{ entity: 'workLine', id: line.id }],
          message: about(
            line.label,
            (n) => `"${n}": תומחרו ${priced} דקות, המשימות מעריכות ${planned}.`,
            (n) => `"${n}": ${priced} minutes are priced, the tasks estimate ${planned}.`,
          ),
          evidence: [priced, planned],
          actions: ['dismiss'],
        },
      ];
    }),
};

const currencies: Invariant = {
  id: 'I13',
  severity: 'error',
  holds: "The policy's currency is the project's",
  otherwise: 'flag; no quote can be issued',
  find: ({ records, policy }) => {
    const { id, currency } = projectOf(records);
    if (!policy || policy.currency === currency) return [];
    return [
      {
        refs: [{ entity: 'project', id }],
        message: both(
          `הפרויקט ב־${currency}, המדיניות ב־${policy.currency}. הצמידו מדיניות אחרת.`,
          `The project is in ${currency}, the policy in ${policy.currency}. Pin another policy.`,
        ),
        evidence: [currency, policy.currency],
        actions: ['dismiss'],
      },
    ];
  },
};

/** A draft holds so many; what is left is flagged again once these are applied. */
const mostRepriced = 150;

const currentPrices: Invariant = {
  id: 'I22',
  severity: 'info',
  holds: 'Prices are those of the newest price list',
  otherwise: 'flag with the difference in cost; follow-up takes the new prices',
  find: ({ records, priceList }) => {
    const { currency, id } = projectOf(records);
    if (!priceList || priceList.currency !== currency) return [];
    const moved = newPrices(records, priceList.items);
    if (moved.length === 0) return [];
    const delta = moved.reduce(
      (sum, { line, item }) =>
        sum + materialLineCost({ ...line, unitCostMinor: item.unitCostMinor }) - materialLineCost(line),
      0,
    );
    const count = moved.length;
    const change = signedMoneyText(delta, currency);
    return [
      {
        refs: [{ entity: 'project', id }],
        message: both(
          `מחירון ${priceList.priceAsOf}: ${count === 1 ? 'מחיר של שורה אחת' : `מחירים של ${count} שורות`} השתנו מאז (${change}).`,
          `Price list of ${priceList.priceAsOf}: ${count === 1 ? 'the price of one line' : `the prices of ${count} lines`} changed since (${change}).`,
        ),
        evidence: [priceList.id, moved.map(({ line, item }) => [line.id, item.unitCostMinor])],
        actions: ['activateFollowUp', 'dismiss'],
        followUp: () =>
          moved.slice(0, mostRepriced).map(({ line, item }, nth) => ({
            op: 'set',
            opId: `price-${nth}`,
            entity: 'materialLine',
            id: line.id,
            changes: { unitCostMinor: item.unitCostMinor, priceAsOf: priceList.priceAsOf },
            reason: both('מחיר חדש במחירון', 'New price in the price list'),
          })),
      },
    ];
  },
};

export const lineInvariants: readonly Invariant[] = [
  currentPrices,
  purchases,
  deadElements,
  deadTasks,
  doubles,
  workMinutes,
  currencies,
  regained,
];
