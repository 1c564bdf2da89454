import type { Issue } from '../domain/findings.ts';
import { wholeUnits } from '../domain/primitives.ts';
import { entityAt, projectOf } from '../fold/records.ts';
import { valueAt } from '../patch/values.ts';
import { textIn } from '../words/format.ts';
import { both, issue } from '../words/issue.ts';
import { amountText } from '../words/units.ts';
import type { RuleInput } from './context.ts';
import { badParent, findCycle } from './graph.ts';
import { cannotBeEmpty, required } from './shape.ts';

/** Rules about the records as they would be: V04 (required text), V07, V09 (whole units), V01 (parents, kinds of task), V19. */
export const checkOutcome = (input: RuleInput): readonly Issue[] => [
  ...emptied(input),
  ...cycles(input),
  ...wholes(input),
  ...parents(input),
  ...kindsOfTask(input),
  ...dates(input),
];

const emptied = ({ ops, projected }: RuleInput): readonly Issue[] =>
  ops.flatMap((op) => {
    if (op.op !== 'set' || !op.include) return [];
    const entity = entityAt(projected, op.entity, op.id);
    const gone = entity && required[op.entity].find((need) => need.split('|').every((path) => !valueAt(entity, path)));
    if (!gone || gone.split('|').every((path) => !(path in op.changes))) return [];
    const path = gone.split('.')[0] ?? gone;
    return [
      issue('V04', 'error', cannotBeEmpty(op.entity, path), {
        opId: op.opId,
      }),
    ];
  });

const cycles = ({ ops, projected, context }: RuleInput): readonly Issue[] => {
  if (!ops.some(({ entity, include }) => entity === 'task' && include)) return [];
  const cycle = findCycle(projected);
  // A cycle that was there before is a flag's business (I07), not this change's.
  if (!cycle || findCycle(context.records)) return [];
  const he = cycle.map(({ title }) => textIn(title, 'he')).join(' ← ');
  const en = cycle.map(({ title }) => textIn(title, 'en')).join(' → ');
  return [
    issue('V07', 'error', both(`משימות מחכות זו לזו: ${he}`, `Tasks wait for each other: ${en}`), {
      refs: cycle.map(({ id }) => id),
    }),
  ];
};

const wholes = ({ ops, projected }: RuleInput): readonly Issue[] =>
  ops.flatMap((op) => {
    if (op.entity !== 'materialLine' || !op.include || op.op === 'tombstone') return [];
    const line = projected.materialLine.get(op.op === 'create' ? op.tempId : op.id);
    if (!line || !wholeUnits.has(line.unit) || line.qtyMilli % 1_000 === 0) return [];
    return [
      issue(
        'V09',
        'error',
        both(
          `${amountText(line.qtyMilli, line.unit, 'he')}: את זה קונים רק ביחידות שלמות.`,
          `${amountText(line.qtyMilli, line.unit, 'en')}: this is only bought whole.`,
        ),
        {
          opId: op.opId,
        },
      ),
    ];
  });

const parents = ({ ops, projected }: RuleInput): readonly Issue[] => {
  if (!ops.some((op) => op.entity === 'element' && op.include && (op.op === 'create' || op.op === 'set'))) return [];
  const element = badParent(projected);
  if (!element) return [];
  return [
    issue(
      'V01',
      'error',
      both(
        `${textIn(element.name, 'he')}: עד שלוש רמות, בלי מעגלים.`,
        `${textIn(element.name, 'en')}: three levels at most, and no circles.`,
      ),
      { refs: [element.id] },
    ),
  ];
};

/** A milestone takes no time, and atomic tasks belong to solutioning. */
const kindsOfTask = ({ ops, projected }: RuleInput): readonly Issue[] =>
  ops.flatMap((op) => {
    if (op.entity !== 'task' || !op.include || (op.op !== 'create' && op.op !== 'set')) return [];
    const task = projected.task.get(op.op === 'create' ? op.tempId : op.id);
    const { opId } = op;
    if (task?.granularity === 'milestone' && task.estimateMin > 0)
      return [issue('V01', 'error', both('אבן דרך אינה אורכת זמן.', 'A milestone takes no time.'), { opId })];
    if (task?.granularity === 'atomic' && task.stage !== 'solutioning')
      return [
        issue('V01', 'error', both('משימה אטומית שייכת לשלב פתרון.', 'An atomic task belongs to solutioning.'), {
          opId,
        }),
      ];
    return [];
  });

const dates = ({ ops, projected }: RuleInput): readonly Issue[] => {
  const found: Issue[] = [];
  const { installStart, eventDate, strikeEnd } = projectOf(projected);
  if (ops.some(({ entity, include }) => entity === 'project' && include)) {
    if (installStart && eventDate && installStart > eventDate)
      found.push(issue('V19', 'warn', both('ההקמה מתחילה אחרי האירוע.', 'Installing starts after the event.')));
    if (eventDate && strikeEnd && eventDate > strikeEnd)
      found.push(issue('V19', 'warn', both('הפירוק נגמר לפני האירוע.', 'The strike ends before the event.')));
  }
  for (const op of ops) {
    if (op.entity !== 'task' || !op.include || op.op === 'tombstone') continue;
    const task = projected.task.get(op.op === 'create' ? op.tempId : op.id);
    if (!task) continue;
    if (task.startDate && task.dueDate && task.startDate > task.dueDate)
      found.push(
        issue(
          'V19',
          'warn',
          both(
            `${textIn(task.title, 'he')}: ההתחלה אחרי הסיום.`,
            `${textIn(task.title, 'en')} starts after it is due.`,
          ),
          {
            opId: op.opId,
          },
        ),
      );
    if (task.dueDate && eventDate && task.dueDate > eventDate)
      found.push(
        issue(
          'V19',
          'warn',
          both(
            `${textIn(task.title, 'he')}: הסיום אחרי האירוע.`,
            `${textIn(task.title, 'en')} is due after the event.`,
          ),
          {
            opId: op.opId,
          },
        ),
      );
  }
  return found;
};
