import { Delta } from '@atelier/contracts';
import type { Whispers } from '@atelier/kernel/ports';
import { z } from 'zod';
import type { DeltaBus } from './delta-bus.ts';

const TOPIC = 'deltas';
/** Text is gathered for so long: a word a letter would cost the commits beside it. */
const GATHER_MS = 100;
/** Characters a word carries: escaped twice, they still fit. */
const LONGEST_PIECE = 1_500;
/** Words at a time. What is more is left out, and read when it is durable. */
const MOST_WORDS = 8;
/** What was not heard of for so long is not being written any more: its server is gone. */
const SILENT_MS = 30_000;

type Text = Extract<Delta, { kind: 'text' }>;
const Heard = z.object({ stream: z.string(), delta: Delta });

/**
 * Text as it is written, to the tabs of other servers as well. Small and lossy: a piece that is lost leaves a gap, and
 * what is durable fills it.
 */
export const whisperDeltas = (bus: DeltaBus, whispers: Whispers): DeltaBus => {
  const gathered = new Map<string, { readonly stream: string; delta: Text }>();
  const silences = new Map<string, NodeJS.Timeout>();
  let timer: NodeJS.Timeout | undefined;

  const say = (stream: string, delta: Delta): void =>
    whispers.say(TOPIC, JSON.stringify({ stream, delta } satisfies z.infer<typeof Heard>));
  const flush = (): void => {
    timer = undefined;
    let left = MOST_WORDS;
    for (const { stream, delta } of gathered.values())
      for (let from = 0; from < delta.text.length && left > 0; from += LONGEST_PIECE, left -= 1)
        say(stream, { ...delta, offset: delta.offset + from, text: delta.text.slice(from, from + LONGEST_PIECE) });
    gathered.clear();
  };
  const gather = (stream: string, delta: Text): void => {
    const key = keyOf(stream, delta.id);
    const before = gathered.get(key)?.delta;
    const goesOn = before && before.offset + before.text.length === delta.offset;
    gathered.set(key, { stream, delta: goesOn ? { ...before, text: before.text + delta.text } : delta });
    timer ??= setTimeout(flush, GATHER_MS);
  };

  whispers.hear(TOPIC, (said) => {
    const heard = Heard.safeParse(jsonOf(said));
    if (!heard.success) return;
    const { stream, delta } = heard.data;
    const key = keyOf(stream, delta.id);
    clearTimeout(silences.get(key));
    silences.delete(key);
    bus.publish(stream, delta);
    if (delta.kind === 'ended') return;
    const end = (): void => {
      silences.delete(key);
      bus.publish(stream, { kind: 'ended', id: delta.id });
    };
    silences.set(key, setTimeout(end, SILENT_MS).unref());
  });

  return {
    ...bus,
    publish: (stream, delta) => {
      bus.publish(stream, delta);
      if (delta.kind === 'text') gather(stream, delta);
      if (delta.kind !== 'ended') return;
      clearTimeout(timer);
      flush();
      say(stream, delta);
    },
  };
};

/** A server of another version may say what this one does not know. */
const jsonOf = (said: string): unknown => {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
};

const keyOf = (stream: string, id: string): string => `${stream}\n${id}`;
