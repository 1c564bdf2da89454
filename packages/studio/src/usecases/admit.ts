import { type ProjectRole, projectStream, StudioEvent } from '@atelier/contracts/studio';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { mayDo } from '../core/decide/decide.ts';
import { projectOf } from '../core/fold/records.ts';
import type { ProjectState } from '../core/fold/state.ts';
import type { StudioPorts } from '../ports/index.ts';
import { roleIn, type StudioCaller } from './turn-caller.ts';

export type TurnRequest = {
  readonly projectId: string;
  readonly idempotencyKey: string;
  readonly retryOf?: string | undefined;
  readonly event: unknown;
};

/** Why a turn was not executed. Nothing of it is recorded, except where it says so. */
export type TurnRefused =
  | { readonly code: 'PROJECT_NOT_FOUND' | 'FEATURE_DISABLED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' }
  | { readonly code: 'BAD_EVENT'; readonly path: string; readonly problem: string }
  | { readonly code: 'TURN_IN_PROGRESS' | 'SESSION_BUSY'; readonly turnId: string; readonly afterMs: number }
  | { readonly code: 'RATE_LIMITED'; readonly afterMs: number }
  | { readonly code: 'TURN_ABANDONED' | 'TURN_CANCELLED'; readonly turnId: string }
  | DecideRefused;

export type OpenProject = {
  readonly stream: string;
  readonly state: ProjectState;
  readonly seq: number;
  readonly role: ProjectRole;
  /** By what the project says now, whatever it said at the time one looks back to. */
  readonly canSeeCosts: boolean;
};

/** A project as somebody may open it; to whoever may not, it does not exist. */
export const openProject = async (
  { projects }: Pick<StudioPorts, 'projects'>,
  projectId: string,
  caller: StudioCaller,
): Promise<Result<OpenProject, TurnRefused>> => {
  const stream = projectStream(projectId);
  const now = await projects.at(stream);
  if (!now.ok) return now;
  const { state, seq } = now.value;
  const role = state.records.project.size > 0 ? roleIn(state, caller) : undefined;
  if (!role) return err({ code: 'PROJECT_NOT_FOUND' });
  const canSeeCosts = role !== 'viewer' || projectOf(state.records).settings.costVisibility === 'all';
  return ok({ stream, state, seq, role, canSeeCosts });
};

export type Admitted = OpenProject & { readonly event: StudioEvent; readonly caller: StudioCaller };
/** What a turn goes on with once it is let in. The project is read again: it may have moved. */
export type LetIn = Pick<Admitted, 'stream' | 'role' | 'event' | 'caller'>;

/**
 * What somebody may do when their turn is recorded. A skill works for up to two minutes, and meanwhile they may have been
 * removed, or given another role, on this server or another.
 */
export const admittedNow = (
  state: ProjectState,
  { caller, event }: Pick<Admitted, 'caller' | 'event'>,
): Result<ProjectRole, { readonly code: 'PROJECT_NOT_FOUND' | 'FORBIDDEN' }> => {
  const role = roleIn(state, caller);
  if (!role) return err({ code: 'PROJECT_NOT_FOUND' });
  // An editor who asks for a quote is answered with what to do instead; that is the decision's to say.
  const mayAsk = mayDo(role, event.type) || (role !== 'viewer' && event.type === 'issueQuote');
  return mayAsk ? ok(role) : err({ code: 'FORBIDDEN' });
};

/** Who asks is settled before anything of what was sent is read. */
export const admit = async (
  ports: Pick<StudioPorts, 'projects'>,
  request: TurnRequest,
  caller: StudioCaller,
): Promise<Result<Admitted, TurnRefused>> => {
  const opened = await openProject(ports, request.projectId, caller);
  if (!opened.ok) return opened;
  const { state } = opened.value;
  const parsed = StudioEvent.safeParse(request.event);
  const event = parsed.success ? parsed.data : undefined;
  // Switched off, a project answers nothing but the switch itself.
  if (!projectOf(state.records).features.studioTabV1 && event?.type !== 'setProjectSettings')
    return err({ code: 'FEATURE_DISABLED' });
  if (!event) {
    const issue = parsed.error?.issues[0];
    return err({ code: 'BAD_EVENT', path: issue?.path.join('.') ?? '', problem: issue?.message ?? '' });
  }
  const allowed = admittedNow(state, { caller, event });
  return allowed.ok ? ok({ ...opened.value, event, caller }) : allowed;
};

/** So many turns of one person in a minute. Autosaves do not count: a person types faster than that. */
export const createRateLimit = (now: () => Date, most = 30) => {
  const minute = 60_000;
  const recent = new Map<string, number[]>();
  return (userId: string): number | undefined => {
    const at = now().getTime();
    const times = (recent.get(userId) ?? []).filter((time) => at - time < minute);
    recent.set(userId, times);
    const oldest = times[0];
    if (times.length >= most && oldest !== undefined) return oldest + minute - at;
    times.push(at);
    return undefined;
  };
};
