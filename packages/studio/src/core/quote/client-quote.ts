import type { LText } from '../domain/primitives.ts';
import type { Quote, QuoteBucket } from '../domain/quote.ts';
import type { Company } from '../domain/workspace.ts';
import { halfUp } from '../money/integers.ts';
import { addDays } from './days.ts';
import { type DuePart, payTotal } from './payment-plan.ts';
import { vatReason } from './vat-reason.ts';
import type { WorkingBucket, WorkingQuote } from './working-quote.ts';

export type ClientLine = {
  readonly title: LText;
  readonly text?: LText;
  readonly qty: number;
  /** For more than one piece; display only, the price is what counts. */
  readonly unitPriceMinor?: number;
  readonly priceMinor: number;
  readonly section?: LText;
  readonly alternativeGroup?: string;
  readonly pictures: readonly string[];
  /** Only on previews. */
  readonly isUnapproved?: true;
};

/**
 * All a client may know of an offer. Every export takes this and nothing else, so no cost, margin or note can reach
 * a document: there is no field it could come from.
 */
export type ClientQuote = {
  readonly isPreview: boolean;
  readonly number?: string;
  readonly version: number;
  readonly issuedOn: string;
  readonly issuedAt: string;
  readonly validUntil: string;
  readonly locale: 'he' | 'en' | 'both';
  readonly primaryLang: 'he' | 'en';
  readonly currency: string;
  readonly company: Company;
  readonly project: Quote['project'];
  readonly client: Quote['client'];
  readonly clientRef?: string;
  readonly lines: readonly ClientLine[];
  readonly optional: readonly ClientLine[];
  readonly alternatives: readonly ClientLine[];
  readonly unapproved: readonly ClientLine[];
  readonly beforeDiscountMinor: number;
  readonly discountMinor: number;
  readonly roundingMinor: number;
  readonly subtotalMinor: number;
  readonly vatBps: number;
  readonly vatMinor: number;
  readonly totalMinor: number;
  readonly vatReason?: string;
  readonly payments: readonly DuePart[];
  readonly opening?: LText;
  readonly exclusions?: LText;
  readonly terms?: LText;
};

/** An issued quote as its client sees it. */
export const clientQuoteOf = (quote: Quote): ClientQuote => ({
  isPreview: false,
  number: quote.number,
  version: quote.version,
  issuedOn: addDays(quote.validUntil, -quote.frozen.policy.validDays),
  issuedAt: quote.issuedAt,
  validUntil: quote.validUntil,
  locale: quote.locale,
  primaryLang: quote.primaryLang,
  currency: quote.currency,
  company: quote.company,
  project: quote.project,
  client: quote.client,
  ...(quote.clientRef === undefined ? {} : { clientRef: quote.clientRef }),
  ...linesByRole(quote.buckets.map((bucket) => ({ ...bucket, isApproved: true, isDirty: false }))),
  beforeDiscountMinor: quote.subtotalMinor + quote.discountMinor - quote.roundingMinor,
  discountMinor: quote.discountMinor,
  roundingMinor: quote.roundingMinor,
  subtotalMinor: quote.subtotalMinor,
  vatBps: quote.vatBps,
  vatMinor: quote.vatMinor,
  totalMinor: quote.totalMinor,
  ...(quote.vatReason === undefined ? {} : { vatReason: quote.vatReason }),
  payments: quote.payments,
  ...texts(quote),
});

export type PreviewFacts = {
  readonly version: number;
  readonly number?: string;
  readonly today: string;
  readonly locale: 'he' | 'en' | 'both';
};

/** The working quote as its client would see it, marked as a preview. */
export const previewQuote = (working: WorkingQuote, facts: PreviewFacts): ClientQuote => {
  const { inputs, policy, priced } = working;
  const { project } = inputs;
  const company: Company = inputs.company ?? { name: { he: 'פרטי העסק חסרים', en: 'Company details missing' } };
  const payments = payTotal(inputs.paymentPlan, Number(priced.totalMinor));
  const reason = vatReason(inputs.policy, inputs.pricing);
  return {
    isPreview: true,
    ...(facts.number === undefined ? {} : { number: facts.number }),
    version: facts.version,
    issuedOn: facts.today,
    issuedAt: `${facts.today}T00:00:00.000Z`,
    validUntil: addDays(facts.today, policy.validDays),
    locale: facts.locale,
    primaryLang: project.primaryLang,
    currency: project.currency,
    company,
    project: {
      title: project.title,
      ...(project.eventDate === undefined ? {} : { eventDate: project.eventDate }),
      ...(project.venue === undefined ? {} : { venue: project.venue }),
    },
    client: clientOf(project.client),
    ...linesByRole(working.buckets),
    beforeDiscountMinor: Number(priced.beforeDiscountMinor),
    discountMinor: Number(priced.discountMinor),
    roundingMinor: Number(priced.roundingMinor),
    subtotalMinor: Number(priced.subtotalMinor),
    vatBps: policy.vatBps,
    vatMinor: Number(priced.vatMinor),
    totalMinor: Number(priced.totalMinor),
    ...(reason === undefined ? {} : { vatReason: reason }),
    payments: payments.ok ? payments.value : [],
    ...texts({ ...company, ...(company.terms || !policy.terms ? {} : { terms: policy.terms }) }),
  };
};

const clientOf = ({ name, contact, vatId }: Quote['client']): Quote['client'] => ({
  name,
  ...(contact === undefined ? {} : { contact }),
  ...(vatId === undefined ? {} : { vatId }),
});

const linesByRole = (buckets: readonly WorkingBucket[]) => {
  const approved = buckets.filter(({ isApproved }) => isApproved);
  const withRole = (role: QuoteBucket['role']) => approved.filter((bucket) => bucket.role === role).map(lineOf);
  return {
    lines: withRole('included'),
    optional: withRole('optional'),
    alternatives: withRole('alternative'),
    unapproved: buckets.filter(({ isApproved }) => !isApproved).map(lineOf),
  };
};

const lineOf = (bucket: WorkingBucket): ClientLine => ({
  title: bucket.title,
  ...(bucket.clientText === undefined ? {} : { text: bucket.clientText }),
  qty: bucket.qty,
  ...(bucket.qty > 1 ? { unitPriceMinor: Number(halfUp(BigInt(bucket.priceMinor), BigInt(bucket.qty))) } : {}),
  priceMinor: bucket.priceMinor,
  ...(bucket.sectionTitle === undefined ? {} : { section: bucket.sectionTitle }),
  ...(bucket.alternativeGroup === undefined ? {} : { alternativeGroup: bucket.alternativeGroup }),
  pictures: bucket.pictures ?? [],
  ...(bucket.isApproved ? {} : { isUnapproved: true as const }),
});

const texts = ({ opening, exclusions, terms }: Pick<Company, 'opening' | 'exclusions' | 'terms'>) => ({
  ...(opening === undefined ? {} : { opening }),
  ...(exclusions === undefined ? {} : { exclusions }),
  ...(terms === undefined ? {} : { terms }),
});
