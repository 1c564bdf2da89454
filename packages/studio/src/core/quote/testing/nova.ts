import type { Element, ElementSnapshot, MaterialLine, Project, Section, WorkLine } from '../../domain/entities.ts';
import type { LText, Trade, Unit } from '../../domain/primitives.ts';
import type { Company, PolicyVersion } from '../../domain/workspace.ts';
import { materialCost, workCost } from '../../money/lines.ts';
import { specOf } from '../../patch/hash.ts';
import type { CostOf, QuoteInputs } from '../working-quote.ts';

const at = '2026-04-16T08:00:00.000Z';
const common = {
  createdAt: at,
  createdBy: 'local',
  updatedAt: at,
  updatedSeq: 1,
  origin: { source: 'manual' as const },
  tombstone: null,
};

export const element = (id: string, name: LText, more: Partial<Element> = {}): Element => ({
  id,
  name,
  aliases: [],
  kind: 'wall',
  qty: 1,
  dims: {},
  colors: [],
  materials: [],
  build: {},
  tags: [],
  sortKey: 1,
  clientVisible: true,
  costHandledElsewhere: false,
  quoteRole: 'included',
  pictures: [],
  ...common,
  ...more,
});

const material = (
  id: string,
  elementId: string | null,
  label: LText,
  [unit, qtyMilli, wasteBps, unitCostMinor]: readonly [Unit, number, number, number],
): MaterialLine => ({
  id,
  label,
  elementId,
  taskIds: [],
  status: 'active',
  clientVisible: false,
  unit,
  qtyMilli,
  wasteBps,
  unitCostMinor,
  supplier: 'עץ הכרמל',
  priceSource: 'catalog',
  purchase: { status: 'needed' },
  ...common,
});

const work = (id: string, elementId: string | null, trade: Trade, pricing: WorkLine['pricing']): WorkLine => ({
  id,
  label: { he: `עבודת ${trade}`, en: `${trade} work` },
  elementId,
  taskIds: [],
  status: 'active',
  clientVisible: false,
  kind: 'labour',
  trade,
  pricing,
  ...common,
});

const hourly = (minutes: number, crew: number, rateMinorPerHour: number) =>
  ({ mode: 'hourly', minutes, crew, rateMinorPerHour }) as const;

