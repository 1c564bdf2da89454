import type { StreamId } from '../core/event.ts';
import type { Result } from '../core/result.ts';
import type { Appended, Health } from './event-log.ts';

/** A view folded from one stream, free to delete. Kept folded between calls: no command reads a whole log. */
export interface Projection<State> {
  readonly at: (
    stream: StreamId,
  ) => Promise<Result<{ readonly state: State; readonly seq: number }, ProjectionRefused>>;
}

export type ProjectionRefused = { readonly code: 'UNHEALTHY'; readonly health: Exclude<Health, { kind: 'healthy' }> };

/** A projection that is folded in place by its keeper; others read it and decide before they wait. */
export type KeptFolds<State> = Projection<State> & {
  /**
   * What was read a moment ago, without looking again. Whoever decides on it is told by the log when it was not
   * the newest.
   */
  readonly recent: (stream: StreamId) => State | undefined;
  /** Own commits need no reading back: they are folded in as they were written. */
  readonly absorbCommit: (stream: StreamId, appended: Appended) => void;
  /** Called when the answer is on its way: writing a snapshot is nobody's wait. */
  readonly saveIfDue: (stream: StreamId) => Promise<void>;
};
