import { fenced } from '../core/context/fence.ts';
import { routerContext } from '../core/context/router-context.ts';
import { projectOf } from '../core/fold/records.ts';
import type { ProjectState, SessionState } from '../core/fold/state.ts';
import { type Ambiguous, routeByModel, type ToSkill } from '../core/routing/route.ts';
import { RouterAnswerShape } from '../core/skills/model-schemas.ts';
import { effectiveSkill } from '../core/skills/overrides.ts';
import { skillById, skills } from '../core/skills/registry.ts';
import { worldOf } from '../core/skills/world.ts';
import { skillMayRun } from '../core/stage/matrix.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { TurnOf } from './turn-events.ts';
import { workspaceNow } from './workspace-now.ts';

const deadlineMs = 6_000;

/** Asks a model where a message belongs. It sees counts and labels, never notes; undefined when it did not answer. */
export const askRouter = async (
  ports: StudioPorts,
  here: {
    readonly state: ProjectState;
    readonly session: SessionState;
    readonly turn: TurnOf;
    readonly signal: AbortSignal;
  },
  decision: Ambiguous,
): Promise<ToSkill | undefined> => {
  const { state, session, turn, signal } = here;
  const router = skillById.get('studio.router');
  if (!router) throw new Error('the router is a skill');
  const workspace = await workspaceNow(ports);
  const { id: projectId, projectStage, primaryLang } = projectOf(state.records);
  const mayRun = (skillId: string): boolean =>
    skillById.has(skillId) &&
    skillMayRun(skillId, projectStage) &&
    workspace.overrides.get(skillId)?.isEnabled !== false;
  const routes = skills.filter(({ offline, skillId }) => offline && mayRun(skillId)).map(({ skillId }) => skillId);
  const context = routerContext(worldOf(state, session, null), session.settings, routes);
  const delimiter = ports.sha256(`${turn.turnId}/router`).slice(0, 24);
  const answered = await ports.models.generate({
    purpose: 'router',
    projectId,
    turnId: turn.turnId,
    name: router.skillId,
    schema: RouterAnswerShape,
    system: effectiveSkill(router, workspace.overrides.get(router.skillId), ports.sha256).prompt(primaryLang),
    user: `${fenced(delimiter, 'context', context)}\n\n${fenced(delimiter, 'message', { text: turn.userMessage ?? '' })}`,
    maxOutputTokens: router.budgets.tokensOut,
    deadlineMs,
    signal,
  });
  return answered.ok ? routeByModel(decision, answered.value.value, mayRun) : undefined;
};
