import { z } from 'zod';

/**
 * What a stream says between two events and never records: how far a job is, text as it is written.
 * `id` names the job or the message. A delta may be lost; what counts is in the event that follows it.
 */
export const Delta = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    id: z.string(),
    done: z.number().nonnegative(),
    /** Null while nobody knows how much there is. */
    total: z.number().nonnegative().nullable(),
    /** What is being worked on now: a stream, a file name. */
    detail: z.string().optional(),
  }),
  /** `offset` is where `text` begins: 0 replaces all, a gap means that something was lost. */
  z.object({ kind: z.literal('text'), id: z.string(), offset: z.int().nonnegative(), text: z.string() }),
  z.object({ kind: z.literal('ended'), id: z.string() }),
  /** Another stream, `id`, has events up to `next` now: a list hears of its rows without following each of them. */
  z.object({ kind: z.literal('moved'), id: z.string(), next: z.int().nonnegative().nullable() }),
]);
export type Delta = z.infer<typeof Delta>;

/** What is under way on one stream, by id. */
export type LiveDeltas = Readonly<Record<string, Exclude<Delta, { kind: 'ended' | 'moved' }>>>;

export const applyDelta = (live: LiveDeltas, delta: Delta): LiveDeltas => {
  switch (delta.kind) {
    case 'progress':
      return { ...live, [delta.id]: delta };
    case 'text': {
      const before = live[delta.id];
      const soFar = before?.kind === 'text' ? before.text : '';
      // Past a gap nothing can be appended: keep the true prefix and wait for the whole text.
      if (delta.offset > soFar.length) return live;
      // Going on where it ends is a join; cutting a long text at every chunk would copy it each time.
      const kept = delta.offset === soFar.length ? soFar : soFar.slice(0, delta.offset);
      return { ...live, [delta.id]: { ...delta, offset: 0, text: kept + delta.text } };
    }
    case 'ended': {
      const { [delta.id]: _ended, ...rest } = live;
      return rest;
    }
    // Told once, to whoever listens: nothing stays under way.
    case 'moved':
      return live;
  }
};
