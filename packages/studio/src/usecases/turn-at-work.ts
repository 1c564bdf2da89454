import type { Issue, LText } from '@atelier/contracts/studio';
import type { TurnFacts } from '../core/decide/facts.ts';
import { projectOf } from '../core/fold/records.ts';
import type { ProjectState, SessionState } from '../core/fold/state.ts';
import { languageOf } from '../core/language/language-of.ts';
import type { RouteContext } from '../core/routing/route.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { Worked } from './skill-work.ts';
import type { TurnOf } from './turn-events.ts';
import { langOf } from './turn-words.ts';

/** A turn under way: the project and the session it began on, and what it may use. */
export type TurnAtWork = {
  readonly ports: StudioPorts;
  readonly state: ProjectState;
  readonly session: SessionState;
  readonly turn: TurnOf;
  readonly signal: AbortSignal;
  readonly onSaid: (soFar: string) => void;
  readonly facts: () => Promise<TurnFacts>;
};

export const routeContext = ({ state, session }: TurnAtWork): RouteContext => ({
  projectStage: projectOf(state.records).projectStage,
  pins: { stage: session.settings.pinnedStage, channel: session.settings.pinnedChannel },
  hasDraft: session.draft !== null,
});

export const noDraftBlocker: Issue = {
  code: 'NO_DRAFT',
  severity: 'error',
  message: { he: 'אין שינויים ממתינים.', en: 'There are no pending changes.' },
};

export const staleDraft = ({ session }: TurnAtWork, expected: number | undefined): Issue | undefined => {
  if (!session.draft) return noDraftBlocker;
  if (expected === undefined || expected === session.draft.revision) return undefined;
  return blocker('DRAFT_REVISION_MISMATCH', {
    he: `השינויים הממתינים התעדכנו: ראיתם גרסה ${expected}, עכשיו ${session.draft.revision}. בדקו שוב.`,
    en: `The pending changes moved on: you saw revision ${expected}, now it is ${session.draft.revision}. Look again.`,
  });
};

export const refused = ({ state, turn }: TurnAtWork, text: string, reason: Issue): Worked => ({
  kind: 'refused',
  lang: languageOf(text, langOf(state, turn.userId)),
  routing: {
    route: turn.eventType,
    turnStage: projectOf(state.records).projectStage,
    turnChannel: 'none',
    chosenSkillId: null,
    routedBy: 'event',
    confidence: 1,
    reasons: [],
  },
  usedRouterModel: false,
  elementIds: [],
  chips: [],
  warnings: [],
  blocker: reason,
});

export const blocker = (code: string, message: LText): Issue => ({ code, severity: 'error', message });
