import { portableEnd } from '@atelier/kernel/core';
import { z } from 'zod';
import { JsonValue } from '../domain/primitives.ts';

/*
 * One turn as a file that needs nothing else to be run again, in the chained lines of the kernel: what the turn was told,
 * then the events of the project up to its end and those of the workspace that a turn may read, then the end.
 */

export const portableTraceFormat = 'atelier-studio-trace';

export const TraceStream = z.enum(['project', 'workspace']);
export type TraceStream = z.infer<typeof TraceStream>;

export const PortableTrace = z.discriminatedUnion('part', [
  z.strictObject({
    part: z.literal('trace'),
    format: z.literal(portableTraceFormat),
    v: z.literal(1),
    projectId: z.string(),
    turnId: z.string(),
    tape: JsonValue,
    /** What a person reads of it: the same as on the screen. */
    summary: JsonValue,
  }),
  z.strictObject({
    part: z.literal('event'),
    of: TraceStream,
    seq: z.int().min(0),
    id: z.string(),
    at: z.string(),
    kind: z.string(),
    data: z.record(z.string(), JsonValue),
  }),
  z.strictObject({ part: z.literal('end'), ...portableEnd }),
]);
export type PortableTrace = z.infer<typeof PortableTrace>;
export type TracedEvent = Extract<PortableTrace, { part: 'event' }>;
