import { ClientFrame, type Delta, type ErrorEnvelope, type SubscriptionCode } from '@atelier/contracts';
import { type EventLog, StreamCutOff } from '@atelier/kernel';
import type { Caller } from '../caller.ts';
import { callInWords } from '../installation/own-call.ts';
import type { Presence } from '../presence/presence.ts';
import type { Audience } from '../surfaces/audience.ts';
import type { DeltaBus } from './delta-bus.ts';
import type { Wire } from './wire.ts';

export type Connection = {
  readonly receive: (text: string) => void;
  readonly end: () => void;
};

type Deps = {
  readonly wire: Wire;
  readonly log: EventLog;
  readonly deltas: DeltaBus;
  /** Who sits at this tab, and what of a stream that person may see. */
  readonly caller: Caller;
  readonly audience: Audience;
  readonly presence: Presence;
  /** Whether this person may say so much more now. */
  readonly mayAsk: (said: number) => boolean;
  readonly onFault: (cause: unknown) => void;
};

const mostStreams = 256;

/** One tab: any number of streams over one wire, each from the seq it asked for, in order, without gaps or repeats. */
export const createConnection = (deps: Deps): Connection => {
  const { wire, log, deltas, caller, audience, presence, mayAsk, onFault } = deps;
  const subscriptions = new Map<string, AbortController>();
  /** Those of them that were let in; nothing is said about the others. */
  const admitted = new Set<AbortController>();
  const behind = new Set<string>();

  const tab = {};
  let isCutOff = false;
  let here: { readonly stream: string; readonly place: string } | undefined;
  const isAdmitted = (stream: string): boolean => {
    const following = subscriptions.get(stream);
    return following !== undefined && admitted.has(following);
  };
  /** Only those who may follow a stream are in it, and only they are told who else is. */
  const sayHere = () =>
    presence.say(tab, here && isAdmitted(here.stream) ? { ...here, person: caller.person } : undefined);
  const sendPresent = (stream: string) => {
    if (here?.stream === stream && isAdmitted(stream)) wire.send({ stream, present: [...presence.at(stream)] });
  };
  const stopHearing = presence.listen(sendPresent);

  const refuse = (code: SubscriptionCode, stream?: string, details?: ErrorEnvelope['details']) =>
    wire.send({ ...(stream !== undefined && { stream }), refused: refusal(code, details) });

  const stopFollowing = (stream: string) => {
    const following = subscriptions.get(stream);
    following?.abort();
    if (following) admitted.delete(following);
    subscriptions.delete(stream);
    behind.delete(stream);
    if (here?.stream === stream) sayHere();
  };

  const sendDelta = (stream: string, delta: Delta) => {
    const shown = audience.showDelta(caller, stream, delta);
    if (shown) wire.send({ stream, delta: shown });
  };

  const follow = async (stream: string, from: number, signal: AbortSignal) => {
    const health = await log.health(stream);
    if (signal.aborted) return;
    if (health.kind !== 'healthy') return refuse('UNHEALTHY', stream, { reason: health.reason });
    if (from > health.next) return refuse('AHEAD_OF_LOG', stream, { next: health.next });
    const arrived = () => {
      wire.send({ stream, live: health.next });
      for (const delta of deltas.live(stream)) sendDelta(stream, delta);
    };
    if (from === health.next) arrived();
    for await (const events of log.followPages(stream, from, signal)) {
      for (const event of events) {
        if (wire.congested()) await wire.room();
        // Removed while connected: the tab asks anew, and then there is no such stream for it.
        if (audience.mayEnd(caller, stream, event) && !(await audience.mayFollow(caller, stream)))
          return wire.close(1008, 'no longer a member');
        if (signal.aborted) return;
        wire.send({ stream, seq: event.seq, event: audience.show(caller, stream, event) });
        if (event.seq + 1 === health.next) arrived();
      }
    }
  };

  const arriveAt = (place: typeof here) => {
    const isMove = here?.stream !== place?.stream;
    here = place;
    sayHere();
    // Whoever comes late is told who was there before.
    if (place && isMove) sendPresent(place.stream);
  };

  const subscribe = (stream: string, from: number) => {
    stopFollowing(stream);
    if (subscriptions.size >= mostStreams) return refuse('TOO_MANY_STREAMS', stream);
    const following = new AbortController();
    subscriptions.set(stream, following);
    audience
      .mayFollow(caller, stream)
      .then((mayFollow) => {
        if (following.signal.aborted) return undefined;
        if (!mayFollow) return refuse('UNKNOWN_STREAM', stream);
        admitted.add(following);
        if (here?.stream === stream) {
          sayHere();
          sendPresent(stream);
        }
        return follow(stream, from, following.signal);
      })
      .catch((cause) => {
        if (following.signal.aborted) return;
        if (cause instanceof StreamCutOff) return refuse('AHEAD_OF_LOG', stream, { next: 0 });
        onFault(cause);
        // The tab comes back and resumes from its seq; a stream that fell silent would look like nothing happened.
        wire.close(1011, 'fault');
      })
      .finally(() => {
        if (subscriptions.get(stream) === following) stopFollowing(stream);
      });
  };

  // Deltas are not worth waiting for: a slow tab skips some and is then told what is under way.
  const pass = (stream: string, delta: Delta) => {
    if (!isAdmitted(stream) || behind.has(stream)) return;
    if (!wire.congested()) return sendDelta(stream, delta);
    behind.add(stream);
    wire
      .room()
      .then(() => {
        if (!behind.delete(stream)) return;
        for (const current of deltas.live(stream)) sendDelta(stream, current);
      })
      .catch(onFault);
  };
  const stopListening = deltas.listen(pass);

  return {
    receive: (text) => {
      if (isCutOff) return;
      const frame = ClientFrame.safeParse(parsed(text));
      if (!mayAsk(1 + (frame.data?.subscribe?.length ?? 0))) {
        isCutOff = true;
        // The tab comes back by itself, later each time.
        return wire.close(1013, 'too many requests');
      }
      if (!frame.success) return refuse('BAD_FRAME');
      if (frame.data.ping !== undefined) wire.send({ pong: frame.data.ping });
      for (const stream of frame.data.unsubscribe ?? []) stopFollowing(stream);
      for (const { stream, from } of frame.data.subscribe ?? []) subscribe(stream, from);
      if (frame.data.here !== undefined) arriveAt(frame.data.here ?? undefined);
    },
    end: () => {
      stopListening();
      stopHearing();
      presence.say(tab, undefined);
      for (const stream of [...subscriptions.keys()]) stopFollowing(stream);
    },
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const wordsByCode: Record<SubscriptionCode, { readonly message: string; readonly suggestion: string }> = {
  BAD_FRAME: { message: 'The frame was not understood.', suggestion: 'Send {subscribe}, {unsubscribe} or {ping}.' },
  UNKNOWN_STREAM: { message: 'There is no such stream to follow.', suggestion: 'Check its name.' },
  AHEAD_OF_LOG: {
    message: 'The log is shorter than what this page has seen.',
    suggestion: 'Load the view again and follow from its seq.',
  },
  UNHEALTHY: { message: 'The stream is damaged.', suggestion: `Run ${callInWords('doctor')}.` },
  TOO_MANY_STREAMS: { message: 'This page follows too many streams.', suggestion: 'Unsubscribe from some first.' },
};

const refusal = (code: SubscriptionCode, details?: ErrorEnvelope['details']): ErrorEnvelope => ({
  code,
  ...wordsByCode[code],
  retry: { kind: 'not_retryable' },
  ...(details && { details }),
});
