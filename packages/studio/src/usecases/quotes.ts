import type { QuoteComparisonView, WorkingQuoteView } from '@atelier/contracts/studio';
import { err, ok, type Result } from '@atelier/kernel/core';
import { quoteSummary } from '../core/documents/summary.ts';
import type { Quote } from '../core/domain/index.ts';
import { projectOf, type Records } from '../core/fold/records.ts';
import type { ProjectState } from '../core/fold/state.ts';
import { type ClientQuote, clientQuoteOf, previewQuote } from '../core/quote/client-quote.ts';
import { compareQuotes } from '../core/quote/compare.ts';
import { issueFindings } from '../core/quote/issue-findings.ts';
import { nextVersion } from '../core/quote/numbering.ts';
import { payTotal } from '../core/quote/payment-plan.ts';
import { quoteInputsOf } from '../core/quote/quote-inputs.ts';
import { type WorkingQuote, workingQuote } from '../core/quote/working-quote.ts';
import type { StudioPorts } from '../ports/index.ts';
import { openProject, type TurnRefused } from './admit.ts';
import type { StudioCaller } from './turn-caller.ts';
import { dayIn, workspaceNow } from './workspace-now.ts';

type QuoteRefused = TurnRefused | { readonly code: 'QUOTE_NOT_FOUND' };
type Read<Value, Refused = TurnRefused> = Promise<Result<Value, Refused>>;

type Opened = {
  readonly state: ProjectState;
  /** Up to where it was read. */
  readonly seq: number;
  readonly working: WorkingQuote | undefined;
  readonly canSeeCosts: boolean;
  readonly today: string;
};

