import type { Json } from '@atelier/kernel/core';
import type { EntityType } from '../domain/primitives.ts';

/** The demo project as data: what is created, under which name others refer to it. */
export type Seed = {
  readonly entity: EntityType;
  readonly name: string;
  readonly fields: Readonly<Record<string, Json>>;
};

const text = (path: string, he: string, en: string) => ({ [`${path}.he`]: he, [`${path}.en`]: en });
const tmp = (name: string): string => `tmp:${name}`;

const section = (name: string, he: string, en: string, sortKey: number): Seed => ({
  entity: 'section',
  name,
  fields: { ...text('title', he, en), kind: 'phase', sortKey },
});

const white = [{ name: { he: 'לבן', en: 'white' }, hex: '#ffffff' }];

const elements: readonly Seed[] = [
  {
    entity: 'element',
    name: 'e1',
    fields: {
      ...text('name', 'קיר לוגו', 'Logo wall'),
      aliases: ['לוגו'],
      kind: 'wall',
      'dims.widthMm': 4_800,
      'dims.heightMm': 2_400,
      'dims.depthMm': 90,
      colors: white,
      materials: ['plywood'],
      ...text(
        'clientText',
        'קיר דיקט צבוע לבן, 4.80 × 2.40 מ׳, עם אותיות PVC',
        'White painted plywood wall, 4.80 × 2.40 m, with PVC letters',
      ),
      sortKey: 10,
    },
  },
  {
    entity: 'element',
    name: 'e2',
    fields: {
      ...text('name', 'במה מרכזית', 'Main stage'),
      kind: 'stage',
      'dims.widthMm': 6_000,
      'dims.heightMm': 400,
      'dims.depthMm': 4_000,
      materials: ['decks', 'carpet'],
      ...text(
        'clientText',
        'במה 6 × 4 מ׳ בגובה 40 ס״מ, שטיח וחצאית',
        'Stage 6 × 4 m, 40 cm high, with carpet and skirt',
      ),
      sortKey: 20,
    },
  },
  {
    entity: 'element',
    name: 'e3',
    fields: {
      ...text('name', 'דלפק מידע', 'Info counter'),
      kind: 'counter',
      'dims.widthMm': 2_400,
      'dims.heightMm': 1_050,
      'dims.depthMm': 600,
      materials: ['MDF', 'laminate', 'LED'],
      ...text('finish', 'פס LED בקצה', 'LED edge'),
      ...text('clientText', 'דלפק מצופה פורמייקה עם פס LED', 'Laminated counter with an LED edge'),
      sortKey: 30,
    },
  },
  {
    entity: 'element',
    name: 'e4',
    fields: {
      ...text('name', 'שער כניסה', 'Entrance arch'),
      kind: 'arch',
      'dims.widthMm': 5_000,
      'dims.heightMm': 4_000,
      materials: ['truss', 'printed fabric'],
      ...text('clientText', 'שער טראס 5 × 4 מ׳ עם בד מודפס', 'Truss arch 5 × 4 m with printed fabric'),
      sortKey: 40,
    },
  },
  {
    entity: 'element',
    name: 'e5',
    fields: { ...text('name', 'קיר מדיה', 'Media wall'), kind: 'wall', sortKey: 50 },
  },
  {
    entity: 'element',
    name: 'e6',
    fields: { ...text('name', 'עמדת צילום', 'Photo corner'), kind: 'booth', sortKey: 60 },
  },
];

type TaskMore = {
  readonly elements?: readonly string[];
  readonly after?: readonly string[];
  readonly crew?: number;
  readonly milestone?: true;
  readonly buys?: true;
};

const task = (
  nth: number,
  he: string,
  en: string,
  trade: string,
  min: number,
  where: string,
  more: TaskMore,
): Seed => ({
  entity: 'task',
  name: `t${nth}`,
  fields: {
    ...text('title', he, en),
    trade,
    estimateMin: min,
    crew: more.crew ?? 1,
    granularity: more.milestone ? 'milestone' : 'mid',
    sectionId: tmp(where),
    elementIds: (more.elements ?? []).map(tmp),
    dependsOn: (more.after ?? []).map(tmp),
    'purchase.mode': more.buys ? 'needed' : 'none',
    sortKey: nth * 10,
  },
});

