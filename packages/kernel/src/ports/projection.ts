import type { StreamId } from '../core/event.ts';
import type { Result } from '../core/result.ts';
import type { Health } from './event-log.ts';

/** A view folded from one stream, free to delete. Kept folded between calls: no command reads a whole log. */
export interface Projection<State> {
  readonly at: (
    stream: StreamId,
  ) => Promise<Result<{ readonly state: State; readonly seq: number }, ProjectionRefused>>;
}

export type ProjectionRefused = { readonly code: 'UNHEALTHY'; readonly health: Exclude<Health, { kind: 'healthy' }> };
