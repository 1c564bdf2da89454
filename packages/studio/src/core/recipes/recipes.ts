import type { LText } from '../domain/index.ts';
import type { Recipe, RecipeTask } from './recipe.ts';

const t = (he: string, en: string): LText => ({ he, en });
/** The three tasks most things are made with. */
const build = (minutes: string): RecipeTask => ({
  key: 'build',
  title: t('ייצור', 'Build'),
  trade: 'carpentry',
  minutes,
});
const paint = (minutes: string): RecipeTask => ({
  key: 'paint',
  title: t('צביעה', 'Paint'),
  trade: 'paint',
  minutes,
  after: ['build'],
});
const install = (minutes: string, crew: number, after: readonly string[]): RecipeTask => ({
  key: 'install',
  title: t('התקנה', 'Install'),
  trade: 'install',
  minutes,
  crew,
  after,
});
const carpentry = (minutes: string) => ({
  key: 'carpentry',
  label: t('נגרות', 'Carpentry'),
  task: 'build',
  trade: 'carpentry' as const,
  minutes,
});
const painting = (minutes: string) => ({
  key: 'painting',
  label: t('צביעה', 'Painting'),
  task: 'paint',
  trade: 'paint' as const,
  minutes,
});
const installing = (minutes: string, crew: number) => ({
  key: 'installing',
  label: t('התקנה', 'Installation'),
  task: 'install',
  trade: 'install' as const,
  minutes,
  crew,
});
const transport = (fixedMinor: number, task = 'install') => ({
  key: 'transport',
  label: t('הובלה', 'Transport'),
  task,
  trade: 'transport' as const,
  kind: 'transport' as const,
  fixedMinor,
});

const wallCarpentry = 'qty*w*h*75/1000000';
const wallPaint = 'qty*(30+w*h*25/1000000)';
const wallInstall = 'qty*(60+w*h*125/10000000)';
const sheets = 'qty*ceil(w/1220)*ceil(h/2440)*1000';
const studs = 'qty*((ceil(w/600)+1)*h+3*w)';
const litres = 'ceil(qty*w*h/4000000)*1000';