const tasks: readonly Seed[] = [
  task(1, 'אישור גרפיקה', 'Artwork sign-off', 'design', 0, 'prep', { elements: ['e1', 'e4'], milestone: true }),
  task(2, 'ייצור קיר', 'Build wall', 'carpentry', 960, 'build', { elements: ['e1'] }),
  task(3, 'צביעה', 'Paint', 'paint', 360, 'build', { elements: ['e1'], after: ['t2'] }),
  task(4, 'אותיות', 'Letters', 'print', 0, 'build', { elements: ['e1'], after: ['t1'], buys: true }),
  task(5, 'התקנת קיר', 'Install wall', 'install', 240, 'install', { elements: ['e1'], after: ['t3', 't4'], crew: 2 }),
  task(6, 'הקמת במה', 'Stage install', 'install', 300, 'install', { elements: ['e2'], crew: 3 }),
  task(7, 'ייצור דלפק', 'Build counter', 'carpentry', 600, 'build', { elements: ['e3'] }),
  task(8, 'חיווט LED', 'Wire LED', 'electric', 90, 'build', { elements: ['e3'], after: ['t7'] }),
  task(9, 'הדפסת בד', 'Print fabric', 'print', 0, 'build', { elements: ['e4'], after: ['t1'], buys: true }),
  task(10, 'ריגינג שער', 'Rig arch', 'rigging', 240, 'install', { elements: ['e4'], after: ['t9'], crew: 2 }),
  task(11, 'בדיקה ומסירה', 'Handover', 'pm', 0, 'install', { after: ['t5', 't6', 't8', 't10'], milestone: true }),
];

const material = (
  element: string,
  tasks: readonly string[],
  he: string,
  en: string,
  [unit, qtyMilli, wasteBps, unitCostMinor]: readonly [string, number, number, number],
): Seed => ({
  entity: 'materialLine',
  name: '',
  fields: {
    ...text('label', he, en),
    elementId: tmp(element),
    taskIds: tasks.map(tmp),
    unit,
    qtyMilli,
    wasteBps,
    unitCostMinor,
    priceSource: 'catalog',
    priceAsOf: '2026-04-01',
    'purchase.status': 'needed',
  },
});

const work = (
  element: string | null,
  tasks: readonly string[],
  he: string,
  en: string,
  trade: string,
  pricing: readonly [number, number, number] | number,
  kind = 'labour',
): Seed => ({
  entity: 'workLine',
  name: '',
  fields: {
    ...text('label', he, en),
    ...(element === null ? {} : { elementId: tmp(element) }),
    taskIds: tasks.map(tmp),
    kind,
    trade,
    pricing:
      typeof pricing === 'number'
        ? { mode: 'fixed', amountMinor: pricing }
        : { mode: 'hourly', minutes: pricing[0], crew: pricing[1], rateMinorPerHour: pricing[2] },
  },
});

const named = (seeds: readonly Seed[]): readonly Seed[] => seeds.map((seed, nth) => ({ ...seed, name: `l${nth + 1}` }));

