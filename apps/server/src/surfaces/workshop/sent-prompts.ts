import { SentPart, type SentPrompt, type ToolItem } from '@atelier/contracts';
import { type ContentId, readEvent } from '@atelier/workshop';
import { z } from 'zod';
import { type RunEvents, toolsIn } from './run-events.ts';

const Parts = z.array(SentPart);

/** Every prompt of a run with what went in it by name, and what the tools answered the model until the next one. */
export const promptsIn = async (
  { runId, events }: Pick<RunEvents, 'runId' | 'events'>,
  textOf: (id: ContentId) => Promise<string | undefined>,
): Promise<SentPrompt[]> => {
  const prompts = events.flatMap((recorded, index) => {
    const event = readEvent(recorded);
    return event?.kind === 'run.prompted' && event.runId === runId ? [{ index, at: recorded.at, event }] : [];
  });
  const calls = toolsIn({ runId, events });
  return Promise.all(
    prompts.map(async ({ index, at, event }, nth) => {
      const { phase, item = null, sizes, told = null, partsId } = event;
      const until = events.slice(index, prompts[nth + 1]?.index ?? events.length);
      const called = new Set(until.flatMap(({ kind, data }) => (kind === 'tool.called' ? [data.callId] : [])));
      const text = partsId && (await textOf(partsId).catch(() => undefined));
      const parts = text ? Parts.safeParse(JSON.parse(text)) : undefined;
      const answers = calls.flatMap((call) => (called.has(call.id) ? (answerOf(call) ?? []) : []));
      return { phase, item, at, sizes, told, parts: parts?.success ? parts.data : null, answers };
    }),
  );
};

/** Reads alone: what a write answers is what it did. */
const answerOf = ({ name, entryId, input, result, access }: ToolItem): SentPrompt['answers'][number] | undefined => {
  if (result === null || access === 'write') return undefined;
  const { path, ...rest } = input;
  return {
    entryId,
    tool: name,
    path: typeof path === 'string' ? path : null,
    selector: Object.fromEntries(
      Object.entries(rest).flatMap(([key, value]) => (value === null || value === '' ? [] : [[key, written(value)]])),
    ),
    bytes: Buffer.byteLength(JSON.stringify(result)),
    isReceipt: result.receipt === true,
  };
};

const longest = 200;

const written = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};