export const recipes: readonly Recipe[] = [
  {
    id: 'logoWall',
    version: 1,
    kind: 'wall',
    name: t('קיר לוגו', 'Logo wall'),
    aliases: ['לוגו', 'קיר ספונסרים', 'sponsor wall', 'branded wall', 'step and repeat'],
    dims: { widthMm: 3_000, heightMm: 2_400, depthMm: 90 },
    materials: ['plywood'],
    tasks: [build(wallCarpentry), paint(wallPaint), install(wallInstall, 2, ['paint'])],
    lines: {
      materials: [
        { key: 'sheets', sku: 'ply-birch-18', qtyMilli: sheets, wasteBps: 1_000, task: 'build' },
        { key: 'studs', sku: 'stud-pine', qtyMilli: studs, wasteBps: 800, task: 'build' },
        { key: 'paint', sku: 'paint-acrylic', qtyMilli: litres, task: 'paint' },
      ],
      work: [carpentry(wallCarpentry), painting(wallPaint), installing(wallInstall, 2)],
    },
    cheaper: [
      { key: 'sheets', to: 'ply-pop-17', why: t('דיקט צפצפה במקום ליבנה', 'Poplar ply instead of birch') },
      { key: 'sheets', to: 'mdf-16', why: t('MDF במקום דיקט', 'MDF instead of ply') },
      { key: 'studs', to: 'stud-reuse', why: t('קורות משומשות', 'Reused studs') },
    ],
  },
  {
    id: 'plainWall',
    version: 1,
    kind: 'wall',
    name: t('קיר', 'Wall'),
    aliases: ['מחיצה', 'partition', 'plain wall', 'backdrop', 'קיר רקע'],
    dims: { widthMm: 3_000, heightMm: 2_400, depthMm: 90 },
    materials: ['plywood'],
    tasks: [build('qty*w*h*60/1000000'), paint(wallPaint), install(wallInstall, 2, ['paint'])],
    lines: {
      materials: [
        { key: 'sheets', sku: 'ply-pop-17', qtyMilli: sheets, wasteBps: 1_000, task: 'build' },
        { key: 'studs', sku: 'stud-pine', qtyMilli: studs, wasteBps: 800, task: 'build' },
        { key: 'paint', sku: 'paint-acrylic', qtyMilli: litres, task: 'paint' },
      ],
      work: [carpentry('qty*w*h*60/1000000'), painting(wallPaint), installing(wallInstall, 2)],
    },
    cheaper: [
      { key: 'sheets', to: 'chip-16', why: t('סיבית במקום דיקט', 'Chipboard instead of ply') },
      { key: 'studs', to: 'stud-reuse', why: t('קורות משומשות', 'Reused studs') },
    ],
  },
  {
    id: 'mediaWall',
    version: 1,
    kind: 'av',
    name: t('קיר מדיה', 'Media wall'),
    aliases: ['קיר לד', 'מסך לד', 'led wall', 'video wall', 'קיר וידאו'],
    dims: { widthMm: 4_000, heightMm: 2_500, depthMm: 300 },
    materials: ['LED', 'truss'],
    tasks: [
      { key: 'content', title: t('הכנת תוכן', 'Prepare content'), trade: 'design', minutes: '240' },
      { key: 'rent', title: t('הזמנת מסך LED', 'Order LED wall'), trade: 'av', minutes: '30', purchase: 'needed' },
      install('qty*(120+w*h*30/1000000)', 3, ['rent']),
    ],
    lines: {
      materials: [
        { key: 'screen', sku: 'led-wall-rent', qtyMilli: 'qty*ceil(w*h/1000)', task: 'rent' },
        { key: 'truss', sku: 'truss-rent', qtyMilli: 'qty*(2*h+w)', task: 'rent' },
      ],
      work: [
        { key: 'content', label: t('עיצוב תוכן', 'Content design'), task: 'content', trade: 'design', minutes: '240' },
        installing('qty*(120+w*h*30/1000000)', 3),
        transport(95_000),
      ],
    },
    cheaper: [],
    needs: ['power', 'rigging'],
  },
  {
    id: 'stage',
    version: 1,
    kind: 'stage',
    name: t('במה', 'Stage'),
    aliases: ['במה מרכזית', 'main stage', 'platform', 'פודסט', 'riser'],
    dims: { widthMm: 6_000, heightMm: 400, depthMm: 4_000 },
    materials: ['decks', 'carpet'],
    tasks: [
      { key: 'order', title: t('הזמנת פרקטיקבלים', 'Order decks'), trade: 'pm', minutes: '30', purchase: 'needed' },
      {
        key: 'carpet',
        title: t('ריצוף שטיח', 'Lay carpet'),
        trade: 'textile',
        minutes: 'qty*(30+w*d*3/1000000)',
        after: ['install'],
      },
      install('qty*(60+w*d*10/1000000)', 3, ['order']),
    ],
    lines: {
      materials: [
        { key: 'decks', sku: 'deck-rent', qtyMilli: 'qty*ceil(w/2000)*ceil(d/1000)*1000', task: 'order' },
        { key: 'carpet', sku: 'carpet', qtyMilli: 'qty*ceil(w*d/1000)', wasteBps: 500, task: 'carpet' },
        { key: 'skirt', sku: 'skirt', qtyMilli: 'qty*2*(w+d)', task: 'carpet' },
      ],
      work: [
        {
          key: 'laying',
          label: t('ריצוף שטיח', 'Carpet laying'),
          task: 'carpet',
          trade: 'textile',
          minutes: 'qty*(30+w*d*3/1000000)',
        },
        installing('qty*(60+w*d*10/1000000)', 3),
        transport(120_000),
      ],
    },
    cheaper: [{ key: 'carpet', to: 'carpet-basic', why: t('שטיח פשוט', 'Basic carpet') }],
    needs: ['transport'],
  },
  {
    id: 'counter',
    version: 1,
    kind: 'counter',
    name: t('דלפק', 'Counter'),
    aliases: ['דלפק מידע', 'דלפק קבלה', 'בר', 'דוכן', 'info counter', 'reception desk', 'bar', 'desk', 'kiosk'],
    dims: { widthMm: 2_400, heightMm: 1_050, depthMm: 600 },
    materials: ['MDF', 'laminate'],
    tasks: [
      build('qty*(240+w*150/1000)'),
      {
        key: 'finish',
        title: t('חיפוי', 'Cladding'),
        trade: 'carpentry',
        minutes: 'qty*(60+w*25/1000)',
        after: ['build'],
      },
      install('qty*60', 2, ['finish']),
    ],
    lines: {
      materials: [
        {
          key: 'boards',
          sku: 'mdf-16',
          qtyMilli: 'qty*ceil((w*h+2*d*h+2*w*d)/2976800)*1000',
          wasteBps: 1_200,
          task: 'build',
        },
        {
          key: 'laminate',
          sku: 'laminate',
          qtyMilli: 'qty*ceil((w*h+2*d*h+w*d)/1000)',
          wasteBps: 1_000,
          task: 'finish',
        },
        { key: 'fixings', sku: 'screws-set', qtyMilli: 'qty*1000', task: 'build' },
      ],
      work: [
        carpentry('qty*(240+w*150/1000)'),
        {
          key: 'cladding',
          label: t('חיפוי', 'Cladding'),
          task: 'finish',
          trade: 'carpentry',
          minutes: 'qty*(60+w*25/1000)',
        },
        installing('qty*60', 2),
      ],
    },
    cheaper: [{ key: 'boards', to: 'chip-16', why: t('סיבית במקום MDF', 'Chipboard instead of MDF') }],
  },
  {
    id: 'arch',
    version: 1,
    kind: 'arch',
    name: t('שער', 'Arch'),
    aliases: ['שער כניסה', 'קשת', 'entrance arch', 'gate', 'portal', 'entrance'],
    dims: { widthMm: 5_000, heightMm: 4_000, depthMm: 400 },
    materials: ['truss', 'fabric'],
    tasks: [
      { key: 'print', title: t('הדפסת בד', 'Print fabric'), trade: 'print', minutes: '30', purchase: 'needed' },
      {
        key: 'rig',
        title: t('ריגינג', 'Rigging'),
        trade: 'rigging',
        minutes: 'qty*(60+w*36/1000)',
        crew: 2,
        after: ['print'],
      },
      {
        key: 'check',
        title: t('בדיקת יציבות', 'Stability check'),
        trade: 'rigging',
        minutes: 'qty*30',
        after: ['rig'],
      },
    ],
    lines: {
      materials: [
        { key: 'truss', sku: 'truss-rent', qtyMilli: 'qty*(w+2*h)', task: 'rig' },
        { key: 'fabric', sku: 'fabric-print', qtyMilli: 'qty*ceil(w*h*9/10000)', wasteBps: 500, task: 'print' },
        { key: 'feet', sku: 'stand-feet', qtyMilli: 'qty*2000', task: 'rig' },
      ],
      work: [
        {
          key: 'rigging',
          label: t('ריגינג', 'Rigging'),
          task: 'rig',
          trade: 'rigging',
          minutes: 'qty*(60+w*36/1000)',
          crew: 2,
        },
        {
          key: 'check',
          label: t('בדיקת יציבות', 'Stability check'),
          task: 'check',
          trade: 'rigging',
          minutes: 'qty*30',
        },
        transport(80_000, 'rig'),
      ],
    },
    cheaper: [{ key: 'fabric', to: 'banner-print', why: t('באנר במקום בד', 'Banner instead of fabric') }],
    needs: ['rigging'],
  },
  {
    id: 'photoCorner',
    version: 1,
    kind: 'booth',
    name: t('עמדת צילום', 'Photo corner'),
    aliases: ['פינת צילום', 'photo booth', 'selfie corner', 'קיר צילום'],
    dims: { widthMm: 2_400, heightMm: 2_400, depthMm: 1_500 },
    materials: ['plywood', 'vinyl'],
    tasks: [
      build('qty*w*h*60/1000000'),
      {
        key: 'print',
        title: t('הדפסה והדבקה', 'Print and apply'),
        trade: 'print',
        minutes: 'qty*120',
        after: ['build'],
        purchase: 'needed',
      },
      install('qty*90', 2, ['print']),
    ],
    lines: {
      materials: [
        { key: 'sheets', sku: 'ply-pop-17', qtyMilli: sheets, wasteBps: 1_000, task: 'build' },
        { key: 'vinyl', sku: 'vinyl-print', qtyMilli: 'qty*ceil(w*h/1000)', wasteBps: 500, task: 'print' },
        { key: 'light', sku: 'led-strip', qtyMilli: 'qty*2*h', task: 'install' },
      ],
      work: [
        carpentry('qty*w*h*60/1000000'),
        { key: 'applying', label: t('הדבקה', 'Applying'), task: 'print', trade: 'print', minutes: 'qty*120' },
        installing('qty*90', 2),
      ],
    },
    cheaper: [{ key: 'vinyl', to: 'banner-print', why: t('באנר במקום ויניל', 'Banner instead of vinyl') }],
    needs: ['power'],
  },
  {
    id: 'booth',
    version: 1,
    kind: 'booth',
    name: t('ביתן', 'Booth'),
    aliases: ['ביתן תצוגה', 'exhibition booth', 'stand', 'pavilion', 'עמדה'],
    dims: { widthMm: 3_000, heightMm: 2_500, depthMm: 3_000 },
    materials: ['aluminium', 'forex'],
    tasks: [
      build('qty*(120+w*d*40/1000000)'),
      { key: 'graphics', title: t('גרפיקה', 'Graphics'), trade: 'print', minutes: 'qty*90', purchase: 'needed' },
      install('qty*(120+w*d*20/1000000)', 3, ['build', 'graphics']),
    ],
    lines: {
      materials: [
        { key: 'profile', sku: 'alu-profile', qtyMilli: 'qty*(4*h+4*w+4*d)', wasteBps: 500, task: 'build' },
        {
          key: 'graphics',
          sku: 'forex-print',
          qtyMilli: 'qty*ceil((w*h+2*d*h)/1000)',
          wasteBps: 500,
          task: 'graphics',
        },
        { key: 'carpet', sku: 'carpet', qtyMilli: 'qty*ceil(w*d/1000)', wasteBps: 500, task: 'install' },
      ],
      work: [carpentry('qty*(120+w*d*40/1000000)'), installing('qty*(120+w*d*20/1000000)', 3), transport(95_000)],
    },
    cheaper: [
      { key: 'graphics', to: 'banner-print', why: t('באנר במקום פורקס', 'Banner instead of forex') },
      { key: 'carpet', to: 'carpet-basic', why: t('שטיח פשוט', 'Basic carpet') },
    ],
    needs: ['power', 'transport'],
  },
  {
    id: 'sign',
    version: 1,
    kind: 'signage',
    name: t('שלט', 'Sign'),
    aliases: ['שילוט', 'שלט הכוונה', 'signage', 'signboard', 'wayfinding'],
    dims: { widthMm: 1_000, heightMm: 700, depthMm: 10 },
    materials: ['forex'],
    tasks: [
      { key: 'print', title: t('הדפסה', 'Print'), trade: 'print', minutes: '30', purchase: 'needed' },
      install('qty*20', 1, ['print']),
    ],
    lines: {
      materials: [{ key: 'print', sku: 'forex-print', qtyMilli: 'qty*ceil(w*h/1000)', wasteBps: 500, task: 'print' }],
      work: [installing('qty*20', 1)],
    },
    cheaper: [{ key: 'print', to: 'banner-print', why: t('באנר במקום פורקס', 'Banner instead of forex') }],
  },
  {
    id: 'banner',
    version: 1,
    kind: 'print',
    name: t('באנר', 'Banner'),
    aliases: ['שלט בד', 'רול אפ', 'roll up', 'poster', 'flag'],
    dims: { widthMm: 3_000, heightMm: 1_000 },
    materials: ['banner'],
    tasks: [
      { key: 'print', title: t('הדפסה', 'Print'), trade: 'print', minutes: '30', purchase: 'needed' },
      install('qty*30', 2, ['print']),
    ],
    lines: {
      materials: [{ key: 'print', sku: 'banner-print', qtyMilli: 'qty*ceil(w*h/1000)', wasteBps: 500, task: 'print' }],
      work: [installing('qty*30', 2)],
    },
    cheaper: [],
  },
  {
    id: 'plinth',
    version: 1,
    kind: 'furniture',
    name: t('פלינתה', 'Plinth'),
    aliases: ['פודיום', 'עמוד תצוגה', 'pedestal', 'podium', 'display column', 'קובייה'],
    dims: { widthMm: 500, heightMm: 1_000, depthMm: 500 },
    materials: ['MDF'],
    tasks: [build('qty*150'), paint('qty*45'), install('qty*15', 1, ['paint'])],
    lines: {
      materials: [
        {
          key: 'boards',
          sku: 'mdf-16',
          qtyMilli: 'ceil(qty*(4*w*h+2*w*d)/2976800)*1000',
          wasteBps: 1_200,
          task: 'build',
        },
        { key: 'paint', sku: 'paint-acrylic', qtyMilli: 'ceil(qty/4)*1000', task: 'paint' },
      ],
      work: [carpentry('qty*150'), painting('qty*45'), installing('qty*15', 1)],
    },
    cheaper: [{ key: 'boards', to: 'chip-16', why: t('סיבית במקום MDF', 'Chipboard instead of MDF') }],
  },
  {
    id: 'floor',
    version: 1,
    kind: 'floor',
    name: t('רצפה', 'Floor'),
    aliases: ['שטיח', 'ריצוף', 'flooring', 'carpet', 'דק'],
    dims: { widthMm: 6_000, heightMm: 20, depthMm: 4_000 },
    materials: ['carpet'],
    tasks: [install('qty*(30+w*d*4/1000000)', 2, [])],
    lines: {
      materials: [{ key: 'carpet', sku: 'carpet', qtyMilli: 'qty*ceil(w*d/1000)', wasteBps: 500, task: 'install' }],
      work: [installing('qty*(30+w*d*4/1000000)', 2)],
    },
    cheaper: [{ key: 'carpet', to: 'carpet-basic', why: t('שטיח פשוט', 'Basic carpet') }],
  },
];

/** For what no recipe knows: a builder's guess, said to be one. */
export const genericRecipe: Recipe = {
  id: 'generic',
  version: 1,
  kind: 'other',
  name: t('אלמנט', 'Element'),
  aliases: [],
  dims: { widthMm: 2_000, heightMm: 2_000, depthMm: 600 },
  materials: [],
  tasks: [build('qty*480'), install('qty*120', 2, ['build'])],
  lines: {
    materials: [
      { key: 'boards', sku: 'ply-pop-17', qtyMilli: 'qty*ceil(w*h/2976800)*1000', wasteBps: 1_000, task: 'build' },
      { key: 'fixings', sku: 'screws-set', qtyMilli: 'qty*1000', task: 'build' },
    ],
    work: [carpentry('qty*480'), installing('qty*120', 2)],
  },
  cheaper: [{ key: 'boards', to: 'chip-16', why: t('סיבית במקום דיקט', 'Chipboard instead of ply') }],
};
