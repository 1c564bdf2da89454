import { describe, expect, test } from 'vitest';
import type { PatchOp } from '../domain/index.ts';
import { liveOf } from '../fold/records.ts';
import { routeMessage } from '../routing/route.ts';
import { aMaterial, anElement, aTask, recordsWith } from '../testing/records.ts';
import { planCritic } from './critic.ts';
import { decompose } from './decompose.ts';
import { ideas } from './ideas.ts';
import { projectQa } from './qa.ts';
import { questionsSkill } from './questions.ts';
import { quotePlan } from './quote-plan.ts';
import { demoRecords, turnFor, withDraft, worldWith } from './testing/world.ts';

const demo = worldWith(demoRecords());
const created = (ops: readonly PatchOp[], entity: string) =>
  ops.flatMap((op) => (op.op === 'create' && op.entity === entity ? [op] : []));

describe('project.qa', () => {
  const answer = (text: string) => projectQa(demo, turnFor(text, demo)).assistantText;

  test.each([
    ['כמה עולה קיר הלוגו?', '₪3,494'],
    ['how much does the logo wall cost?', '₪3,494'],
    ['מה הסכום הכולל?', '₪12,661.40'],
    ['what is the total with vat?', '₪12,661.40'],
    ['what is the margin?', '%'],
    ['מתי האירוע?', '17.6.2026'],
    ['when do we install?', '15.6.2026'],
    ['מתי מתקינים את הבמה?', 'הקמת במה'],
    ['how many days until the event?', '62'],
    ['מה המידות של הדלפק', '2.4'],
    ['אילו משימות נשארו?', 'צביעה'],
    ['which tasks are left?', 'Build wall'],
    ['מי אחראי על הצביעה?', 'noa'],
    ['כמה אורחים?', '350'],
    ['list all the elements', 'Photo corner'],
    ['האם אישרו את הבמה?', 'לא אושר'],
    ['which tasks depend on the paint?', 'Handover'],
    ['יש לי כבר הצעה?', 'לא הונפקה'],
    ['how big is the arch', '5 m'],
    ['סיכום של הפרויקט', 'תכנון'],
    ['אילו סיכונים יש לנו?', 'מעלית'],
    ['כמה שעות עבודה יש בבמה', '15'],
    ['כמה דיקט הולך בקיר הלוגו?', '4 לוחות'],
    ['כמה זה בלי מע״מ', '₪10,730'],
  ])('%s → %s', (text, figure) => {
    expect(answer(text)).toContain(figure);
  });

  test.each([
    'כמה שילמנו על הטראס בפעם הקודמת?',
    'how much did the carpet cost last year?',
    'what is the weather on the event day?',
    'כמה זה בדולר?',
    'what is the margin on the logo wall?',
    'how much will the wall cost in euros?',
    'כמה דיקט השתמשנו בשנה שעברה?',
    'how much carpet is in stock?',
  ])('%s has no answer here, and gets none', (text) => {
    const output = projectQa(demo, turnFor(text, demo));
    expect(output.assistantText).not.toMatch(/₪|\d{2}/);
    expect(output.suggestedActions.length).toBeGreaterThan(0);
  });

  test('whoever a task is given to is called by name', () => {
    const named = { ...demo, people: new Map([['noa', 'נועה לוי']]) };
    expect(projectQa(named, turnFor('מי אחראי על הצביעה?', named)).assistantText).toContain('צביעה: נועה לוי');
  });

  test('it answers in the language of the question and changes nothing', () => {
    expect(answer('כמה עולה הדלפק?')).toMatch(/[א-ת]/);
    expect(answer('when is the event?')).not.toMatch(/[א-ת]/);
    expect(projectQa(demo, turnFor('כמה עולה הדלפק?', demo)).draft).toBeUndefined();
  });

  test('what shall be left alone is left alone, in words', () => {
    expect(answer('אל תמחק את הבמה')).toBe('בסדר. דבר לא השתנה.');
    expect(answer('don’t touch the logo wall')).toBe('All right. Nothing was changed.');
  });
});

describe('planning.quotePlan', () => {
  const plan = quotePlan(demo, { ...turnFor('תכין הצעת מחיר', demo), scope: { kind: 'none' } });

  test('plans what has no plan yet, in phases, with days that end before the event', () => {
    const ops = plan.draft?.ops ?? [];
    expect(plan.elementIds).toEqual(['el_counter', 'el_media', 'el_photo']);
    expect(created(ops, 'section')).toHaveLength(3);
    const tasks = created(ops, 'task');
    expect(tasks.length).toBeGreaterThan(8);
    for (const { fields } of tasks) expect(String(fields.dueDate) <= '2026-06-17').toBe(true);
    expect(ops.length).toBeLessThanOrEqual(120);
  });

  test('a thing that has its plan is left alone', () => {
    const planned = withDraft(demo, plan);
    expect(
      quotePlan(planned, { ...turnFor('תכין הצעת מחיר', planned), scope: { kind: 'none' } }).draft,
    ).toBeUndefined();
  });

  test('one element when one was named, and a guess is called a guess', () => {
    const odd = worldWith(recordsWith({}, anElement('el_odd', { name: { en: 'Zorp' }, kind: 'prop' })));
    const output = quotePlan(odd, turnFor('price the zorp', odd));
    expect(output.warnings.map(({ code }) => code)).toEqual(['GENERIC_RECIPE']);
    for (const { fields } of created(output.draft?.ops ?? [], 'materialLine'))
      expect(fields.priceSource).toBe('estimate');
  });
});

