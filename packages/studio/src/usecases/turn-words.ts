import type { Lang, RoutingSummary, StudioEvent } from '@atelier/contracts/studio';
import type { TurnFacts } from '../core/decide/facts.ts';
import { projectOf } from '../core/fold/records.ts';
import type { ProjectState } from '../core/fold/state.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { Admitted } from './admit.ts';
import type { TurnOf } from './turn-events.ts';

export type FactsFor = (
  admitted: Pick<Admitted, 'state' | 'stream' | 'role' | 'event'>,
  turn: TurnOf,
) => Promise<TurnFacts>;

export const langOf = (state: ProjectState, userId: string): Lang =>
  state.sessions.get(userId)?.settings.locale ?? projectOf(state.records).primaryLang;

/** For what no message asked for: a button is answered in the language it is written in. */
export const langFor = async (
  { readerLang }: Pick<StudioPorts, 'readerLang'>,
  state: ProjectState,
  userId: string,
): Promise<Lang> => (await readerLang?.()) ?? langOf(state, userId);

/** Every event but a chat message says by itself what happens. */
export const routedByEvent = (state: ProjectState, event: StudioEvent): RoutingSummary => ({
  route: event.type,
  turnStage: projectOf(state.records).projectStage,
  turnChannel: 'none',
  chosenSkillId: null,
  routedBy: 'event',
  confidence: 1,
  reasons: [],
});
