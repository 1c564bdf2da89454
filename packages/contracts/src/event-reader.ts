import type { z } from 'zod';

type Written = { readonly kind: string; readonly data: unknown };

/** What a fold finds in the log: an event it knows, one of a newer version, or one that it cannot read. */
export type ReadEvent<Event> =
  | { readonly found: 'known'; readonly event: Event }
  | { readonly found: 'newer' }
  | { readonly found: 'unreadable' };

export type EventReader<Event> = {
  /** Never throws. A kind nobody here knows was written by a newer version and says nothing about what is shown. */
  readonly read: (recorded: Written) => ReadEvent<Event>;
  /** Why an event must not be written, without its values; undefined when the fold can read it. */
  readonly problem: (event: Written) => string | undefined;
};

type EventUnion<Event> = z.ZodType<Event> & {
  readonly options: readonly { readonly shape: { readonly kind: { readonly value: string } } }[];
};

/**
 * One reading of a stream's events for both of its ends: what `problem` lets be written is what `read` understands.
 * An event that cannot be read must not stop the fold: it would stop its surface at every start, for ever.
 */
export const createEventReader = <Event>(union: EventUnion<Event>): EventReader<Event> => {
  const kinds: ReadonlySet<string> = new Set(union.options.map(({ shape }) => shape.kind.value));
  const parse = ({ kind, data }: Written) => union.safeParse({ kind, data });
  return {
    read: (recorded) => {
      if (!kinds.has(recorded.kind)) return { found: 'newer' };
      const parsed = parse(recorded);
      return parsed.success ? { found: 'known', event: parsed.data } : { found: 'unreadable' };
    },
    problem: (event) => {
      if (!kinds.has(event.kind)) return undefined;
      const parsed = parse(event);
      return parsed.success ? undefined : parsed.error.issues.map(issueInWords).join('; ');
    },
  };
};

// Codes and places alone: a message may quote the value, which may be anybody's secret.
const issueInWords = ({ path, code }: z.core.$ZodIssue): string => `${path.map(String).join('.')}: ${code}`;
