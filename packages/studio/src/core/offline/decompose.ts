import type { Element, LText, Task, Trade } from '../domain/index.ts';
import { liveOf } from '../fold/records.ts';
import { countText, said } from '../language/say.ts';
import { shareOut } from '../money/integers.ts';
import { recipeFor, sizesOf } from '../recipes/make.ts';
import { chat, drafted, type SkillOutput } from '../skills/output.ts';
import { type SkillTurn, type SkillWorld, scopeElements } from '../skills/world.ts';
import { createOpWriter, type OpWriter } from './op-writer.ts';

/** The longest a single step may take: one working day. */
const longestStep = 480;
const mostOps = 150;
const mostElements = 3;

type Step = { readonly title: LText; readonly share: number; readonly cuts?: true };
const step = (he: string, en: string, share: number, cuts?: true): Step => ({
  title: { he, en },
  share,
  ...(cuts ? { cuts } : {}),
});

/** How the work of a trade falls into steps, by share of its minutes. */
const templates: Readonly<Partial<Record<Trade, readonly Step[]>>> = {
  carpentry: [
    step('מדידה וסימון', 'Measure and mark', 1),
    step('חיתוך לפי רשימה', 'Cut to the list', 3, true),
    step('הרכבת שלד', 'Assemble the frame', 4),
    step('ליטוש וגימור', 'Sand and finish', 2),
  ],
  paint: [
    step('הכנת משטח', 'Prepare the surface', 2),
    step('שכבה ראשונה', 'First coat', 4),
    step('שכבה שנייה', 'Second coat', 4),
  ],
  install: [
    step('פריקה ופיזור', 'Unload and place', 2),
    step('הצבה ויישור', 'Set up and level', 4),
    step('עיגון', 'Fix', 3),
    step('בדיקה וניקיון', 'Check and clean', 1),
  ],
  rigging: [
    step('בדיקת נקודות תלייה', 'Check the points', 1),
    step('הרכבת טראס', 'Build the truss', 4),
    step('הרמה ואבטחה', 'Lift and secure', 4),
    step('בדיקת יציבות', 'Stability check', 1),
  ],
  electric: [step('חיווט', 'Wire', 6), step('בדיקה', 'Test', 4)],
  metal: [step('חיתוך', 'Cut', 3, true), step('ריתוך', 'Weld', 5), step('ליטוש', 'Grind', 2)],
  print: [step('בדיקת קבצים', 'Check files', 3), step('הדפסה', 'Print', 5), step('חיתוך ואריזה', 'Trim and pack', 2)],
  textile: [step('חיתוך', 'Cut', 4), step('תפירה או מתיחה', 'Sew or stretch', 6)],
};
const anyTrade: readonly Step[] = [step('הכנה', 'Prepare', 2), step('ביצוע', 'Do', 6), step('בדיקה', 'Check', 2)];

/** `solutioning.decompose` without a model: each task in steps of a day at most, whose minutes add up to it. */
export const decompose = (world: SkillWorld, turn: SkillTurn): SkillOutput => {
  const { lang } = turn;
  const pick = (he: string, en: string): string => (lang === 'he' ? he : en);
  const elements =
    turn.scope.kind === 'elements'
      ? turn.scope.ids.flatMap((id) => world.records.element.get(id) ?? [])
      : liveOf(world.records.element);
  if (elements.length === 0)
    return chat(pick('אין אלמנט לפרק. הוסיפו אלמנט קודם.', 'There is no element to break down. Add one first.'));
  if (elements.length > mostElements)
    return chat(
      pick('זה יותר מדי לפעם אחת. בחרו עד שלושה אלמנטים.', 'That is too much at once. Pick up to three elements.'),
      {
        needsScope: {
          why: 'tooMuch',
          mention: turn.text.slice(0, 200),
          candidates: scopeElements(world)
            .slice(0, 5)
            .map(({ id, name }) => ({ elementId: id, label: name, score: 0, why: '' })),
        },
      },
    );
  const ops = createOpWriter(turn.turnId, turn.text, world.draft?.ops ?? []);
  const done: string[] = [];
  for (const element of elements) if (breakDown(element, world, ops)) done.push(element.id);
  if (ops.ops().length === 0)
    return chat(
      pick(
        'אין משימות לפרק: לאלמנט אין משימות, או שכבר פורק. הכינו תוכנית קודם.',
        'There is nothing to break down: the element has no tasks, or was broken down already. Plan it first.',
      ),
      { elementIds: elements.map(({ id }) => id), handoff: 'planning.quotePlan' },
    );
  const steps = ops.ops().filter(({ op, entity }) => op === 'create' && entity === 'task').length;
  const names = done.flatMap((id) => said(world.records.element.get(id)?.name, lang)).join(', ');
  return drafted(
    pick(
      `${names}: ${countText(steps, 'tasks', lang)} קצרות, לפי סדר.`,
      `${names}: ${countText(steps, 'tasks', lang)} of a day at most, in order.`,
    ),
    {
      title: { he: 'פירוק למשימות', en: 'Broken into steps' },
      ops: ops.ops(),
      carry: 'all',
      dropped: [],
    },
    { elementIds: done },
  );
};

