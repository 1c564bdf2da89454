import { z } from 'zod';
import { command } from '../command.ts';
import { Issue } from './domain/findings.ts';
import { idOf, Lang, LText, Minor } from './domain/primitives.ts';
import { Quote, QuoteBucket } from './domain/quote.ts';
import { LegacyConversation } from './domain/studio-event.ts';

const projectId = idOf('prj');

/** What can go to a Workbench. No cost of ours is in a quote, and none in a plan. */
export const SentDocument = z.enum(['plan.xlsx', 'plan.docx', 'quote.xlsx', 'quote.docx']);
export type SentDocument = z.infer<typeof SentDocument>;

const refusals = ['PROJECT_NOT_FOUND', 'FEATURE_DISABLED', 'STORE_BUSY', 'STORE_UNHEALTHY'] as const;

/** A line of the working quote: what its client would see, and whether it would be on it at all. */
export const WorkingLine = z.strictObject({
  elementId: QuoteBucket.shape.elementId,
  title: LText,
  qty: z.int(),
  priceMinor: Minor,
  role: QuoteBucket.shape.role,
  alternativeGroup: z.string().nullable(),
  isApproved: z.boolean(),
  isDirty: z.boolean(),
});
export type WorkingLine = z.infer<typeof WorkingLine>;

export const WorkingQuoteView = z.strictObject({
  lines: z.array(WorkingLine),
  beforeDiscountMinor: z.int(),
  discountMinor: z.int(),
  roundingMinor: z.int(),
  subtotalMinor: z.int(),
  vatBps: z.int(),
  vatMinor: z.int(),
  totalMinor: z.int(),
  payments: Quote.shape.payments,
  /** Margins are in what has to be acknowledged, so somebody who may not see costs gets none of it. */
  blocked: z.array(Issue),
  toAcknowledge: z.array(Issue),
  nextVersion: z.int(),
});
export type WorkingQuoteView = z.infer<typeof WorkingQuoteView>;

export const QuoteComparisonView = z.strictObject({
  buckets: z.array(
    z.strictObject({
      elementId: z.string().nullable(),
      title: LText,
      kind: z.enum(['added', 'removed', 'changed']),
      priceMinor: z.strictObject({ from: z.int().nullable(), to: z.int().nullable() }),
      fields: z.array(z.enum(['title', 'clientText', 'qty', 'role', 'snapshot'])),
    }),
  ),
  totals: z.array(
    z.strictObject({
      name: z.enum(['discountMinor', 'roundingMinor', 'subtotalMinor', 'vatBps', 'vatMinor', 'totalMinor']),
      from: z.int(),
      to: z.int(),
    }),
  ),
  texts: z.array(z.enum(['terms', 'opening', 'exclusions', 'company', 'client', 'project', 'payments', 'locale'])),
});
export type QuoteComparisonView = z.infer<typeof QuoteComparisonView>;

export const LegacyRecord = z.strictObject({
  id: z.string(),
  source: z.string(),
  at: z.string(),
  conversation: LegacyConversation,
});
export type LegacyRecord = z.infer<typeof LegacyRecord>;

export const studioQuoteCommands = {
  /** The quote as it would be issued now, and what stands in its way; null before a policy was pinned. */
  StudioQuoteGet: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId }),
    /** `seq`: up to where the project was read. */
    result: z.object({ working: WorkingQuoteView.nullable(), seq: z.int() }),
    refusals,
  }),
  StudioQuoteCompare: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId, from: idOf('qt'), to: idOf('qt') }),
    result: z.object({ comparison: QuoteComparisonView }),
    refusals: ['QUOTE_NOT_FOUND', ...refusals],
  }),
  /** A few lines for a chat or a mail; without a quote, of the working one. */
  StudioQuoteSummary: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId, quoteId: idOf('qt').nullable() }),
    result: z.object({ he: z.string(), en: z.string() }),
    refusals: ['QUOTE_NOT_FOUND', ...refusals],
  }),
  /** The plan and the quote as files of a Workbench's Draft, where they are reviewed like any other change. */
  StudioSendToWorkbench: command({
    role: 'member',
    project: 'editor',
    params: z.strictObject({
      projectId,
      workbenchId: idOf('wb'),
      files: z.array(SentDocument).min(1).max(4),
      lang: Lang,
    }),
    result: z.object({ names: z.array(z.string()) }),
    refusals: [
      'FORBIDDEN',
      'QUOTE_NOT_FOUND',
      'WORKBENCH_NOT_FOUND',
      'WORKBENCH_BUSY',
      'WORKBENCH_FULL',
      'NOTHING_CHANGED',
      ...refusals,
    ],
  }),
  /** Conversations that were brought in from elsewhere, oldest first. */
  StudioLegacyGet: command({
    role: 'viewer',
    project: 'viewer',
    params: z.strictObject({ projectId }),
    result: z.object({ conversations: z.array(LegacyRecord) }),
    refusals,
  }),
};