test('the sign-off of a plan is due before anything is made, and handing over comes last', () => {
  const dated = worldWith(
    recordsWith(
      { eventDate: '2026-06-17', installStart: '2026-06-15' },
      anElement('el_wall', { name: { he: 'קיר לוגו', en: 'Logo wall' }, kind: 'wall' }),
      anElement('el_counter', { name: { he: 'דלפק', en: 'Counter' }, kind: 'counter' }),
    ),
  );
  const tasks = created(quotePlan(dated, turnFor('plan it all', dated)).draft?.ops ?? [], 'task');
  const dueOf = (title: string) => tasks.find(({ fields }) => fields['title.en'] === title)?.fields.dueDate;
  const starts = tasks
    .filter(({ fields }) => fields.granularity === 'mid')
    .map(({ fields }) => String(fields.startDate));
  expect(starts.length).toBeGreaterThan(3);
  expect(String(dueOf('Artwork sign-off')) <= String(starts.sort()[0])).toBe(true);
  expect(dueOf('Handover')).toBe('2026-06-16');
});

test('[ST-09] /price with a name plans that element and no other', () => {
  const records = recordsWith(
    {},
    anElement('el_a', { name: { he: 'קיר לוגו' }, kind: 'wall' }),
    anElement('el_b', { name: { he: 'דלפק' }, kind: 'counter' }),
  );
  const world = worldWith(records);
  const to = routeMessage('/price קיר לוגו', {
    projectStage: 'planning',
    pins: { stage: 'auto', channel: 'auto' },
    hasDraft: false,
  });
  if (to.kind !== 'skill') throw new Error('a command names its skill');
  expect([to.skillId, to.routedBy]).toEqual(['planning.quotePlan', 'slash']);
  const output = quotePlan(world, turnFor(to.text, world));
  expect(output.elementIds).toEqual(['el_a']);
  for (const { fields } of created(output.draft?.ops ?? [], 'materialLine')) expect(fields.elementId).toBe('el_a');
});

describe('solutioning.decompose', () => {
  const solving = worldWith(demoRecords({ projectStage: 'solutioning' }));
  const output = decompose(solving, turnFor('פרק את קיר הלוגו', solving));
  const steps = created(output.draft?.ops ?? [], 'task');

  test('steps add up to the task they come from, none longer than a day', () => {
    expect(steps.reduce((all, { fields }) => all + Number(fields.estimateMin), 0)).toBe(960 + 360);
    for (const { fields } of steps) {
      expect(Number(fields.estimateMin)).toBeLessThanOrEqual(480);
      expect([fields.granularity, fields.stage]).toEqual(['atomic', 'solutioning']);
    }
  });

  test('they follow each other, the paint after the build, with a cut list', () => {
    const last = steps.findLast(({ fields }) => fields.trade === 'carpentry');
    const paint = steps.find(({ fields }) => fields.trade === 'paint');
    expect(paint?.fields.dependsOn).toEqual([last?.tempId]);
    expect(steps.some(({ fields }) => JSON.stringify(fields.checklist ?? '').includes('1220 × 2400'))).toBe(true);
  });

  test('more than three elements are asked about, and a second run finds nothing to do', () => {
    expect(decompose(solving, { ...turnFor('/build', solving), scope: { kind: 'none' } }).needsScope).toMatchObject({
      why: 'tooMuch',
    });
    const done = withDraft(solving, output);
    expect(decompose(done, turnFor('פרק את קיר הלוגו', done)).draft).toBeUndefined();
  });
});

describe('ideation.ideas', () => {
  const ideation = worldWith(demoRecords({ projectStage: 'ideation' }));
  const titles = (world = ideation, text = 'תן לי רעיונות') => {
    const { render } = ideas(world, turnFor(text, world));
    return render.kind === 'chat' ? (render.cards ?? []).map(({ title }) => title.en) : [];
  };

  test('three to six different ideas, the same ones for the same project, others on asking again', () => {
    const first = titles();
    expect(first.length).toBeGreaterThanOrEqual(3);
    expect(first.length).toBeLessThanOrEqual(6);
    expect(new Set(first).size).toBe(first.length);
    expect(titles()).toEqual(first);
    expect(titles({ ...ideation, messages: [{ role: 'assistant', text: '', skillId: 'ideation.ideas' }] })).not.toEqual(
      first,
    );
    expect(titles(worldWith(demoRecords({ id: 'prj_other', projectStage: 'ideation' })))).not.toEqual(first);
  });

  test('a theme and a thing that were named are what it is about', () => {
    for (const title of titles(ideation, 'רעיונות לבמה בסגנון יפני')) expect(title).toBe('Quiet: Stage');
  });
});

