import { err, type LogEvent, ok, type Result } from '@atelier/kernel/core';
import type { LedgerEntry } from '../core/consent.ts';
import type { Ledger, LogRefused } from './append-models.ts';

export type LedgerLine = LedgerEntry & { readonly seq: number; readonly at: string };

const pageSize = 500;

/** The ledger from its newest line back, one line per call: its end, or its beginning while it has none. */
export const readLedger =
  ({ log, spending, stream }: Ledger) =>
  async (asked: {
    readonly before?: number | undefined;
    readonly limit: number;
  }): Promise<Result<{ readonly lines: readonly LedgerLine[]; readonly next: number | null }, LogRefused>> => {
    const folded = await spending.at(stream);
    if (!folded.ok) return err({ code: 'LOG_UNAVAILABLE', reason: folded.error.code });
    const open = new Set(folded.value.state.open.map(({ callId }) => callId));
    const lines: LedgerLine[] = [];
    for (let end = Math.min(asked.before ?? folded.value.seq, folded.value.seq); end > 0; ) {
      const from = Math.max(0, end - pageSize);
      const page = await log.read(stream, { from, limit: end - from });
      if (!page.ok) return err({ code: 'LOG_UNAVAILABLE', reason: page.error.code });
      for (const event of page.value.events.toReversed()) {
        if (!isCall(event, open)) continue;
        if (lines.length === asked.limit) return ok({ lines, next: lines.at(-1)?.seq ?? 0 });
        lines.push({ ...(event.data as unknown as LedgerEntry), seq: event.seq, at: event.at });
      }
      end = from;
    }
    return ok({ lines, next: null });
  };

const isCall = ({ kind, data }: LogEvent, open: ReadonlySet<string>): boolean =>
  kind === 'egress.call' && (data.status !== 'sent' || open.has(String(data.callId)));
