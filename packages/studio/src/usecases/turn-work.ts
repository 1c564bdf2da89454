import type { TurnTape } from '../core/replay/tape.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { Commit } from './commit.ts';
import type { FactsFor } from './turn-words.ts';

/** What one turn works with. Its tape keeps what the world told it; a replay has none. */
export type TurnWork = {
  readonly ports: StudioPorts;
  readonly commit: Commit;
  readonly factsFor: FactsFor;
  readonly tape?: () => TurnTape;
};
