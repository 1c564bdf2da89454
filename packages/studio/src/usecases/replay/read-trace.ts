import type { Json, Sha256 } from '@atelier/kernel/core';
import { err, ok, type Result } from '@atelier/kernel/core';
import { createByteReader, readPortableLines } from '@atelier/kernel/usecases';
import { PortableTrace, type TracedEvent } from '../../core/replay/portable-trace.ts';
import { TurnTape } from '../../core/replay/tape.ts';

export type Trace = {
  readonly projectId: string;
  readonly turnId: string;
  readonly tape: TurnTape;
  readonly project: readonly TracedEvent[];
  readonly workspace: readonly TracedEvent[];
};

export type TraceRefused =
  | { readonly code: 'NOT_A_TRACE' | 'TRACE_TOO_NEW' }
  /** It was exported for reading: by a version that recorded less, or for somebody who may not see all of it. */
  | { readonly code: 'TRACE_WITHOUT_INPUTS' }
  /** `part` names what is not what was exported. */
  | { readonly code: 'TRACE_DAMAGED'; readonly part: string };

/** Reads an exported turn, and refuses one that is not byte for byte what was exported. */
export const readTrace = async (
  pieces: AsyncIterable<Uint8Array>,
  sha256: Sha256,
): Promise<Result<Trace, TraceRefused>> => {
  const held: Uint8Array[] = [];
  const source = heldBack(pieces, held);
  const reader = createByteReader(source);
  const lines = readPortableLines(reader, { sha256, shape: PortableTrace, first: 'trace' });
  const first = await lines.next();
  if (!first.ok) {
    if (first.error.code === 'EXPORT_TOO_NEW') return err({ code: 'TRACE_TOO_NEW' });
    if (first.error.code === 'EXPORT_DAMAGED') return err({ code: 'TRACE_DAMAGED', part: first.error.part });
    for await (const _piece of source) if (held.length === mostHeld) break;
    return err({ code: isSummary(held) ? 'TRACE_WITHOUT_INPUTS' : 'NOT_A_TRACE' });
  }
  if (first.value.part !== 'trace') return err({ code: 'NOT_A_TRACE' });
  const { projectId, turnId } = first.value;
  const tape = TurnTape.safeParse(first.value.tape);
  if (!tape.success) return err({ code: 'TRACE_TOO_NEW' });
  const events: TracedEvent[] = [];
  for (;;) {
    const line = await lines.next();
    if (!line.ok)
      return err(
        line.error.code === 'EXPORT_DAMAGED'
          ? { code: 'TRACE_DAMAGED', part: line.error.part }
          : { code: 'TRACE_TOO_NEW' },
      );
    if (line.value.part === 'event') {
      events.push(line.value);
      continue;
    }
    if (line.value.part !== 'end' || line.value.records !== lines.count() || !(await reader.isAtEnd()))
      return err({ code: 'TRACE_DAMAGED', part: 'the end' });
    const { project = [], workspace = [] } = Object.groupBy(events, ({ of }) => of);
    return ok({ projectId, turnId, tape: tape.data, project, workspace });
  }
};

const mostHeld = 64;

/** The first pieces again, for telling what else the file may be. */
const heldBack = async function* (pieces: AsyncIterable<Uint8Array>, held: Uint8Array[]) {
  for await (const piece of pieces) {
    if (held.length < mostHeld) held.push(piece);
    yield piece;
  }
};

/** What the screen saved for reading, now or in an older version: the trace as plain JSON. */
const isSummary = (held: readonly Uint8Array[]): boolean => {
  try {
    const found: Json = JSON.parse(Buffer.concat(held).toString('utf8'));
    return typeof found === 'object' && found !== null && 'turnId' in found && 'outcome' in found;
  } catch {
    return false;
  }
};
