import type { ProjectState, SessionState } from '../core/fold/state.ts';
import type { Ambiguous, ToSkill } from '../core/routing/route.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { TurnOf } from './turn-events.ts';

export const askRouter = async (
  _ports: StudioPorts,
  _here: {
    readonly state: ProjectState;
    readonly session: SessionState;
    readonly turn: TurnOf;
    readonly signal: AbortSignal;
  },
  _decision: Ambiguous,
): Promise<ToSkill | undefined> => undefined;
