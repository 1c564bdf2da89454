import type { Element, LText, PatchOp, Section } from '../domain/index.ts';
import { copyRecords, liveOf, projectOf } from '../fold/records.ts';
import { andText, countText, said } from '../language/say.ts';
import { applyOps } from '../patch/apply.ts';
import { daysOfFacts } from '../questions/days-to-set.ts';
import { makeRecipe, recipeFor } from '../recipes/make.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { chat, drafted, type SkillOutput, say } from '../skills/output.ts';
import type { SkillTurn, SkillWorld } from '../skills/world.ts';
import { planElement } from './add-element.ts';
import { createOpWriter, type OpWriter } from './op-writer.ts';

/** More ops than this in one draft is more than anybody reads. */
const mostOps = 120;
const opsOfOneElement = 12;

/** `planning.quotePlan` without a model: a recipe for each element that has no plan yet, dated backward from the event. */
export const quotePlan = (world: SkillWorld, turn: SkillTurn): SkillOutput => {
  const { lang } = turn;
  const pick = (he: string, en: string): string => (lang === 'he' ? he : en);
  const all = liveOf(world.records.element);
  const asked =
    turn.scope.kind === 'elements' ? turn.scope.ids.flatMap((id) => world.records.element.get(id) ?? []) : all;
  if (asked.length === 0)
    return chat(
      pick('אין עדיין אלמנטים לתכנן. הוסיפו אלמנט קודם.', 'There are no elements to plan yet. Add one first.'),
      {
        suggestedActions: [say(pick('תוסיף קיר לוגו', 'add a logo wall'))],
      },
    );
  const open = asked.filter((element) => missingIn(element, world).length > 0);
  if (open.length === 0)
    return chat(
      pick('לכל האלמנטים האלה כבר יש משימות ושורות עלות.', 'All of these elements already have tasks and cost lines.'),
      {
        elementIds: asked.map(({ id }) => id),
        handoff: 'plan.critic',
        suggestedActions: [
          say(pick('כמה זה עולה בסך הכל?', 'how much is the total?')),
          say(pick('/בדיקה', '/check'), { he: 'לבדוק את התוכנית', en: 'Check the plan' }),
        ],
      },
    );

  const ops = createOpWriter(turn.turnId, turn.text, world.draft?.ops ?? []);
  const sections = ensureSections(world, ops);
  const planned: Element[] = [];
  for (const element of open) {
    if (ops.ops().length + opsOfOneElement > mostOps) break;
    planned.push(element);
    plan(element, world, ops);
  }
  const signOff = ensureMilestones(world, ops);
  const written = dated(inSections(ops.ops(), sections), world, signOff);
  const left = open.slice(planned.length);
  const guesses = planned.filter((element) => recipeFor(element).by === 'none');
  const tasks = written.filter(({ entity }) => entity === 'task').length;
  const lines = written.filter(({ entity }) => entity.endsWith('Line')).length;
  const names = planned.map(({ name }) => said(name, lang)).join(', ');
  const more =
    left.length === 0
      ? ''
      : pick(
          ` נשארו ${countText(left.length, 'elements', lang)} לפעם הבאה.`,
          ` ${countText(left.length, 'elements', lang)} are left for the next turn.`,
        );
  const both = andText(countText(tasks, 'tasks', lang), countText(lines, 'lines', lang), lang);
  return drafted(
    `${pick(`הנה תוכנית – ${names}: ${both}.`, `Here is a plan for ${names}: ${both}.`)}${more}`,
    { title: { he: 'תוכנית ותמחור', en: 'Plan and prices' }, ops: written, carry: 'all', dropped: [] },
    {
      elementIds: planned.map(({ id }) => id),
      suggestedActions: [
        ...(left.length > 0 ? [say(pick('תמשיך', 'continue'))] : []),
        ...daysOfFacts(projectOf(world.records), liveOf(world.records.fact), lang),
      ],
      warnings: guesses.map(({ name }) => ({
        code: 'GENERIC_RECIPE',
        severity: 'warn' as const,
        message: {
          he: `אין מתכון ל"${said(name, 'he')}". הזמנים והעלויות הם הערכה; בדקו אותם.`,
          en: `No recipe knows "${said(name, 'en')}". Times and costs are a guess; please check them.`,
        },
      })),
    },
  );
};

/** What an element still lacks. */
const missingIn = (element: Element, { records }: SkillWorld): readonly ('tasks' | 'lines')[] => {
  const hasTasks = liveOf(records.task).some(({ elementIds }) => elementIds.includes(element.id));
  const isOf = ({ elementId }: { readonly elementId: string | null }): boolean => elementId === element.id;
  const hasLines =
    element.costHandledElsewhere || liveOf(records.materialLine).some(isOf) || liveOf(records.workLine).some(isOf);
  return [...(hasTasks ? [] : (['tasks'] as const)), ...(hasLines ? [] : (['lines'] as const))];
};