/** The demo project of the specification, by hand: its own seed is tested against the same figures elsewhere. */
export const nova = {
  project: {
    id: 'prj_nova',
    title: { he: 'השקת נובה 2026', en: 'Nova Launch 2026' },
    client: { name: 'נובה תעשיות / Nova Industries', contact: 'דנה לוי', vatId: '51-777888-9' },
    eventDate: '2026-06-17',
    installStart: '2026-06-15',
    venue: { he: 'אולם הנמל', en: 'Harbour Hall' },
    primaryLang: 'he',
    currency: 'ILS',
    timeZone: 'Asia/Jerusalem',
    workWeek: [0, 1, 2, 3, 4],
    holidays: [],
    nationalHolidays: 'IL',
    projectStage: 'planning',
    quotePrefix: 'Q',
    features: { studioTabV1: true },
    settings: { judge: 'auto', costVisibility: 'editors' },
    isArchived: false,
    isTemplate: false,
    ...common,
  } satisfies Project as Project,
  policy: {
    id: 'pol_1',
    name: 'Studio standard',
    version: 1,
    currency: 'ILS',
    overheadBps: 1_200,
    contingencyBps: 500,
    marginMode: 'markup',
    marginBps: 2_500,
    minMarginBps: 1_500,
    vatBps: 1_800,
    rounding: { unitMinor: 1_000, mode: 'half_up', apply: 'per_element' },
    discount: null,
    spreadGeneral: false,
    tradeRates: { carpentry: 14_000 },
    validDays: 30,
    terms: { he: 'המחיר כולל הובלה והתקנה.', en: 'The price includes transport and installation.' },
  } satisfies PolicyVersion as PolicyVersion,
  company: {
    name: { he: 'סטודיו אור בע״מ', en: 'Or Studio Ltd' },
    vatId: '51-234567-8',
    address: { he: 'רחוב הנגרים 12, תל אביב', en: '12 HaNagarim St, Tel Aviv' },
    phone: '+972-50-123-4567',
    email: 'office@or-studio.example',
    bankLine: { he: 'בנק 12, סניף 800, חשבון 12345/67', en: 'Bank 12, branch 800, account 12345/67' },
    colors: { main: '#0057b8' },
    footer: { he: 'סטודיו אור – בונים במות', en: 'Or Studio – we build stages' },
    opening: {
      he: 'שלום רב, להלן הצעתנו לבניית האלמנטים באולם (Harbour Hall), לכ-350 אורחים.',
      en: 'Dear client, here is our offer for the elements at Harbour Hall, for 350 guests.',
    },
    exclusions: { he: 'חשמל באולם ואישורי בטיחות.', en: 'Power at the venue and safety permits.' },
  } satisfies Company as Company,
  elements: [
    element(
      'el_1',
      { he: 'קיר לוגו', en: 'Logo wall' },
      {
        dims: { widthMm: 4_800, heightMm: 2_400, depthMm: 90 },
        colors: [{ name: { he: 'לבן', en: 'white' }, hex: '#ffffff' }],
        clientText: {
          he: 'קיר דיקט ליבנה 18 מ״מ (לבן), במידות 2.40 × 4.80 מ׳, עם אותיות PVC בגב LED.',
          en: 'Birch ply wall 18 mm (white), 2.40 × 4.80 m, with PVC letters and LED.',
        },
        sectionId: 'sec_2',
        notes: { he: 'הערה פנימית: הספק מבקש 98765.43' },
        sortKey: 1,
      },
    ),
    element(
      'el_2',
      { he: 'במה מרכזית', en: 'Main stage' },
      {
        dims: { widthMm: 6_000, heightMm: 4_000, depthMm: 400 },
        sectionId: 'sec_2',
        sortKey: 2,
      },
    ),
    element(
      'el_3',
      { he: 'דלפק מידע', en: 'Info counter' },
      {
        dims: { widthMm: 2_400, heightMm: 1_050, depthMm: 600 },
        qty: 3,
        sectionId: 'sec_2',
        sortKey: 3,
      },
    ),
    element(
      'el_4',
      { he: 'שער כניסה', en: 'Entrance arch' },
      {
        dims: { widthMm: 5_000, heightMm: 4_000 },
        sectionId: 'sec_3',
        sortKey: 4,
      },
    ),
    element('el_5', { he: 'קיר מדיה', en: 'Media wall' }, { sortKey: 5 }),
  ],
  sections: [
    { id: 'sec_2', title: { he: 'ייצור', en: 'Build' }, kind: 'phase', sortKey: 2, ...common },
    { id: 'sec_3', title: { he: 'הקמה', en: 'Install' }, kind: 'phase', sortKey: 3, ...common },
  ] satisfies Section[] as readonly Section[],
  materials: [
    material('mat_1', 'el_1', { he: 'דיקט ליבנה 18', en: 'Birch ply' }, ['sheet', 4_000, 1_000, 28_500]),
    material('mat_2', 'el_1', { he: 'קורות עץ', en: 'Studs' }, ['m', 38_000, 800, 1_450]),
    material('mat_3', 'el_1', { he: 'צבע', en: 'Paint' }, ['l', 6_000, 0, 6_200]),
    material('mat_4', 'el_1', { he: 'אותיות PVC', en: 'PVC letters' }, ['set', 1_000, 0, 185_000]),
    material('mat_5', 'el_2', { he: 'פרקטיקבלים (השכרה)', en: 'Decks' }, ['unit', 12_000, 0, 9_500]),
    material('mat_6', 'el_2', { he: 'שטיח', en: 'Carpet' }, ['m2', 26_000, 500, 3_800]),
    material('mat_7', 'el_2', { he: 'חצאית', en: 'Skirt' }, ['m', 20_000, 0, 2_200]),
    material('mat_8', 'el_3', { he: 'MDF 16', en: 'MDF 16' }, ['sheet', 3_000, 1_200, 16_800]),
    material('mat_9', 'el_3', { he: 'פורמייקה', en: 'Laminate' }, ['m2', 5_500, 1_000, 7_400]),
    material('mat_10', 'el_3', { he: 'LED', en: 'LED' }, ['m', 4_000, 0, 4_600]),
    material('mat_11', 'el_4', { he: 'טראס (השכרה)', en: 'Truss' }, ['m', 14_000, 0, 5_500]),
    material('mat_12', 'el_4', { he: 'בד מודפס', en: 'Printed fabric' }, ['m2', 18_000, 500, 8_500]),
  ],
  works: [
    work('wrk_1', 'el_1', 'carpentry', hourly(960, 1, 14_000)),
    work('wrk_2', 'el_1', 'paint', hourly(360, 1, 12_000)),
    work('wrk_3', 'el_1', 'install', hourly(240, 2, 13_000)),
    work('wrk_4', 'el_2', 'install', hourly(300, 3, 13_000)),
    work('wrk_5', 'el_2', 'transport', { mode: 'fixed', amountMinor: 120_000 }),
    work('wrk_6', 'el_3', 'carpentry', hourly(600, 1, 14_000)),
    work('wrk_7', 'el_3', 'electric', hourly(90, 1, 16_000)),
    work('wrk_8', 'el_4', 'rigging', hourly(240, 2, 18_000)),
    work('wrk_9', null, 'pm', { mode: 'fixed', amountMinor: 250_000 }),
    work('wrk_10', null, 'design', hourly(480, 1, 17_000)),
  ],
} as const;

