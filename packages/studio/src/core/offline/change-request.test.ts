import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PatchOp } from '../domain/index.ts';
import { liveOf } from '../fold/records.ts';
import { aTask, recordsWith } from '../testing/records.ts';
import { changeRequest } from './change-request.ts';
import { demoRecords, turnFor, withDraft, worldWith } from './testing/world.ts';

const demo = worldWith(demoRecords());
const asked = (text: string, world = demo) => changeRequest(world, turnFor(text, world));
const ops = (text: string, world = demo): readonly PatchOp[] => asked(text, world).draft?.ops ?? [];
const short = (op: PatchOp): unknown[] => {
  if (op.op === 'create') return ['create', op.entity, op.fields];
  return [op.op, op.op === 'set' ? op.id : op.id, ...(op.op === 'set' ? [op.changes] : [])];
};
const counts = (all: readonly PatchOp[]) => ({
  elements: all.filter(({ entity }) => entity === 'element').length,
  tasks: all.filter(({ entity }) => entity === 'task').length,
  lines: all.filter(({ entity }) => entity.endsWith('Line')).length,
});

describe('an element is added, changed, and changed again in one draft', () => {
  test.each([
    ['add a logo wall', 'make it blue', 'no, red'],
    ['תוסיף קיר לוגו', 'תעשה אותו כחול', 'בעצם אדום'],
  ])('%s · %s · %s', (add, blue, red) => {
    const empty = worldWith(recordsWith({}));
    const added = asked(add, empty);
    expect(added.render.kind).toBe('draft_changes');
    expect(counts(added.draft?.ops ?? [])).toEqual({ elements: 1, tasks: 3, lines: 6 });

    const drafted = withDraft(empty, added);
    const painted = changeRequest(drafted, { ...turnFor(blue, drafted), turnId: 'trn_second' });
    expect(painted.draft).toMatchObject({ carry: 'all' });
    expect(painted.draft?.ops.map(short)).toEqual([
      ['set', 'tmp:element-1', { colors: [{ name: { he: 'כחול', en: 'blue' }, hex: '#1e5bd6' }] }],
    ]);

    const blueWall = withDraft(drafted, painted);
    const [only, ...others] = liveOf(blueWall.records.element);
    expect([only?.colors[0]?.name.en, others.length]).toEqual(['blue', 0]);

    // Said again, the same op says it: the draft does not pile up colours.
    const again = changeRequest(blueWall, { ...turnFor(red.replace('no, ', ''), blueWall), turnId: 'trn_third' });
    expect(again.draft?.ops.map(({ opId }) => opId)).toEqual(painted.draft?.ops.map(({ opId }) => opId));
  });

  test('[ST-18] in ideation only the element is added, and the answer says what planning adds', () => {
    const ideas = worldWith(recordsWith({ projectStage: 'ideation' }));
    const output = asked('add a counter', ideas);
    expect(output.draft?.ops.map(({ op, entity }) => [op, entity])).toEqual([['create', 'element']]);
    expect(output.assistantText).toContain('Planning will add its tasks and cost lines.');
    expect(asked('תוסיף דלפק', ideas).assistantText).toContain('בשלב התכנון');
  });
});

test.each([
  ['add 3 reception counters and a stage 6 by 4', 'reception counters', 'Stage'],
  ['תוסיף 3 דלפקי קבלה ובמה 6 על 4', 'דלפקי קבלה', 'במה'],
  ['תוסיף 3 דלפקי קבלה וגם במה 6 על 4', 'דלפקי קבלה', 'במה'],
])('%s: two things are two elements, each with its own number and size', (text, counter, stage) => {
  const made = ops(text, worldWith(recordsWith({}))).flatMap((op) =>
    op.op === 'create' && op.entity === 'element' ? [op.fields] : [],
  );
  expect(made).toMatchObject([
    { kind: 'counter', qty: 3 },
    { kind: 'stage', qty: 1, 'dims.widthMm': 6_000 },
  ]);
  const names = made.map((fields) => `${fields['name.he']} ${fields['name.en']}`.toLowerCase());
  expect(names[0]).toContain(counter);
  expect(names[0]).not.toContain(stage.toLowerCase());
  expect(names[1]).toContain(stage.toLowerCase());
});

