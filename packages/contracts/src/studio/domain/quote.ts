import { z } from 'zod';
import { Currency, DayDate, idOf, Lang, LongText, LText, Minor, Timestamp, UserId } from './primitives.ts';
import { Company, PaymentPart, PolicyVersion, ProjectPricing } from './workspace.ts';

export const quoteStatuses = ['issued', 'sent', 'accepted', 'declined', 'expired', 'superseded'] as const;

export const QuoteBucket = z.strictObject({
  /** None: General, when it is not spread over the elements. */
  elementId: idOf('el').nullable(),
  snapshotId: idOf('es').nullable(),
  snapshotVersion: z.int().min(1).exactOptional(),
  title: LText,
  clientText: LongText.exactOptional(),
  qty: z.int().min(1),
  priceMinor: Minor,
  role: z.enum(['included', 'optional', 'alternative']),
  alternativeGroup: z.string().exactOptional(),
  sectionTitle: LText.exactOptional(),
  pictures: z.array(z.string()).exactOptional(),
});
export type QuoteBucket = z.infer<typeof QuoteBucket>;

/** A quote as it was issued: nothing in it changes any more, except its status. */
export const Quote = z.strictObject({
  id: idOf('qt'),
  number: z.string().min(1).max(40),
  version: z.int().min(1),
  supersedes: idOf('qt').exactOptional(),
  status: z.enum(quoteStatuses),
  issuedAt: Timestamp,
  issuedBy: UserId,
  atSeq: z.int().min(0),
  accountingHash: z.string(),
  planHash: z.string(),
  policyVersionId: idOf('pol'),
  /** The direct cost of each bucket, so that the totals can be computed again. Never leaves for a client. */
  frozen: z.strictObject({
    policy: PolicyVersion,
    pricing: ProjectPricing.exactOptional(),
    directMinor: z.array(z.strictObject({ elementId: idOf('el').nullable(), directMinor: Minor })),
  }),
  buckets: z.array(QuoteBucket).max(500),
  subtotalMinor: Minor,
  discountMinor: Minor,
  roundingMinor: z.int(),
  vatBps: z.int().min(0).max(10_000),
  vatMinor: Minor,
  totalMinor: Minor,
  currency: Currency,
  locale: z.enum(['he', 'en', 'both']),
  primaryLang: Lang,
  validUntil: DayDate,
  terms: LongText.exactOptional(),
  opening: LongText.exactOptional(),
  exclusions: LongText.exactOptional(),
  company: Company,
  project: z.strictObject({
    title: LText,
    eventDate: DayDate.exactOptional(),
    venue: LText.exactOptional(),
  }),
  client: z.strictObject({
    name: z.string(),
    contact: z.string().exactOptional(),
    vatId: z.string().exactOptional(),
  }),
  clientRef: z.string().max(120).exactOptional(),
  vatReason: z.string().max(500).exactOptional(),
  payments: z.array(z.strictObject({ ...PaymentPart.shape, minor: Minor })).max(12),
  contentHash: z.string(),
});
export type Quote = z.infer<typeof Quote>;
export type QuoteStatus = Quote['status'];
