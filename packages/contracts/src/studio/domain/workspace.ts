import { z } from 'zod';
import { Project } from './entities.ts';
import { Bps, Currency, DayDate, idOf, LongText, LText, Minor, Trade, Unit } from './primitives.ts';

export const Discount = z.union([z.strictObject({ bps: Bps }), z.strictObject({ minor: Minor })]).nullable();

/** One published version; a project pins one. `price()` takes it as it is. */
export const PolicyVersion = z.strictObject({
  id: idOf('pol'),
  name: z.string().min(1).max(120),
  version: z.int().min(1),
  currency: Currency,
  overheadBps: Bps,
  contingencyBps: Bps,
  marginMode: z.enum(['markup', 'margin']),
  marginBps: z.int().min(0).max(8_999),
  minMarginBps: Bps,
  vatBps: Bps,
  rounding: z.strictObject({
    unitMinor: z.int().min(1).max(1_000_000),
    mode: z.enum(['half_up', 'up', 'down']),
    apply: z.enum(['per_element', 'total']),
  }),
  discount: Discount,
  spreadGeneral: z.boolean(),
  /** Per hour. */
  tradeRates: z.partialRecord(Trade, Minor),
  /** Night, Friday and Shabbat work, in basis points of the rate. */
  labourFactors: z.strictObject({ nightBps: z.int(), fridayBps: z.int(), shabbatBps: z.int() }).exactOptional(),
  validDays: z.int().min(1).max(365),
  terms: LongText.exactOptional(),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

/** What one client gets differently, set by an owner with a reason. Absent fields follow the policy. */
export const ProjectPricing = z.strictObject({
  discount: Discount.exactOptional(),
  marginBps: z.int().min(0).max(8_999).exactOptional(),
  vatBps: Bps.exactOptional(),
  reason: z.string().min(1).max(500),
});
export type ProjectPricing = z.infer<typeof ProjectPricing>;

export const PaymentPart = z.strictObject({
  label: LText,
  amount: z.union([z.strictObject({ bps: Bps }), z.strictObject({ minor: Minor })]),
  due: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('onOrder') }),
    z.strictObject({ kind: z.literal('date'), date: DayDate }),
    /** שוטף + N: so many days after the end of the month of the invoice. */
    z.strictObject({ kind: z.literal('endOfMonthPlus'), days: z.int().min(0).max(365) }),
  ]),
});
export type PaymentPart = z.infer<typeof PaymentPart>;
export const PaymentPlan = z.array(PaymentPart).max(12);
export type PaymentPlan = z.infer<typeof PaymentPlan>;

/** Who makes the offer. Frozen into every quote when it is issued. */
export const Company = z.strictObject({
  name: LText,
  vatId: z.string().max(40).exactOptional(),
  address: LText.exactOptional(),
  phone: z.string().max(60).exactOptional(),
  email: z.string().max(200).exactOptional(),
  website: z.string().max(200).exactOptional(),
  bankLine: LText.exactOptional(),
  logo: z
    .strictObject({ blob: z.string().regex(/^sha256:[0-9a-f]{64}$/), kind: z.enum(['image/png', 'image/jpeg']) })
    .exactOptional(),
  colors: z
    .strictObject({
      main: z.string().regex(/^#[0-9a-f]{6}$/),
      accent: z
        .string()
        .regex(/^#[0-9a-f]{6}$/)
        .exactOptional(),
    })
    .exactOptional(),
  footer: LText.exactOptional(),
  opening: LongText.exactOptional(),
  exclusions: LongText.exactOptional(),
  terms: LongText.exactOptional(),
});
export type Company = z.infer<typeof Company>;

/** What a new project starts with; each can be changed there. */
export const ProjectDefaults = Project.pick({
  quotePrefix: true,
  workWeek: true,
  nationalHolidays: true,
  holidays: true,
});
export type ProjectDefaults = z.infer<typeof ProjectDefaults>;

/** A supplier or a client. Free text is still allowed wherever a record can stand. */
export const DirectoryRecord = z.strictObject({
  id: z.string().regex(/^(sup|cli)_[a-z0-9]{1,64}$/),
  kind: z.enum(['supplier', 'client']),
  name: z.string().min(1).max(200),
  contact: z.string().max(300).exactOptional(),
  phone: z.string().max(60).exactOptional(),
  email: z.string().max(200).exactOptional(),
  vatId: z.string().max(40).exactOptional(),
  notes: z.string().max(2_000).exactOptional(),
  isRemoved: z.boolean(),
});
export type DirectoryRecord = z.infer<typeof DirectoryRecord>;

export const PriceListItem = z.strictObject({
  sku: z.string().min(1).max(100),
  label: LText,
  unit: Unit,
  unitCostMinor: Minor,
  supplier: z.string().max(200).exactOptional(),
});
export type PriceListItem = z.infer<typeof PriceListItem>;

export const PriceListVersion = z.strictObject({
  id: idOf('pli'),
  version: z.int().min(1),
  currency: Currency,
  priceAsOf: DayDate,
  /** The file it came from. */
  source: z.string().max(300),
  items: z.array(PriceListItem).max(20_000),
});
export type PriceListVersion = z.infer<typeof PriceListVersion>;

/** What the list of projects shows of one. */
export const ProjectCard = z.strictObject({
  projectId: idOf('prj'),
  title: LText,
  clientName: z.string().max(200),
  /** The client's record, when there is one: the list shows its name. */
  clientId: idOf('cli').exactOptional(),
  eventDate: DayDate.exactOptional(),
  stage: z.enum(['ideation', 'planning', 'solutioning']),
  isArchived: z.boolean(),
  isTemplate: z.boolean(),
  isDemo: z.boolean().exactOptional(),
  /** An owner switched Studio off for it: it is listed, and opens nowhere. */
  isStudioOff: z.boolean().exactOptional(),
  clonedFrom: idOf('prj').exactOptional(),
});
export type ProjectCard = z.infer<typeof ProjectCard>;

export const SkillOverride = z.strictObject({
  skillId: z.string().min(1).max(80),
  promptOverride: z.string().max(16_384).exactOptional(),
  isEnabled: z.boolean(),
  model: z.string().max(120).exactOptional(),
  tools: z.array(z.string().max(60)).max(20).exactOptional(),
  notes: z.string().max(2_000).exactOptional(),
  /** What the override was written against. */
  promptHash: z.string(),
  schemaHash: z.string(),
});
export type SkillOverride = z.infer<typeof SkillOverride>;

/** Which model each purpose asks. Null leaves the choice to Atelier. */
const ModelChoice = z.string().min(1).max(200).nullable();
export const StudioModels = z.strictObject({ router: ModelChoice, skill: ModelChoice, judge: ModelChoice });
export type StudioModels = z.infer<typeof StudioModels>;

export const ReservedNumber = z.strictObject({
  projectId: idOf('prj'),
  turnId: idOf('trn'),
  year: z.int(),
  number: z.int().min(1),
});
export type ReservedNumber = z.infer<typeof ReservedNumber>;