test('a word that is part of one name makes no second element', () => {
  for (const text of ['add a salt and pepper wall', 'תוסיף במה ומעקה', 'add a counter with drawers and a shelf']) {
    const made = ops(text, worldWith(recordsWith({}))).filter(({ entity }) => entity === 'element');
    expect(made.length).toBeLessThan(2);
  }
});

describe('what can be asked', () => {
  test.each([
    [
      'תצבע את הדלפק בכחול',
      [['set', 'el_counter', { colors: [{ name: { he: 'כחול', en: 'blue' }, hex: '#1e5bd6' }] }]],
    ],
    [
      'הלקוחה רוצה שהדלפק יהיה בלבן ולא באפור',
      [['set', 'el_counter', { colors: [{ name: { he: 'לבן', en: 'white' }, hex: '#ffffff' }] }]],
    ],
    [
      'make the info counter #0057B8',
      [['set', 'el_counter', { colors: [{ name: { he: '#0057b8', en: '#0057b8' }, hex: '#0057b8' }] }]],
    ],
    ['שיהיו 3 דלפקים', [['set', 'el_counter', { qty: 3 }]]],
    ['make the info counter 2.6m wide', [['set', 'el_counter', { 'dims.widthMm': 2_600 }]]],
    ['the info counter should be 1.1 m high', [['set', 'el_counter', { 'dims.heightMm': 1_100 }]]],
    ['הדלפק ברוחב 250 ס״מ וגובה 110', [['set', 'el_counter', { 'dims.widthMm': 2_500, 'dims.heightMm': 1_100 }]]],
    ['שים את הקיר לוגו 20 סמ יותר גבוה', [['set', 'el_wall', { 'dims.heightMm': 2_600 }]]],
    ['קיר המדיה 4x2.5 מטר', [['set', 'el_media', { 'dims.widthMm': 4_000, 'dims.heightMm': 2_500 }]]],
    [
      'צריך להקטין את הבמה ל 4 על 3',
      [
        ['set', 'el_stage', { 'dims.widthMm': 4_000, 'dims.depthMm': 3_000 }],
        ['set', 'tsk_stage', { estimateMin: 180 }],
      ],
    ],
    ['make the photo corner 10% wider', []],
    // The verb says which side, whatever figure follows it; and none of it is a number of pieces.
    ['תגביה את קיר הלוגו ב-20 סמ', [['set', 'el_wall', { 'dims.heightMm': 2_600 }]]],
    ['תגביה את קיר הלוגו ל3', [['set', 'el_wall', { 'dims.heightMm': 3_000 }]]],
    ['raise the logo wall to 3 m', [['set', 'el_wall', { 'dims.heightMm': 3_000 }]]],
    ['תקצר את הדלפק ל-2 מטר', [['set', 'el_counter', { 'dims.widthMm': 2_000 }]]],
    ['תוסיף לקיר הלוגו 30 סמ לגובה', [['set', 'el_wall', { 'dims.heightMm': 2_700 }]]],
    ['תוריד 20 סמ מהגובה של קיר הלוגו', [['set', 'el_wall', { 'dims.heightMm': 2_200 }]]],
    ['תוריד את הגובה של קיר הלוגו ל-2 מטר', [['set', 'el_wall', { 'dims.heightMm': 2_000 }]]],
    // What it shall not be any more is said beside what it shall be.
    ['הדלפק יהיה 2 מטר ולא 2.40', [['set', 'el_counter', { 'dims.widthMm': 2_000 }]]],
    ['הדלפקים צריכים להיות 3 ולא 2', [['set', 'el_counter', { qty: 3 }]]],
    ['האירוע ב-20/7 ולא ב-17/6', [['set', 'prj_nova', { eventDate: '2026-07-20' }]]],
    [
      'תחליף את הצבע של הדלפק לאדום',
      [['set', 'el_counter', { colors: [{ name: { he: 'אדום', en: 'red' }, hex: '#d62828' }] }]],
    ],
    ['rename "Media wall" to "Sponsor wall"', [['set', 'el_media', { 'name.en': 'Sponsor wall' }]]],
    ['rename the logo wall to sponsor wall', [['set', 'el_wall', { 'name.en': 'sponsor wall' }]]],
    ['תקרא לקיר לוגו קיר ספונסרים', [['set', 'el_wall', { 'name.he': 'קיר ספונסרים' }]]],
    ['rename the logo wall to "Sponsors & friends"', [['set', 'el_wall', { 'name.en': 'Sponsors & friends' }]]],
    ['push the install to Tuesday', [['set', 'prj_nova', { installStart: '2026-06-16' }]]],
    ['להזיז את ההקמה ל-20/6', [['set', 'prj_nova', { installStart: '2026-06-20' }]]],
    ['תדחה את ההקמה ב-3 ימים', [['set', 'prj_nova', { installStart: '2026-06-18' }]]],
    ['תקדים את ההקמה בשבוע', [['set', 'prj_nova', { installStart: '2026-06-08' }]]],
    ['move the event to 2026-07-01', [['set', 'prj_nova', { eventDate: '2026-07-01' }]]],
    ['תעביר את הפירוק ל20 ביוני', [['set', 'prj_nova', { strikeEnd: '2026-06-20' }]]],
    ['תעדכן את המחיר של הדיקט ל-310', [['set', 'mat_ply', { unitCostMinor: 31_000, priceSource: 'manual' }]]],
    ['set the painting task to 4 hours', [['set', 'tsk_paint', { estimateMin: 240 }]]],
    ['הורד את משימת הצביעה', [['tombstone', 'tsk_paint']]],
    ['בלי שטיח', [['tombstone', 'mat_carpet']]],
    ['תוריד את ההובלה', [['tombstone', 'wrk_transport']]],
    ['לא צריך את הדלפק', [['tombstone', 'el_counter']]],
  ] as const)('%s', (text, expected) => {
    const found = ops(text).filter(
      ({ entity, op }) => !(entity.endsWith('Line') && op === 'set' && !text.includes('מחיר')),
    );
    expect(found.map(short)).toEqual(expected);
  });

  test('two elements in one sentence each get their own', () => {
    const found = ops('make the counter white and the arch 4 meters wide').filter(({ entity }) => entity === 'element');
    expect(found.map(short)).toEqual([
      ['set', 'el_counter', { colors: [{ name: { he: 'לבן', en: 'white' }, hex: '#ffffff' }] }],
      ['set', 'el_arch', { 'dims.widthMm': 4_000 }],
    ]);
  });

  test('a material is swapped for one of the catalogue, with its price', () => {
    expect(ops('תחליף את הדיקט ב-MDF')).toMatchObject([
      { op: 'set', id: 'mat_ply', changes: { sku: 'mdf-16', unitCostMinor: 16_800 } },
    ]);
    expect(ops('replace the printed fabric with banner')).toMatchObject([
      { id: 'mat_fabric', changes: { sku: 'banner-print' } },
    ]);
    expect(ops('במקום בד תשים באנר')).toMatchObject([{ id: 'mat_fabric', changes: { sku: 'banner-print' } }]);
  });

  test('an element is removed with what was made for it alone, and nothing hangs in the air', () => {
    expect(ops('remove the entrance arch').map((op) => [op.op, op.op === 'create' ? '' : op.id])).toEqual([
      ['removeRef', 'tsk_handover'],
      ['tombstone', 'mat_fabric'],
      ['tombstone', 'tsk_rig'],
      ['tombstone', 'el_arch'],
    ]);
  });

  test('cheaper by a tenth takes the smallest change that is enough, and says what it saves', () => {
    const output = asked('להוזיל את קיר הלוגו ב-10%');
    expect(output.draft?.ops).toMatchObject([{ id: 'mat_ply', changes: { sku: 'ply-pop-17' } }]);
    expect(output.assistantText).toContain('₪396');
  });

  test('cheaper by more than is possible changes nothing and says how far it goes', () => {
    const output = asked('make the logo wall cheaper by 60%');
    expect([output.render.kind, output.draft]).toEqual(['chat', undefined]);
    expect(output.assistantText).toContain('less than 60%');
    expect(output.suggestedActions.length).toBeGreaterThan(0);
  });

  test('a task is added under its own words', () => {
    const text = 'צביעת קיר צד';
    const task = changeRequest(demo, { ...turnFor(text, demo), entity: 'task' });
    expect(task.draft?.ops.map(short)).toMatchObject([['create', 'task', { 'title.he': text }]]);
    expect(ops('תוסיף משימה: להזמין ויניל').map(short)).toMatchObject([
      ['create', 'task', { 'title.he': 'להזמין ויניל' }],
    ]);
  });

  test('a material is added to an element that is there', () => {
    expect(ops('אפשר להוסיף פס לד לדלפק?').map(short)).toMatchObject([
      ['create', 'materialLine', { elementId: 'el_counter', sku: 'led-strip', qtyMilli: 2_400 }],
    ]);
  });

  test('what stands by an element is not part of it', () => {
    expect(ops('add 2 more podiums near the stage').map(short)[0]).toMatchObject([
      'create',
      'element',
      { 'name.en': 'Podiums', qty: 2, 'location.en': 'near Main stage' },
    ]);
    expect(ops('תוסיפו לי עוד שני ספוטים מעל הבמה').map(short)[0]).toMatchObject([
      'create',
      'element',
      { 'name.he': 'ספוטים', 'location.he': 'מעל במה מרכזית' },
    ]);
  });

  test('a new size carries over to lines that are still what the recipe gave', () => {
    const empty = worldWith(recordsWith({}));
    const wall = withDraft(empty, asked('add a logo wall', empty));
    const wider = changeRequest(wall, { ...turnFor('make it 6 meters wide', wall), turnId: 'trn_second' });
    expect(wider.draft?.ops.filter(({ entity }) => entity === 'materialLine')).toMatchObject([
      { op: 'set', changes: { qtyMilli: 5_000 } },
      { op: 'set', changes: { qtyMilli: 44_400 } },
      { op: 'set', changes: { qtyMilli: 4_000 } },
    ]);
  });
});

