import type { Dispatcher } from 'undici';
import { type Destination, decideEgress } from '../core/egress.ts';
import type { ModelFailure } from '../core/failure.ts';

/** Thrown inside a provider's client, where nothing else can pass; caught where its faults become failures. */
export class GateRefusal extends Error {
  readonly failure: ModelFailure;
  constructor(failure: ModelFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

export type Gate = {
  /** A `fetch` that reaches one destination and nothing else. */
  readonly doorTo: (destination: Destination) => typeof globalThis.fetch;
  readonly close: () => Promise<void>;
};

/** Tests give a dispatcher whose hosts are doubles on loopback. */
export type GateOptions = { readonly dispatcher?: Dispatcher };

const mostRedirects = 3;

/**
 * The one outbound door of the process. Everything a provider's client sends goes through a door of this gate. What
 * carries it is loaded with the first call: a server that never calls a provider never pays for it.
 */
export const createGate = (options: GateOptions = {}): Gate => {
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { Agent, fetch: send } = await import('undici');
    // How long a provider may be silent is a setting (`watchSilence`); the library's own five minutes would cut it short.
    return { send, dispatcher: options.dispatcher ?? new Agent({ headersTimeout: 0, bodyTimeout: 0 }) };
  };
  const doorTo: Gate['doorTo'] = (destination) => async (input, init) => {
    opened ??= open();
    const { send, dispatcher } = await opened;
    let url = input instanceof Request ? input.url : String(input);
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const decision = decideEgress(url, destination);
      if (!decision.ok) throw new GateRefusal(blocked(decision.error.reason));
      const answer = await send(decision.value, { ...(init as object), redirect: 'manual', dispatcher });
      const next = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
      if (next === null) return answer as unknown as Response;
      await answer.body?.cancel();
      // A redirect is another request: decided again, from the start.
      url = new URL(next, decision.value).href;
    }
    throw new GateRefusal(blocked('too many redirects'));
  };
  return { doorTo, close: async () => (await opened)?.dispatcher.close() };
};

const blocked = (reason: string): ModelFailure => ({
  code: 'EGRESS_BLOCKED_BY_POLICY',
  message: `This program only speaks to the providers you set up; a request elsewhere was stopped (${reason.replaceAll('_', ' ')}).`,
});