const lines: readonly Seed[] = named([
  material('e1', ['t2'], 'דיקט ליבנה 18', 'Birch ply 18', ['sheet', 4_000, 1_000, 28_500]),
  material('e1', ['t2'], 'קורות עץ', 'Studs', ['m', 38_000, 800, 1_450]),
  material('e1', ['t3'], 'צבע', 'Paint', ['l', 6_000, 0, 6_200]),
  material('e1', ['t4'], 'אותיות PVC', 'PVC letters', ['set', 1_000, 0, 185_000]),
  work('e1', ['t2'], 'נגרות', 'Carpentry', 'carpentry', [960, 1, 14_000]),
  work('e1', ['t3'], 'צביעה', 'Painting', 'paint', [360, 1, 12_000]),
  work('e1', ['t5'], 'התקנה', 'Install', 'install', [240, 2, 13_000]),
  material('e2', ['t6'], 'פרקטיקבלים (השכרה)', 'Decks (rental)', ['unit', 12_000, 0, 9_500]),
  material('e2', ['t6'], 'שטיח', 'Carpet', ['m2', 26_000, 500, 3_800]),
  material('e2', ['t6'], 'חצאית', 'Skirt', ['m', 20_000, 0, 2_200]),
  work('e2', ['t6'], 'הקמה', 'Install', 'install', [300, 3, 13_000]),
  work('e2', ['t6'], 'הובלה', 'Transport', 'transport', 120_000, 'transport'),
  material('e3', ['t7'], 'MDF 16', 'MDF 16', ['sheet', 3_000, 1_200, 16_800]),
  material('e3', ['t7'], 'פורמייקה', 'Laminate', ['m2', 5_500, 1_000, 7_400]),
  material('e3', ['t8'], 'LED', 'LED', ['m', 4_000, 0, 4_600]),
  work('e3', ['t7'], 'נגרות', 'Carpentry', 'carpentry', [600, 1, 14_000]),
  work('e3', ['t8'], 'חשמל', 'Electric', 'electric', [90, 1, 16_000]),
  material('e4', ['t10'], 'טראס (השכרה)', 'Truss (rental)', ['m', 14_000, 0, 5_500]),
  material('e4', ['t9'], 'בד מודפס', 'Printed fabric', ['m2', 18_000, 500, 8_500]),
  work('e4', ['t10'], 'ריגינג', 'Rigging', 'rigging', [240, 2, 18_000]),
  work(null, [], 'ניהול פרויקט', 'Project management', 'pm', 250_000, 'fee'),
  work(null, [], 'עיצוב', 'Design', 'design', [480, 1, 17_000]),
]);

const others: readonly Seed[] = [
  {
    entity: 'risk',
    name: 'r1',
    fields: { ...text('title', 'מעלית צרה', 'Narrow lift'), likelihood: 4, impact: 3, elementIds: [tmp('e1')] },
  },
  {
    entity: 'risk',
    name: 'r2',
    fields: { ...text('title', 'גשם בזמן הפריקה', 'Rain at loading'), likelihood: 2, impact: 3 },
  },
  {
    entity: 'decision',
    name: 'd1',
    fields: {
      ...text('title', 'ויניל או PVC לאותיות', 'Vinyl or PVC letters'),
      options: [
        { he: 'ויניל', en: 'Vinyl' },
        { he: 'PVC', en: 'PVC' },
      ],
      chosen: 1,
      ...text('rationale', 'נראה טוב יותר מקרוב', 'Looks better up close'),
      status: 'decided',
      elementIds: [tmp('e1')],
    },
  },
];

export const demoSeeds: readonly Seed[] = [
  section('prep', 'תכנון', 'Prep', 10),
  section('build', 'ייצור', 'Build', 20),
  section('install', 'הקמה', 'Install', 30),
  ...elements,
  ...tasks,
  ...lines,
  ...others,
];

/** What Practice has on top: a task that will be removed, and the line it leaves behind. */
export const practiceSeeds: readonly Seed[] = [
  task(12, 'שילוט זמני', 'Temporary signs', 'print', 60, 'build', { elements: ['e6'] }),
  {
    ...work('e6', ['t12'], 'שילוט זמני', 'Temporary signs', 'print', 32_000, 'subcontract'),
    name: 'l99',
  },
];

/** An old conversation, as it would be brought in from another tool. */
export const practiceConversation: readonly (readonly ['user' | 'assistant', string])[] = [
  ['user', 'היי, צריך תפאורה להשקה של נובה'],
  ['assistant', 'בשמחה. מתי האירוע ואיפה?'],
  ['user', 'באולם הנמל, בערך באמצע יוני'],
  ['assistant', 'כמה אורחים יהיו?'],
  ['user', '350 אורחים, אולי קצת יותר'],
  ['assistant', 'יש צבעי מותג?'],
  ['user', 'כן, כחול ‎#0057B8 ולבן'],
  ['assistant', 'ומה חייב להיות?'],
  ['user', 'קיר לוגו גדול, משהו כמו 4.80 על 2.40 מטר, ובמה'],
  ['assistant', 'מה מסגרת התקציב?'],
  ['user', 'עד 45,000 ש״ח כולל הכול'],
  ['assistant', 'מעולה, מכין רעיונות.'],
];