/** What can be read of a project's quotes. Everything but the working costs is what a client may know. */
export const createQuotes = (ports: StudioPorts) => {
  const open = async (projectId: string, caller: StudioCaller): Read<Opened> => {
    const opened = await openProject(ports, projectId, caller);
    if (!opened.ok) return opened;
    const { state, seq, canSeeCosts } = opened.value;
    const project = projectOf(state.records);
    if (!project.features.studioTabV1) return err({ code: 'FEATURE_DISABLED' });
    const inputs = quoteInputsOf(state, await workspaceNow(ports), ports.sha256);
    return ok({
      state,
      seq,
      working: inputs && workingQuote(inputs),
      canSeeCosts,
      today: dayIn(project.timeZone, ports.now().toISOString()),
    });
  };

  const preview = ({ working, state, today }: Opened, locale: ClientQuote['locale']): ClientQuote | undefined =>
    working && previewQuote(working, { version: nextVersion(state.quotes.values()).version, today, locale });

  return {
    /** An issued quote as its client sees it. */
    issued: async (projectId: string, quoteId: string, caller: StudioCaller): Read<ClientQuote, QuoteRefused> => {
      const opened = await open(projectId, caller);
      if (!opened.ok) return opened;
      const quote = opened.value.state.quotes.get(quoteId);
      return quote ? ok(clientQuoteOf(quote)) : err({ code: 'QUOTE_NOT_FOUND' });
    },
    /** The last one that left the house, or what would leave now. */
    newest: async (
      projectId: string,
      locale: ClientQuote['locale'],
      caller: StudioCaller,
    ): Read<ClientQuote, QuoteRefused> => {
      const opened = await open(projectId, caller);
      if (!opened.ok) return opened;
      const { last } = nextVersion(opened.value.state.quotes.values());
      const shown = last ? clientQuoteOf(last) : preview(opened.value, locale);
      return shown ? ok(shown) : err({ code: 'QUOTE_NOT_FOUND' });
    },
    preview: async (
      projectId: string,
      locale: ClientQuote['locale'],
      caller: StudioCaller,
    ): Read<ClientQuote, QuoteRefused> => {
      const opened = await open(projectId, caller);
      if (!opened.ok) return opened;
      const shown = preview(opened.value, locale);
      return shown ? ok(shown) : err({ code: 'QUOTE_NOT_FOUND' });
    },
    working: async (
      projectId: string,
      caller: StudioCaller,
    ): Read<{ readonly working: WorkingQuoteView | null; readonly seq: number }> => {
      const opened = await open(projectId, caller);
      return opened.ok ? ok({ working: workingView(opened.value), seq: opened.value.seq }) : opened;
    },
    compare: async (
      projectId: string,
      { from, to }: { readonly from: string; readonly to: string },
      caller: StudioCaller,
    ): Read<QuoteComparisonView, QuoteRefused> => {
      const opened = await open(projectId, caller);
      if (!opened.ok) return opened;
      const { quotes } = opened.value.state;
      const [one, other] = [quotes.get(from), quotes.get(to)];
      return one && other ? ok(comparisonView(one, other)) : err({ code: 'QUOTE_NOT_FOUND' });
    },
    summary: async (
      projectId: string,
      quoteId: string | null,
      caller: StudioCaller,
    ): Read<{ readonly he: string; readonly en: string }, QuoteRefused> => {
      const opened = await open(projectId, caller);
      if (!opened.ok) return opened;
      const issued = quoteId === null ? undefined : opened.value.state.quotes.get(quoteId);
      const quote = quoteId === null ? preview(opened.value, 'both') : issued && clientQuoteOf(issued);
      if (!quote) return err({ code: 'QUOTE_NOT_FOUND' });
      return ok({ he: quoteSummary(quote, 'he'), en: quoteSummary(quote, 'en') });
    },
    /** Records and costs, for the studio's own lists. */
    forExport: async (
      projectId: string,
      caller: StudioCaller,
    ): Read<{ readonly records: Records; readonly quote: WorkingQuote | undefined }> => {
      const opened = await open(projectId, caller);
      if (!opened.ok) return opened;
      const { state, working, canSeeCosts } = opened.value;
      return canSeeCosts ? ok({ records: state.records, quote: working }) : err({ code: 'FORBIDDEN' });
    },
    /** Conversations from elsewhere. They may name costs, so whoever may not see those gets none. */
    legacy: async (projectId: string, caller: StudioCaller) => {
      const opened = await open(projectId, caller);
      if (!opened.ok) return opened;
      const { state, canSeeCosts } = opened.value;
      if (projectOf(state.records).features.legacyTabs === false) return err({ code: 'FEATURE_DISABLED' } as const);
      return ok(canSeeCosts ? [...state.legacy.values()] : []);
    },
  };
};

const workingView = ({ state, working, canSeeCosts }: Opened): WorkingQuoteView | null => {
  if (!working) return null;
  const { priced, policy, inputs } = working;
  const payments = payTotal(inputs.paymentPlan, Number(priced.totalMinor));
  const findings = issueFindings(working, state.flags.values());
  return {
    lines: working.buckets.map(
      ({ elementId, title, qty, priceMinor, role, alternativeGroup = null, isApproved, isDirty }) => ({
        elementId,
        title,
        qty,
        priceMinor,
        role,
        alternativeGroup,
        isApproved,
        isDirty,
      }),
    ),
    beforeDiscountMinor: Number(priced.beforeDiscountMinor),
    discountMinor: Number(priced.discountMinor),
    roundingMinor: Number(priced.roundingMinor),
    subtotalMinor: Number(priced.subtotalMinor),
    vatBps: policy.vatBps,
    vatMinor: Number(priced.vatMinor),
    totalMinor: Number(priced.totalMinor),
    payments: payments.ok ? [...payments.value] : [],
    blocked: canSeeCosts ? [...findings.blocked] : [],
    toAcknowledge: canSeeCosts ? [...findings.toAcknowledge] : [],
    nextVersion: nextVersion(state.quotes.values()).version,
  };
};

const comparisonView = (from: Quote, to: Quote): QuoteComparisonView => {
  const { buckets, totals, texts } = compareQuotes(from, to);
  return {
    buckets: buckets.map((bucket) => ({ ...bucket, fields: [...bucket.fields] })),
    totals: [...totals],
    texts: [...texts],
  };
};
