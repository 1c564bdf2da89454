import { applyDelta, type ErrorEnvelope, type LiveDeltas, type Result, type WireEvent } from '@atelier/contracts';
import { afterRestart } from './after-restart.ts';
import { isAway } from './away.ts';
import type { EventConnection } from './event-connection.ts';
import { createCell, type Observable } from './observable.ts';

export type Projected<View> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'refused'; readonly error: ErrorEnvelope }
  | { readonly phase: 'ready'; readonly view: View; readonly seq: number; readonly live: LiveDeltas };

export type Projection<View> = Observable<Projected<View>> & { readonly reload: () => void };

type Source<View> = {
  readonly stream: string;
  readonly connection: EventConnection;
  /** A `…Get` command: the view, and the seq of the first event it does not contain. */
  readonly load: () => Promise<Result<{ readonly view: View; readonly seq: number }, ErrorEnvelope>>;
  readonly fold: (view: View, event: WireEvent) => View;
};

/** A view that stays true: loaded once, then folded forward. It starts with its first watcher and stays warm. */
export const createProjection = <View>({ stream, connection, load, fold }: Source<View>): Projection<View> => {
  const cell = createCell<Projected<View>>({ phase: 'loading' });
  let started = false;
  let loads = 0;
  let unfollow = () => {};

  const change = (update: (ready: Extract<Projected<View>, { phase: 'ready' }>) => Projected<View>) => {
    const current = cell.get();
    if (current.phase === 'ready') cell.set(update(current));
  };

  const follow = (from: number) =>
    connection.follow(stream, from, {
      event: (event) => change((ready) => ({ ...ready, view: fold(ready.view, event), seq: event.seq + 1 })),
      delta: (delta) => change((ready) => ({ ...ready, live: applyDelta(ready.live, delta) })),
      // What was under way before a cut may have ended unheard.
      live: () => change((ready) => ({ ...ready, live: {} })),
      refused: (error) => {
        // The log is shorter than what we saw: another data folder is behind this address now.
        if (error.code === 'AHEAD_OF_LOG') reload();
        else cell.set({ phase: 'refused', error });
      },
    });

  const reload = () => {
    loads += 1;
    const mine = loads;
    const askedOver = connection.state.get();
    load().then((reply) => {
      if (mine !== loads) return;
      unfollow();
      unfollow = () => {};
      if (reply.ok) {
        cell.set({ phase: 'ready', view: reply.value.view, seq: reply.value.seq, live: {} });
        unfollow = follow(reply.value.seq);
      } else if (isAway(reply.error) && connection.state.get().kind !== 'live') reloadWhenLive();
      // The server came back between the question and word of its failing.
      else if (isAway(reply.error) && connection.state.get() !== askedOver) reload();
      else cell.set({ phase: 'refused', error: reply.error });
    }, console.error);
  };

  const reloadWhenLive = () => {
    const stop = connection.state.subscribe(() => {
      if (connection.state.get().kind !== 'live') return;
      stop();
      reload();
    });
  };

  return {
    get: cell.get,
    subscribe: (listener) => {
      if (!started) {
        started = true;
        afterRestart(connection, reload);
        reload();
      }
      return cell.subscribe(listener);
    },
    reload,
  };
};