test('[ST-16] a photo booth beside a photo corner is a new element, never a silent merge', () => {
  const booth = ops('add a photo booth');
  expect(booth.filter(({ entity }) => entity === 'element').map(short)).toMatchObject([
    ['create', 'element', { 'name.en': 'Photo booth' }],
  ]);
  expect(booth.every(({ op }) => op === 'create')).toBe(true);
});

describe('what is not done', () => {
  test.each([
    ['אל תוריד את השער', 'אל'],
    ["don't remove the arch", "don't"],
    ['add a podium if the client agrees', 'if'],
    ['אם הלקוח יאשר תוסיף פודיום', 'אם'],
    ['we already removed the arch', 'already'],
    ['make the logo wall blue but cheaper', 'but'],
    ['remove the flux capacitor', 'capacitor'],
    ['תכניסי עוד יום הקמה', 'יום'],
    ['תקפיץ את הכמות של הכיסאות ל-80', 'הכיסאות'],
    ['rename the kiosk to demo zone', 'kiosk'],
    ['make the logo wall prettier', 'prettier'],
    // A measure is no thing that could be added, and "bigger, 3" does not say which side.
    ['תוסיף עוד שני מטר לבמה', 'מטר'],
    ['תוסיף מטר לרוחב של הבמה', 'לרוחב'],
    ['תגדיל את הדלפק ל-3', '3'],
    ['תצבע את הדלפק בכחול זרחני מנצנץ', 'מנצנץ'],
  ])('%s is refused, and says which word', (text, word) => {
    const output = asked(text);
    expect(output.draft).toBeUndefined();
    expect(output.assistantText).toContain(word);
  });

  test('a refusal offers up to three complete requests, each of which works here', () => {
    const { suggestedActions } = asked('make the logo wall prettier');
    expect(suggestedActions).toHaveLength(3);
    for (const { event } of suggestedActions) {
      const text = event.type === 'chatMessage' ? event.text : '';
      expect([text, asked(text).render.kind]).toEqual([text, 'draft_changes']);
    }
    for (const { event } of asked('תצבע את הדלפק בכחול זרחני מנצנץ').suggestedActions)
      expect(asked(event.type === 'chatMessage' ? event.text : '').render.kind).toBe('draft_changes');
  });

  test('"taller" asks by how much', () => {
    const output = asked('קיר הלוגו יותר גבוה');
    expect(output.draft).toBeUndefined();
    for (const { event } of output.suggestedActions)
      expect(asked(event.type === 'chatMessage' ? event.text : '').render.kind).toBe('draft_changes');
    expect(output.suggestedActions).toHaveLength(3);
  });

  test('without an element, it asks for which', () => {
    expect(asked('תשנה את הצבע לכחול').needsScope).toMatchObject({ why: 'missing' });
    expect(asked('make it 3 meters wide').needsScope?.candidates).toHaveLength(5);
  });

  test('a name that fits several tasks is asked about', () => {
    const paint = (id: string, of: string) => aTask(id, { title: { he: `צביעה – ${of}` } });
    const twice = worldWith(recordsWith({}, paint('tsk_a', 'קיר'), paint('tsk_b', 'דלפק')));
    const output = asked('הורד את משימת הצביעה', twice);
    expect(output.draft).toBeUndefined();
    for (const { event } of output.suggestedActions)
      expect(asked(event.type === 'chatMessage' ? event.text : '', twice).render.kind).toBe('draft_changes');
    expect(output.suggestedActions).toHaveLength(2);
  });

  test('whatever is typed, only elements, tasks and lines of this project are touched', () => {
    const known = new Set<string>(Object.values(demo.records).flatMap((map) => [...map.keys()]));
    const words =
      'תוסיף תוריד את הקיר הדלפק לוגו כחול 3 מטר if not remove make add the logo wall counter blue 10% cheaper ב ל task משימה and'.split(
        ' ',
      );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 9 }), (said) => {
        const output = asked(said.join(' '));
        for (const op of output.draft?.ops ?? []) {
          const temps = output.draft?.ops.flatMap((each) => (each.op === 'create' ? [each.tempId] : [])) ?? [];
          if (op.op !== 'create') expect(known.has(op.id) || temps.includes(op.id)).toBe(true);
        }
        if (said.includes('if')) expect(output.draft).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['תוסיף במה 4 על 3 מטר', { widthMm: 4_000, depthMm: 3_000, heightMm: 400 }],
  ['add a stage 6 by 4 m', { widthMm: 6_000, depthMm: 4_000, heightMm: 400 }],
  ['תוסיף קיר לוגו 3 על 2.4 מטר', { widthMm: 3_000, heightMm: 2_400, depthMm: 90 }],
])('%s: of what lies on the ground the second figure is its depth', (text, dims) => {
  const [element] = ops(text, worldWith(recordsWith({})));
  const fields = element?.op === 'create' ? element.fields : {};
  expect({
    widthMm: fields['dims.widthMm'],
    heightMm: fields['dims.heightMm'],
    depthMm: fields['dims.depthMm'],
  }).toEqual(dims);
});

test.each([
  ['תשנה את גובה הבמה ל-45 ס״מ', 'el_stage', { 'dims.heightMm': 450 }],
  ['change the height of the main stage to 45 cm', 'el_stage', { 'dims.heightMm': 450 }],
  ['הרוחב של הדלפק צריך להיות 3 מטר', 'el_counter', { 'dims.widthMm': 3_000 }],
])('%s: the side that is named is the one that changes', (text, id, changes) => {
  expect(
    ops(text)
      .filter(({ entity }) => entity === 'element')
      .map(short),
  ).toEqual([['set', id, changes]]);
});

test.each([
  ['האירוע ב-14.2.2027 וההקמה ב-11.2.2027', { eventDate: '2027-02-14', installStart: '2027-02-11' }],
  ['the event is on 14/2/2027', { eventDate: '2027-02-14' }],
])('%s: a day that is told is set', (text, days) => {
  const changed = ops(text).flatMap((op) => (op.op === 'set' && op.entity === 'project' ? [op.changes] : []));
  expect(Object.assign({}, ...changed)).toEqual(days);
});
