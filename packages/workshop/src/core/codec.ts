import { type ConversationEvent, flawIn, isConversationKind } from '@atelier/contracts';
import type { JsonObject, LogEvent, NewEvent } from '@atelier/kernel/core';
import type { WorkbenchEvent } from './conversation.ts';
import { BenchEvent } from './events.ts';

/** Who caused an event: a person at a screen, a program over MCP, a model, or the engine itself. */
export type Actor = { readonly kind: 'user' | 'client' | 'model' | 'engine'; readonly name: string };

export const toNewEvent = (event: WorkbenchEvent, actor: Actor, key: string | null = null): NewEvent => {
  if ('data' in event) return { kind: event.kind, key, data: event.data as unknown as JsonObject };
  const { kind, ...body } = event;
  return { kind, key, data: { actor, body } as unknown as JsonObject };
};

const kinds: ReadonlySet<string> = new Set(BenchEvent.options.map((option) => option.shape.kind.value));

/** The log keeps bytes honest by digest, so reading trusts the shape. A kind from a newer version is passed over. */
export const readEvent = ({ kind, data }: LogEvent): WorkbenchEvent | undefined => {
  if (kinds.has(kind)) return { kind, ...(data.body as JsonObject) } as unknown as BenchEvent;
  return isConversationKind(kind) ? ({ kind, data } as unknown as ConversationEvent) : undefined;
};

/** Before it is written: what the fold could not read must never get into the log. */
export const isWritable = (event: WorkbenchEvent): boolean =>
  'data' in event ? flawIn(event) === undefined : BenchEvent.safeParse(event).success;

/** The same, of an event as it stands in the log; undefined when nothing is wrong with it. */
export const flawInBench = ({ kind, data }: { readonly kind: string; readonly data: unknown }): string | undefined => {
  if (!kinds.has(kind)) return flawIn({ kind, data });
  const { body } = data as { readonly body?: object };
  const issue = BenchEvent.safeParse({ kind, ...body }).error?.issues[0];
  return issue && `${kind}.${issue.path.join('.')}: ${issue.code}`;
};
