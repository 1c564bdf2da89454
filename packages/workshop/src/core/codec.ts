import type { JsonObject, LogEvent, NewEvent } from '@atelier/kernel/core';
import { BenchEvent } from './events.ts';

/** Who caused an event: a person at a screen, a program over MCP, a model, or the engine itself. */
export type Actor = { readonly kind: 'user' | 'client' | 'model' | 'engine'; readonly name: string };

export const toNewEvent = (event: BenchEvent, actor: Actor, key: string | null = null): NewEvent => {
  const { kind, ...body } = event;
  return { kind, key, data: { actor, body } as unknown as JsonObject };
};

const kinds: ReadonlySet<string> = new Set(BenchEvent.options.map((option) => option.shape.kind.value));

/** The log keeps bytes honest by digest, so reading trusts the shape. A kind from a newer version is passed over. */
export const readEvent = ({ kind, data }: LogEvent): BenchEvent | undefined =>
  kinds.has(kind) ? ({ kind, ...(data.body as JsonObject) } as unknown as BenchEvent) : undefined;

/** Before it is written: what the fold could not read must never get into the log. */
export const isWritable = (event: BenchEvent): boolean => BenchEvent.safeParse(event).success;
