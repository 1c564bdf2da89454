import { type Delta, includesRole, type Role } from '@atelier/contracts';
import type { LogEvent } from '@atelier/kernel';
import { createBoundedMap, parseStreamId } from '@atelier/kernel/core';
import type { Caller } from '../caller.ts';

/** An event as one caller may see it: the event itself, one with less in it, or undefined for none of it. */
export type Shown = LogEvent | undefined;

/** Who may follow the streams of one kind, and what they see of them. */
export type StreamRule = {
  /** The least role, or a rule for single streams; `nobody` for what the server keeps for itself. */
  readonly follow: Role | 'nobody' | ((caller: Caller, stream: string) => boolean | Promise<boolean>);
  /** Pure. Absent: whoever may follow sees every event whole. */
  readonly show?: (caller: Caller, stream: string, event: LogEvent) => Shown;
  /** The same for what is said between two events; undefined says nothing. */
  readonly showDelta?: (caller: Caller, stream: string, delta: Delta) => Delta | undefined;
  /** Whether this event may have ended that this caller may follow: then it is asked again before anything more is sent. */
  readonly mayEnd?: (caller: Caller, event: LogEvent) => boolean;
  /** Why an event must not be written; undefined when this stream's fold can read it. */
  readonly check?: (event: { readonly kind: string; readonly data: unknown }) => string | undefined;
};

export type StreamRules = Readonly<Record<string, StreamRule>>;

export type Audience = {
  /** Asked when somebody begins to follow, and again when an event may have changed it. */
  readonly mayFollow: (caller: Caller, stream: string) => Promise<boolean>;
  readonly mayEnd: (caller: Caller, stream: string, event: LogEvent) => boolean;
  /** Never throws and never leaves a gap: what cannot be shown is there as `withheld`. */
  readonly show: (caller: Caller, stream: string, event: LogEvent) => LogEvent;
  readonly showDelta: (caller: Caller, stream: string, delta: Delta) => Delta | undefined;
};

/** The state of a run as the loop keeps it: reasoning and whole tool results, for no screen at all. */
const neverFollowed: ReadonlySet<string> = new Set(['run']);

const mostKnown = 10_000;

/** Decides for every event connection what leaves the process. A stream without a rule has no audience. */
export const createAudience = (rules: StreamRules, onFault: (cause: unknown) => void): Audience => {
  const known = createBoundedMap<string, { readonly rule: StreamRule | undefined }>(mostKnown);
  const findRule = (stream: string): StreamRule | undefined => {
    const name = parseStreamId(stream);
    if (!name.ok || neverFollowed.has(name.value.kind)) return undefined;
    return Object.hasOwn(rules, name.value.kind) ? rules[name.value.kind] : undefined;
  };
  /** Asked several times for each event and tab. */
  const ruleOf = (stream: string): StreamRule | undefined => {
    const found = known.peek(stream);
    if (found) return found.rule;
    const rule = findRule(stream);
    known.set(stream, { rule });
    return rule;
  };
  const closed = <T>(decide: () => T, otherwise: T): T => {
    try {
      return decide();
    } catch (cause) {
      onFault(cause);
      return otherwise;
    }
  };
  const mayFollow = async (caller: Caller, stream: string): Promise<boolean> => {
    const follow = ruleOf(stream)?.follow;
    if (typeof follow !== 'function') return mayBeShown(caller, stream);
    return Promise.resolve()
      .then(() => follow(caller, stream))
      .catch((cause) => {
        onFault(cause);
        return false;
      });
  };
  /** What needs no look at the log; a rule for single streams was asked when following began. */
  const mayBeShown = (caller: Caller, stream: string): boolean => {
    const follow = ruleOf(stream)?.follow;
    if (follow === undefined || follow === 'nobody') return false;
    return typeof follow === 'function' || includesRole(caller.role, follow);
  };
  return {
    mayFollow,
    // A rule that breaks is asked again: that closes, and never opens.
    mayEnd: (caller, stream, event) => closed(() => ruleOf(stream)?.mayEnd?.(caller, event) ?? false, true),
    show: (caller, stream, event) => {
      if (!mayBeShown(caller, stream)) return withheld(event);
      const show = ruleOf(stream)?.show;
      const shown = show ? closed(() => show(caller, stream, event), undefined) : event;
      if (!shown) return withheld(event);
      // A rule may take something out of an event; it cannot move it. An event that is shown whole stays the same
      // object: the wire writes each object down once, for all tabs.
      return shown.seq === event.seq ? shown : { ...shown, seq: event.seq };
    },
    showDelta: (caller, stream, delta) => {
      if (!mayBeShown(caller, stream)) return undefined;
      const show = ruleOf(stream)?.showDelta;
      return show ? closed(() => show(caller, stream, delta), undefined) : delta;
    },
  };
};

/** Holds the place of an event, so that seqs stay without gaps, and says nothing about it. */
const withheld = ({ v, seq, at }: LogEvent): LogEvent => ({
  v,
  seq,
  id: `withheld:${seq}`,
  at,
  kind: 'withheld',
  key: null,
  data: {},
});
