import { ownerId } from '@atelier/contracts';
import { accountingOf, effectivePolicy, includedBuckets } from '../accounting/accounting.ts';
import type { Element, Lang, Task } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { countText, dateText, lengthText, minutesText, moneyText, percentText, said } from '../language/say.ts';
import { type Priced, price } from '../money/price.ts';
import { dayNumber } from '../schedule/hebrew-calendar.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import type { SkillWorld } from '../skills/world.ts';
import { materialText } from '../words/materials.ts';
import { amountText } from '../words/units.ts';

/** Says things about a project. Every figure is computed here and now; none is remembered. */
export type Teller = ReturnType<typeof createTeller>;

export const createTeller = (world: SkillWorld, lang: Lang, today: string) => {
  const { records } = world;
  const project = projectOf(records);
  const he = lang === 'he';
  const pick = (hebrew: string, english: string): string => (he ? hebrew : english);
  const money = (minor: number): string => moneyText(minor, project.currency);
  const accounting = accountingOf(records);
  const priced = (): Priced | undefined =>
    world.policy
      ? price(includedBuckets(records, accounting), effectivePolicy(world.policy, world.pricing))
      : undefined;
  const directOf = (id: string): number =>
    accounting.perElement.find(({ elementId }) => elementId === id)?.directMinor ?? 0;
  const tasksOf = (id: string): readonly Task[] =>
    liveOf(records.task).filter(({ elementIds, granularity }) => elementIds.includes(id) && granularity !== 'atomic');
  const isDone = ({ status }: Task): boolean => status === 'done';
  const counted = (tasks: readonly Task[]): readonly Task[] => tasks.filter(({ status }) => status !== 'cancelled');
  const nameOf = (userId: string): string =>
    world.people?.get(userId) ?? (userId === ownerId ? pick('הבעלים', 'the owner') : userId);
  const approvalOf = (element: Element): 'none' | 'approved' =>
    (world.snapshots.get(element.id)?.length ?? 0) > 0 ? 'approved' : 'none';

  return {
    cost: ({ id, name, quoteRole }: Element): string => {
      const direct = directOf(id);
      if (direct === 0)
        return pick(`${said(name, lang)}: עדיין אין שורות עלות.`, `${said(name, lang)}: no cost lines yet.`);
      const bucket = quoteRole === 'included' ? priced()?.buckets.find((each) => each.elementId === id) : undefined;
      const own = pick(`עלות ישירה ${money(direct)}`, `direct cost ${money(direct)}`);
      return bucket
        ? `${said(name, lang)}: ${own}, ${pick('מחיר ללקוח', 'price')} ${money(Number(bucket.priceMinor))} ${pick('לפני מע״מ', 'before VAT')}.`
        : `${said(name, lang)}: ${own}.`;
    },
    /** What is bought, or what is worked, of what it costs: never the whole for a part of it. */
    part: (of: 'materials' | 'work', elements: readonly Element[]): string => {
      const name = of === 'work' ? pick('עבודה', 'work') : pick('חומרים', 'materials');
      const minor = (id?: string): number => {
        const from = id === undefined ? accounting : accounting.perElement.find(({ elementId }) => elementId === id);
        return (of === 'work' ? from?.workMinor : from?.materialsMinor) ?? 0;
      };
      const cost = (minorOf: number): string => pick(`עלות ישירה ${money(minorOf)}`, `direct cost ${money(minorOf)}`);
      return elements.length === 0
        ? pick(`כל ה${name}: ${cost(minor())}.`, `All ${name}: ${cost(minor())}.`)
        : elements.map((element) => `${said(element.name, lang)}, ${name}: ${cost(minor(element.id))}.`).join('\n');
    },
    total: (): string => {
      const all = priced();
      if (accounting.directMinor === 0)
        return pick('עדיין אין שורות עלות בפרויקט.', 'The project has no cost lines yet.');
      if (!all)
        return pick(
          `עלות ישירה: ${money(accounting.directMinor)}. אין מדיניות תמחור.`,
          `Direct cost: ${money(accounting.directMinor)}. No pricing policy is set.`,
        );
      const orphaned =
        accounting.orphanedMinor === 0
          ? ''
          : pick(
              ` מתוכה יתומה: ${money(accounting.orphanedMinor)}.`,
              ` Of which orphaned: ${money(accounting.orphanedMinor)}.`,
            );
      return (
        pick(
          `לפני מע״מ: ${money(Number(all.subtotalMinor))}. מע״מ: ${money(Number(all.vatMinor))}. סה״כ: ${money(Number(all.totalMinor))}. עלות ישירה: ${money(accounting.directMinor)}.`,
          `Before VAT: ${money(Number(all.subtotalMinor))}. VAT: ${money(Number(all.vatMinor))}. Total: ${money(Number(all.totalMinor))}. Direct cost: ${money(accounting.directMinor)}.`,
        ) + orphaned
      );
    },
    margin: (): string => {
      const all = priced();
      if (!all || Number(all.subtotalMinor) === 0)
        return pick('אי אפשר לחשב רווח: אין עדיין מחיר.', "Margin can't be computed: there is no price yet.");
      return pick(
        `רווח אפקטיבי בפרויקט: ${percentText(Number(all.effectiveMarginBps))}.`,
        `Effective margin of the project: ${percentText(Number(all.effectiveMarginBps))}.`,
      );
    },
    status: (element: Element): string => {
      const tasks = counted(tasksOf(element.id));
      const done = tasks.filter(isDone).length;
      const approved = approvalOf(element) === 'approved' ? pick('מאושר', 'approved') : pick('לא אושר', 'not approved');
      return pick(
        `${said(element.name, lang)}: ${approved}. ${done} מתוך ${countText(tasks.length, 'tasks', lang)} בוצעו.`,
        `${said(element.name, lang)}: ${approved}. ${done} of ${countText(tasks.length, 'tasks', lang)} done.`,
      );
    },
    projectStatus: (): string => {
      const tasks = counted(liveOf(records.task).filter(({ granularity }) => granularity !== 'atomic'));
      const done = tasks.filter(isDone).length;
      const elements = liveOf(records.element);
      const approved = elements.filter((element) => approvalOf(element) === 'approved').length;
      const stage = {
        ideation: pick('רעיון', 'ideation'),
        planning: pick('תכנון', 'planning'),
        solutioning: pick('פתרון', 'solutioning'),
      }[project.projectStage];
      return pick(
        `${said(project.title, lang)}: שלב ${stage}. ${countText(elements.length, 'elements', lang)}, ${approved} מאושרים. ${done} מתוך ${countText(tasks.length, 'tasks', lang)} בוצעו.`,
        `${said(project.title, lang)}: ${stage}. ${countText(elements.length, 'elements', lang)}, ${approved} approved. ${done} of ${countText(tasks.length, 'tasks', lang)} done.`,
      );
    },
    remaining: (elements: readonly Element[]): string => {
      const ids = new Set(elements.map(({ id }) => id));
      const open = counted(liveOf(records.task)).filter(
        (task) =>
          !isDone(task) &&
          task.granularity !== 'atomic' &&
          (ids.size === 0 || task.elementIds.some((id) => ids.has(id))),
      );
      if (open.length === 0) return pick('לא נשארו משימות פתוחות.', 'No open tasks are left.');
      return `${pick('נשארו', 'Left')}: ${countText(open.length, 'tasks', lang)}. ${named(
        open.map(({ title }) => said(title, lang)),
        lang,
      )}`;
    },
    milestones: (which: readonly ('installStart' | 'eventDate' | 'strikeEnd')[]): string => {
      const labels = {
        installStart: pick('הקמה', 'Install'),
        eventDate: pick('אירוע', 'Event'),
        strikeEnd: pick('פירוק', 'Strike'),
      };
      return which
        .map((path) => `${labels[path]}: ${project[path] ? dateText(project[path]) : pick('לא נקבע', 'not set')}.`)
        .join(' ');
    },
    daysToEvent: (): string => {
      if (!project.eventDate) return pick('תאריך האירוע לא נקבע.', 'The event date is not set.');
      const days = dayNumber(project.eventDate) - dayNumber(today);
      if (days < 0)
        return pick(`האירוע היה ב-${dateText(project.eventDate)}.`, `The event was on ${dateText(project.eventDate)}.`);
      return pick(
        `${days} ימים עד האירוע (${dateText(project.eventDate)}).`,
        `${days} days until the event (${dateText(project.eventDate)}).`,
      );
    },
    dates: (tasks: readonly Task[]): string => {
      const { byTask } = scheduleOf(records);
      const lines = tasks.flatMap((task) => {
        const at = byTask.get(task.id);
        const due = task.dueDate ?? at?.latestFinish;
        const start = task.startDate ?? at?.latestStart;
        return due
          ? [`${said(task.title, lang)}: ${start && start !== due ? `${dateText(start)}–` : ''}${dateText(due)}`]
          : [];
      });
      return lines.length > 0
        ? `${named(lines, lang)}`
        : pick('אין תאריכים: קבעו תאריך אירוע.', 'No dates: set the event date.');
    },
    who: (tasks: readonly Task[]): string => {
      const lines = tasks.map(
        ({ title, assigneeId }) =>
          `${said(title, lang)}: ${assigneeId === undefined ? pick('לא שובץ', 'nobody yet') : nameOf(assigneeId)}`,
      );
      return named(lines, lang);
    },
    sheet: (element: Element): string => {
      const { widthMm, heightMm, depthMm } = element.dims;
      const sizes = [
        [pick('רוחב', 'width'), widthMm],
        [pick('גובה', 'height'), heightMm],
        [pick('עומק', 'depth'), depthMm],
      ].flatMap(([label, mm]) => (typeof mm === 'number' ? [`${label} ${lengthText(mm, lang)}`] : []));
      const rows = [
        sizes.length > 0 ? sizes.join(', ') : pick('אין מידות', 'no sizes'),
        element.colors.length > 0
          ? `${pick('צבע', 'colour')}: ${element.colors.map((colour) => said(colour.name, lang)).join(', ')}`
          : pick('צבע: לא נקבע', 'colour: not set'),
        ...(element.materials.length > 0
          ? [`${pick('חומרים', 'materials')}: ${element.materials.map((each) => materialText(each, lang)).join(', ')}`]
          : []),
        `${pick('כמות', 'quantity')}: ${element.qty}`,
      ];
      return `${said(element.name, lang)}: ${rows.join('. ')}.`;
    },
    approval: (element: Element): string => {
      const snapshot = world.snapshots.get(element.id)?.at(-1);
      return snapshot
        ? pick(
            `${said(element.name, lang)}: אושר, גרסה ${snapshot.version}.`,
            `${said(element.name, lang)}: approved, version ${snapshot.version}.`,
          )
        : pick(`${said(element.name, lang)}: עדיין לא אושר.`, `${said(element.name, lang)}: not approved yet.`);
    },
    quotes: (): string => {
      const last = world.quotes.at(-1);
      if (!last) return pick('עדיין לא הונפקה הצעה.', 'No quote has been issued yet.');
      return pick(
        `הצעה ${last.number} גרסה ${last.version}: ${money(last.totalMinor)} כולל מע״מ.`,
        `Quote ${last.number} version ${last.version}: ${money(last.totalMinor)} with VAT.`,
      );
    },
    hours: (elements: readonly Element[]): string => {
      const ids = new Set(elements.map(({ id }) => id));
      const tasks = counted(liveOf(records.task)).filter(
        ({ elementIds, granularity }) =>
          granularity !== 'atomic' && (ids.size === 0 || elementIds.some((id) => ids.has(id))),
      );
      const minutes = tasks.reduce((all, { estimateMin, crew }) => all + estimateMin * crew, 0);
      return pick(
        `${minutesText(minutes, lang)} עבודה (${countText(tasks.length, 'tasks', lang)}).`,
        `${minutesText(minutes, lang)} of work in ${countText(tasks.length, 'tasks', lang)}.`,
      );
    },
    elements: (): string => {
      const elements = liveOf(records.element);
      return elements.length === 0
        ? pick('אין אלמנטים בפרויקט.', 'The project has no elements.')
        : `${countText(elements.length, 'elements', lang)}: ${named(
            elements.map(({ name }) => said(name, lang)),
            lang,
          )}`;
    },
    materials: (elements: readonly Element[]): string => {
      const ids = new Set(elements.map(({ id }) => id));
      const lines = liveOf(records.materialLine).filter(
        ({ elementId }) => ids.size === 0 || (elementId !== null && ids.has(elementId)),
      );
      if (lines.length === 0) return pick('אין שורות חומרים.', 'There are no material lines.');
      return named(
        lines.map(({ label, qtyMilli, unit }) => `${said(label, lang)} ${amountText(qtyMilli, unit, lang)}`),
        lang,
      );
    },
    listOf: (labels: readonly string[]): string => (labels.length === 0 ? pick('אין.', 'None.') : named(labels, lang)),
    orphans: (): string =>
      accounting.orphanedMinor === 0
        ? pick('אין שורות יתומות.', 'There are no orphaned lines.')
        : pick(
            `שורות יתומות: ${money(accounting.orphanedMinor)}. הן נספרות עד שתחליטו.`,
            `Orphaned lines: ${money(accounting.orphanedMinor)}. They count until you decide.`,
          ),
    tasksOf,
  };
};

const shownAtMost = 12;
const named = (labels: readonly string[], lang: Lang): string => {
  const more = labels.length - shownAtMost;
  const rest = more > 0 ? (lang === 'he' ? ` ועוד ${more}` : ` and ${more} more`) : '';
  return `${labels.slice(0, shownAtMost).join(' · ')}${rest}.`;
};
