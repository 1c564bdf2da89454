import { effectivePolicy, priceProject } from '../accounting/accounting.ts';
import type { LText } from '../domain/primitives.ts';
import type { QuoteStatus } from '../domain/quote.ts';
import { projectOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { halfUp } from '../money/integers.ts';

export type VatMove = {
  readonly projectId: string;
  readonly title: LText;
  readonly eventDate: string | null;
  /** The total of the project now, and with the new rate. */
  readonly fromMinor: number;
  readonly toMinor: number;
  /** Quotes that clients have and have not answered: they stay as issued, until somebody issues them again. */
  readonly quotes: readonly {
    readonly quoteId: string;
    readonly number: string;
    readonly version: number;
    readonly status: QuoteStatus;
    readonly fromMinor: number;
    readonly toMinor: number;
  }[];
};

const unanswered: ReadonlySet<QuoteStatus> = new Set(['issued', 'sent']);

/** Every open project and quote that a new rate of VAT would move, the next event first. */
export const vatMoves = (states: Iterable<ProjectState>, vatBps: number): readonly VatMove[] => {
  const moves: VatMove[] = [];
  for (const state of states) {
    const project = projectOf(state.records);
    const { policy, pricing } = state;
    // An exemption, or a rate an owner set for this client, stays.
    if (policy === null || project.isArchived || project.isTemplate || pricing?.vatBps !== undefined) continue;
    if (effectivePolicy(policy, pricing).vatBps === vatBps) continue;
    const quotes = [...state.quotes.values()]
      .filter((quote) => unanswered.has(quote.status) && quote.vatBps !== vatBps)
      .map(({ id, number, version, status, subtotalMinor, totalMinor }) => ({
        quoteId: id,
        number,
        version,
        status,
        fromMinor: totalMinor,
        toMinor: subtotalMinor + Number(halfUp(BigInt(subtotalMinor) * BigInt(vatBps), 10_000n)),
      }));
    moves.push({
      projectId: project.id,
      title: project.title,
      eventDate: project.eventDate ?? null,
      fromMinor: Number(priceProject(state.records, policy, pricing).totalMinor),
      toMinor: Number(priceProject(state.records, { ...policy, vatBps }, pricing).totalMinor),
      quotes,
    });
  }
  const last = '9999-12-31';
  return moves.sort((a, b) => compare(a.eventDate ?? last, b.eventDate ?? last) || compare(a.projectId, b.projectId));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
