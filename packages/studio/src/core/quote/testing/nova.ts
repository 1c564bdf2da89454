import type { Element, ElementSnapshot, Entity, MaterialLine, WorkLine } from '../../domain/entities.ts';
import type { LText, Trade, Unit } from '../../domain/primitives.ts';
import type { Quote } from '../../domain/quote.ts';
import type { Company } from '../../domain/workspace.ts';
import { emptyProjectState, type ProjectState } from '../../fold/state.ts';
import { specHash, specOf } from '../../patch/hash.ts';
import { aMaterial, anElement, aSection, aWork, recordsWith, sha256, standardPolicy } from '../../testing/records.ts';
import { type ClientQuote, clientQuoteOf } from '../client-quote.ts';
import { type IssueFacts, issueQuote } from '../issue.ts';
import { quoteInputsOf } from '../quote-inputs.ts';
import { type WorkingQuote, workingQuote } from '../working-quote.ts';

const material = (
  id: string,
  elementId: string | null,
  label: LText,
  [unit, qtyMilli, wasteBps, unitCostMinor]: readonly [Unit, number, number, number],
  supplier = 'עץ הכרמל',
): MaterialLine =>
  aMaterial(id, {
    label,
    elementId,
    unit,
    qtyMilli,
    wasteBps,
    unitCostMinor,
    supplier,
    purchase: { status: 'needed' },
  });

const work = (id: string, elementId: string | null, trade: Trade, pricing: WorkLine['pricing']): WorkLine =>
  aWork(id, { label: { he: `עבודת ${trade}`, en: `${trade} work` }, elementId, trade, pricing });

const hourly = (minutes: number, crew: number, rateMinorPerHour: number) =>
  ({ mode: 'hourly', minutes, crew, rateMinorPerHour }) as const;

export const novaCompany: Company = {
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
  terms: { he: 'המחיר כולל הובלה והתקנה.', en: 'The price includes transport and installation.' },
};

const entities = (): readonly Entity[] => [
  aSection('sec_2', { title: { he: 'ייצור', en: 'Build' }, sortKey: 2 }),
  aSection('sec_3', { title: { he: 'הקמה', en: 'Install' }, sortKey: 3 }),
  anElement('el_1', {
    name: { he: 'קיר לוגו', en: 'Logo wall' },
    dims: { widthMm: 4_800, heightMm: 2_400, depthMm: 90 },
    colors: [{ name: { he: 'לבן', en: 'white' }, hex: '#ffffff' }],
    clientText: {
      he: 'קיר דיקט ליבנה 18 מ״מ (לבן), במידות 2.40 × 4.80 מ׳, עם אותיות PVC בגב LED.',
      en: 'Birch ply wall 18 mm (white), 2.40 × 4.80 m, with PVC letters and LED.',
    },
    notes: { he: 'הערה פנימית: מקסימום לספק 98765.43' },
    sectionId: 'sec_2',
    sortKey: 1,
  }),
  anElement('el_2', {
    name: { he: 'במה מרכזית', en: 'Main stage' },
    dims: { widthMm: 6_000, heightMm: 4_000, depthMm: 400 },
    sectionId: 'sec_2',
    sortKey: 2,
  }),
  anElement('el_3', {
    name: { he: 'דלפק מידע', en: 'Info counter' },
    dims: { widthMm: 2_400, heightMm: 1_050, depthMm: 600 },
    qty: 3,
    sectionId: 'sec_2',
    sortKey: 3,
  }),
  anElement('el_4', {
    name: { he: 'שער כניסה', en: 'Entrance arch' },
    dims: { widthMm: 5_000, heightMm: 4_000 },
    sectionId: 'sec_3',
    sortKey: 4,
  }),
  anElement('el_5', { name: { he: 'קיר מדיה', en: 'Media wall' }, sortKey: 5 }),
  material('mat_1', 'el_1', { he: 'דיקט ליבנה 18', en: 'Birch ply' }, ['sheet', 4_000, 1_000, 28_500]),
  material('mat_2', 'el_1', { he: 'קורות עץ', en: 'Studs' }, ['m', 38_000, 800, 1_450]),
  material('mat_3', 'el_1', { he: 'צבע', en: 'Paint' }, ['l', 6_000, 0, 6_200], 'צבעי הצפון'),
  material('mat_4', 'el_1', { he: 'אותיות PVC', en: 'PVC letters' }, ['set', 1_000, 0, 185_000], 'Sign & Co'),
  material('mat_5', 'el_2', { he: 'פרקטיקבלים (השכרה)', en: 'Decks' }, ['unit', 12_000, 0, 9_500]),
  material('mat_6', 'el_2', { he: 'שטיח', en: 'Carpet' }, ['m2', 26_000, 500, 3_800]),
  material('mat_7', 'el_2', { he: 'חצאית', en: 'Skirt' }, ['m', 20_000, 0, 2_200]),
  material('mat_8', 'el_3', { he: 'MDF 16', en: 'MDF 16' }, ['sheet', 3_000, 1_200, 16_800]),
  material('mat_9', 'el_3', { he: 'פורמייקה', en: 'Laminate' }, ['m2', 5_500, 1_000, 7_400]),
  material('mat_10', 'el_3', { he: 'LED', en: 'LED' }, ['m', 4_000, 0, 4_600]),
  material('mat_11', 'el_4', { he: 'טראס (השכרה)', en: 'Truss' }, ['m', 14_000, 0, 5_500]),
  material('mat_12', 'el_4', { he: 'בד מודפס', en: 'Printed fabric' }, ['m2', 18_000, 500, 8_500], 'Sign & Co'),
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
];