const breakDown = (element: Element, world: SkillWorld, ops: OpWriter): boolean => {
  const own = liveOf(world.records.task).filter(({ elementIds }) => elementIds.includes(element.id));
  if (own.some(({ granularity }) => granularity === 'atomic')) return false;
  const tasks = own.filter(
    ({ granularity, status, estimateMin }) =>
      granularity === 'mid' && estimateMin > 0 && status !== 'done' && status !== 'cancelled',
  );
  if (tasks.length === 0) return false;
  const last = new Map<string, string>();
  for (const task of inOrder(tasks)) {
    const before = task.dependsOn.flatMap((id) => last.get(id) ?? []);
    const end = writeSteps(task, element, before, ops);
    if (end === undefined) break;
    last.set(task.id, end);
  }
  describeBuild(element, ops);
  return true;
};

/** Steps one after the other; the first waits for the last step of what the task waits for. Returns the last one. */
const writeSteps = (task: Task, element: Element, before: readonly string[], ops: OpWriter): string | undefined => {
  const steps = templates[task.trade] ?? anyTrade;
  const minutes = shareOut(
    BigInt(task.estimateMin),
    steps.map(({ share }) => BigInt(share)),
  ).map(Number);
  let waits = before;
  let last: string | undefined;
  for (const [at, { title, cuts }] of steps.entries()) {
    const parts = Math.max(1, Math.ceil((minutes[at] ?? 0) / longestStep));
    const shares = shareOut(
      BigInt(minutes[at] ?? 0),
      Array.from({ length: parts }, () => 1n),
    ).map(Number);
    for (const [part, estimateMin] of shares.entries()) {
      if (estimateMin === 0) continue;
      if (ops.ops().length >= mostOps - 1) return last;
      const suffix = parts > 1 ? ` (${part + 1}/${parts})` : '';
      const name = (lang: 'he' | 'en'): string =>
        `${said(title, lang)}${suffix} – ${said(task.title, lang)}`.slice(0, 500);
      last = ops.create(
        'task',
        {
          'title.he': name('he'),
          'title.en': name('en'),
          elementIds: [element.id],
          stage: 'solutioning',
          granularity: 'atomic',
          trade: task.trade,
          estimateMin,
          crew: task.crew,
          dependsOn: [...waits],
          checklist: cuts && part === 0 ? cutList(element).map((text) => ({ text, done: false })) : undefined,
          sectionId: task.sectionId,
        },
        { he: `שלב של ${said(task.title, 'he')}`, en: `A step of ${said(task.title, 'en')}` },
      );
      waits = [last];
    }
  }
  return last;
};

const inOrder = (tasks: readonly Task[]): readonly Task[] => {
  const ids = new Set(tasks.map(({ id }) => id));
  const order: Task[] = [];
  const placed = new Set<string>();
  for (let round = 0; round <= tasks.length; round += 1)
    for (const task of tasks)
      if (!placed.has(task.id) && task.dependsOn.every((id) => !ids.has(id) || placed.has(id))) {
        placed.add(task.id);
        order.push(task);
      }
  return order;
};

/** Boards of 1220 × 2440 as an element's face is cut from them, and its studs. */
const cutList = (element: Element): readonly string[] => {
  const { w, h, qty } = sizesOf(recipeFor(element).recipe, element);
  const spans = (length: number, board: number): readonly number[] =>
    Array.from({ length: Math.ceil(length / board) }, (_, at) => Math.min(board, length - at * board));
  const pieces = new Map<string, number>();
  for (const width of spans(w, 1_220))
    for (const height of spans(h, 2_440)) {
      const size = `${width} × ${height}`;
      pieces.set(size, (pieces.get(size) ?? 0) + qty);
    }
  const studs = (Math.ceil(w / 600) + 1) * qty;
  return [
    ...[...pieces].map(([size, count]) => `${count} × ${size} mm`),
    `${studs} × ${h} mm`,
    `${3 * qty} × ${w} mm`,
  ].slice(0, 40);
};

const structures: Readonly<Partial<Record<Element['kind'], LText>>> = {
  wall: { he: 'שלד קורות כל 60 ס״מ עם לוחות משני הצדדים', en: 'Studs every 60 cm with boards on both sides' },
  stage: { he: 'פרקטיקבלים על רגליים, מחוברים ביניהם', en: 'Decks on legs, joined to each other' },
  counter: { he: 'גוף לוחות עם חיפוי', en: 'A body of boards with cladding' },
  arch: { he: 'טראס עם משקולות ובד מתוח', en: 'Truss with weights and stretched fabric' },
  booth: { he: 'פרופיל אלומיניום עם לוחות', en: 'Aluminium profile with panels' },
};

/** What is known about building it; only what nobody wrote down yet. */
const describeBuild = (element: Element, ops: OpWriter): void => {
  const { recipe } = recipeFor(element);
  const { w } = sizesOf(recipe, element);
  const structure = structures[element.kind];
  ops.set(
    'element',
    element.id,
    {
      ...(structure && !element.build.structure
        ? { 'build.structure.he': structure.he, 'build.structure.en': structure.en }
        : {}),
      ...(element.build.splitParts === undefined ? { 'build.splitParts': Math.max(1, Math.ceil(w / 2_440)) } : {}),
    },
    { he: 'לפי המתכון', en: 'By the recipe' },
  );
};