describe('questions', () => {
  const answers = {
    saved: {},
    draft: { 'ide.goal': 'השקה' },
    pending: { 'ide.venue': 'נמל', 'ide.guests': 'הרבה' },
    skippedQids: ['ide.type'],
    generated: [],
  };
  const undated = worldWith(recordsWith({}));
  const output = questionsSkill('ideation')(undated, { ...turnFor('', undated), answers });

  test('the next ones reflect what was typed; nothing is saved, bad values are said and left out', () => {
    expect(output.render.kind === 'questions' && output.render.questions.map(({ qid }) => qid)).toEqual([
      'ide.date',
      'ide.guests',
      'ide.budget',
      'ide.indoor',
      'ide.brand',
    ]);
    expect(output.proposedFacts.map(({ key }) => key)).toEqual(['goal', 'venue']);
    expect(output.warnings.map(({ refs }) => refs)).toEqual([['ide.guests']]);
  });

  test('with none left it says so and offers the way on', () => {
    const all = Object.fromEntries(
      ['install', 'strike', 'access', 'power', 'transport', 'print', 'payment', 'night'].map((name) => [
        `pln.${name}`,
        true,
      ]),
    );
    const done = questionsSkill('planning')(demo, {
      ...turnFor('', demo),
      answers: { ...answers, saved: all, draft: {}, pending: {} },
    });
    expect([done.render.kind, done.suggestedActions.length > 0]).toEqual(['chat', true]);
  });
});

describe('plan.critic', () => {
  const codes = (world = demo) => {
    const { render } = planCritic(world, turnFor('מה חסר?', world));
    return render.kind === 'chat' ? (render.cards ?? []).map(({ code }) => code) : [];
  };

  test('says what such plans lack and parks what would mend it', () => {
    expect(codes()).toContain('NO_PM');
    expect(planCritic(demo, turnFor('מה חסר?', demo)).followUp?.ops).toMatchObject([
      { op: 'create', entity: 'workLine', fields: { trade: 'pm' } },
    ]);
    expect(planCritic(demo, turnFor('מה חסר?', demo)).draft).toBeUndefined();
  });

  test('sees guesses, missing power, a late start and open flags', () => {
    const guess = aMaterial('mat_guess', { priceSource: 'estimate', unitCostMinor: 1_000_000, elementId: 'el_media' });
    const screen = aTask('tsk_screen', { elementIds: ['el_media'], trade: 'av' });
    const records = demoRecords({ eventDate: '2026-04-16' });
    records.materialLine.set(guess.id, guess);
    records.task.set(screen.id, screen);
    const flag = {
      id: 'flg_1',
      invariant: 'I08',
      severity: 'warn' as const,
      refs: [],
      message: { en: 'Changed since approval' },
      evidenceHash: 'x',
      status: 'open' as const,
      actions: [],
    };
    const found = codes(worldWith(records, { flags: [flag] }));
    for (const code of ['MOSTLY_ESTIMATES', 'NO_POWER', 'LATE', 'I08']) expect(found).toContain(code);
  });

  test('an empty project is fine', () => {
    const empty = worldWith(recordsWith({}));
    expect(planCritic(empty, turnFor('check', empty)).assistantText).toContain('no problems');
  });
});

test('no offline skill touches anything outside this project', () => {
  const known = new Set<string>(Object.values(demo.records).flatMap((map) => [...map.keys()]));
  const outputs = [
    quotePlan(demo, turnFor('plan it all', demo)),
    decompose(demo, turnFor('break down the stage', demo)),
    planCritic(demo, turnFor('check', demo)),
  ];
  for (const output of outputs)
    for (const op of [...(output.draft?.ops ?? []), ...(output.followUp?.ops ?? [])])
      if (op.op !== 'create') expect(known.has(op.id)).toBe(true);
  expect(liveOf(demo.records.element)).toHaveLength(6);
});

test('materials are named in the language of whoever asks', () => {
  const shown = (text: string) =>
    JSON.stringify(ideas(demo, turnFor(text, demo)).render)
      .match(/"value":"([^"₪]+)"/g)
      ?.join();
  expect(shown('תן לי רעיונות')).not.toMatch(/plywood|truss|carpet|vinyl|forex|fabric|decks/);
  expect(shown('give me ideas')).not.toMatch(/[א-ת]/);
  expect(projectQa(demo, turnFor('מה המידות של קיר הלוגו', demo)).assistantText).toContain('חומרים: דיקט');
});