const plan = (element: Element, world: SkillWorld, ops: OpWriter): void => {
  const { recipe, by } = recipeFor(element);
  // What was approved is what is planned; a working copy that changed since is flagged elsewhere.
  const approved = world.snapshots.get(element.id)?.at(-1)?.spec ?? element;
  const made = makeRecipe(recipe, approved, {
    policy: world.policy,
    priceList: world.priceList,
    currency: projectOf(world.records).currency,
  });
  const missing = missingIn(element, world);
  const tasks = missing.includes('tasks') ? made.tasks : [];
  const lines = missing.includes('lines') ? made : { materials: [], work: [] };
  planElement(
    element,
    { tasks, materials: lines.materials, work: lines.work },
    by === 'none' ? 'estimate' : 'catalog',
    ops,
  );
};

const phases: readonly { readonly title: LText; readonly trades: readonly string[] }[] = [
  { title: { he: 'תכנון', en: 'Prep' }, trades: ['design', 'pm', 'print', 'av', 'other'] },
  { title: { he: 'ייצור', en: 'Build' }, trades: ['carpentry', 'metal', 'paint', 'electric', 'textile'] },
  { title: { he: 'הקמה', en: 'Install' }, trades: ['install', 'rigging', 'transport'] },
];

/** Section ids by trade; sections are made when the project has none. */
const ensureSections = (world: SkillWorld, ops: OpWriter): ReadonlyMap<string, string> => {
  const there = liveOf(world.records.section);
  const byTrade = new Map<string, string>();
  const find = (title: LText): Section | undefined =>
    there.find((section) => section.title.he === title.he || section.title.en === title.en);
  phases.forEach(({ title, trades }, at) => {
    const id =
      find(title)?.id ??
      (there.length === 0
        ? ops.create(
            'section',
            { 'title.he': title.he, 'title.en': title.en, kind: 'phase', sortKey: (at + 1) * 1_000 },
            { he: 'שלב', en: 'Phase' },
          )
        : undefined);
    if (id) for (const trade of trades) byTrade.set(trade, id);
  });
  return byTrade;
};

const inSections = (ops: readonly PatchOp[], sections: ReadonlyMap<string, string>): readonly PatchOp[] =>
  ops.map((op) => {
    const section =
      op.op === 'create' && op.entity === 'task' ? sections.get(String(op.fields.trade ?? '')) : undefined;
    return op.op === 'create' && section ? { ...op, fields: { ...op.fields, sectionId: section } } : op;
  });

/** A plan has a sign-off before production and a handover at its end. Returns the sign-off it made. */
const ensureMilestones = (world: SkillWorld, ops: OpWriter): string | undefined => {
  if (liveOf(world.records.task).some(({ granularity }) => granularity === 'milestone')) return undefined;
  const why: LText = { he: 'אבן דרך', en: 'Milestone' };
  const shared = { stage: 'planning', granularity: 'milestone', estimateMin: 0 } as const;
  const signOff = ops.create(
    'task',
    { 'title.he': 'אישור גרפיקה', 'title.en': 'Artwork sign-off', trade: 'design', ...shared },
    why,
  );
  const last = ops
    .ops()
    .flatMap((op) => (op.op === 'create' && op.entity === 'task' && op.fields.trade === 'install' ? [op.tempId] : []));
  ops.create(
    'task',
    { 'title.he': 'בדיקה ומסירה', 'title.en': 'Handover', trade: 'pm', dependsOn: last.slice(0, 30), ...shared },
    why,
  );
  return signOff;
};

/**
 * The latest days on which each new task can start and end, so that the event does not move. Nothing waits for the
 * sign-off, so that leaving it out leaves out nothing else; it is due when the first of them starts.
 */
const dated = (ops: readonly PatchOp[], world: SkillWorld, signOff: string | undefined): readonly PatchOp[] => {
  const records = copyRecords(world.records);
  applyOps(records, ops, {}, { at: '', by: 'plan', seq: 0, changeSetId: 'plan', origin: { source: 'skill' } });
  const { byTask } = scheduleOf(records);
  const [first] = ops
    .flatMap((op) => (op.op === 'create' && op.tempId !== signOff ? (byTask.get(op.tempId)?.latestStart ?? []) : []))
    .sort();
  return ops.map((op) => {
    const at = op.op === 'create' && op.entity === 'task' ? byTask.get(op.tempId) : undefined;
    if (op.op !== 'create' || !at) return op;
    const [startDate, dueDate] =
      op.tempId === signOff && first !== undefined ? [first, first] : [at.latestStart, at.latestFinish];
    return { ...op, fields: { ...op.fields, startDate, dueDate } };
  });
};