export const snapshotOf = (element: Element, version = 1): ElementSnapshot => ({
  id: `es_${element.id.slice(3)}v${version}`,
  elementId: element.id,
  version,
  spec: specOf(element),
  specHash: specHash(sha256, element),
  approvedBy: 'dana',
  approvedAt: '2026-04-16T08:00:00.000Z',
  basedOnSeq: 1,
});

/** The costs and elements of the demo project, everything approved but the media wall, and any further entities. */
export const novaState = (...more: readonly Entity[]): ProjectState => {
  const records = recordsWith(
    {
      title: { he: 'השקת נובה 2026', en: 'Nova Launch 2026' },
      client: { name: 'נובה תעשיות / Nova Industries', contact: 'דנה לוי', vatId: '51-777888-9' },
      eventDate: '2026-06-17',
      installStart: '2026-06-15',
      venue: { he: 'אולם הנמל', en: 'Harbour Hall' },
    },
    ...entities(),
    ...more,
  );
  const state = { ...emptyProjectState(), records, policy: standardPolicy };
  for (const element of records.element.values())
    if (element.id !== 'el_5') state.snapshots.set(element.id, [snapshotOf(element)]);
  state.paymentPlan = [
    { label: { he: 'מקדמה', en: 'Advance' }, amount: { bps: 3_333 }, due: { kind: 'onOrder' } },
    {
      label: { he: 'לפני ההקמה', en: 'Before install' },
      amount: { bps: 3_333 },
      due: { kind: 'date', date: '2026-06-14' },
    },
    { label: { he: 'יתרה', en: 'Balance' }, amount: { bps: 3_334 }, due: { kind: 'endOfMonthPlus', days: 30 } },
  ];
  return state;
};

export const working = (state: ProjectState, company: Company | null = novaCompany): WorkingQuote => {
  const inputs = quoteInputsOf(state, { company, directory: new Map() }, sha256);
  if (!inputs) throw new Error('no policy is pinned');
  return workingQuote(inputs);
};

export const issued = (state: ProjectState, facts: Partial<IssueFacts> = {}, company: Company = novaCompany): Quote => {
  const quote = issueQuote(
    working(state, company),
    {
      id: 'qt_1',
      number: 'Q-2026-0042',
      version: 1,
      issuedAt: '2026-04-16T08:00:00.000Z',
      issuedBy: 'dana',
      today: '2026-04-16',
      atSeq: 1,
      planHash: 'plan',
      locale: 'he',
      ...facts,
    },
    sha256,
  );
  if (!quote.ok) throw new Error(quote.error.code);
  return quote.value;
};

export const novaQuote = (locale: 'he' | 'en' | 'both' = 'he'): ClientQuote =>
  clientQuoteOf(issued(novaState(), { locale }));