export const snapshotOf = (of: Element, version = 1): ElementSnapshot => ({
  id: `es_${of.id.slice(3)}v${version}`,
  elementId: of.id,
  version,
  spec: specOf(of),
  specHash: 'hash',
  approvedBy: 'local',
  approvedAt: at,
  basedOnSeq: 1,
});

const costs = (materials: readonly MaterialLine[], works: readonly WorkLine[]): readonly CostOf[] => {
  const byElement = new Map<string | null, bigint>();
  const add = (id: string | null, minor: bigint) => byElement.set(id, (byElement.get(id) ?? 0n) + minor);
  for (const line of materials) add(line.elementId, materialCost(line));
  for (const line of works) add(line.elementId, workCost(line.pricing));
  return [...byElement].map(([elementId, directMinor]) => ({ elementId, directMinor, orphanedMinor: 0 }));
};

/** Everything but the media wall is approved. */
export const novaInputs = (more: Partial<QuoteInputs> = {}): QuoteInputs => {
  const elements = more.elements ?? nova.elements;
  return {
    project: nova.project,
    elements,
    snapshots: new Map(elements.filter(({ id }) => id !== 'el_5').map((each) => [each.id, snapshotOf(each)])),
    dirtyElementIds: new Set(),
    sections: nova.sections,
    accounting: { perElement: costs(nova.materials, nova.works), inputHash: 'accounting' },
    policy: nova.policy,
    pricing: null,
    paymentPlan: [
      {
        label: { he: 'מקדמה', en: 'Advance' },
        amount: { bps: 3_333 },
        due: { kind: 'onOrder' },
      },
      {
        label: { he: 'לפני ההקמה', en: 'Before install' },
        amount: { bps: 3_333 },
        due: { kind: 'date', date: '2026-06-14' },
      },
      { label: { he: 'יתרה', en: 'Balance' }, amount: { bps: 3_334 }, due: { kind: 'endOfMonthPlus', days: 30 } },
    ],
    company: nova.company,
    ...more,
  };
};
