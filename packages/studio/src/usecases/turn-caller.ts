import type { ProjectRole } from '@atelier/contracts/studio';
import type { ProjectState } from '../core/fold/state.ts';

/** Who asks, as the server proved it. */
export type StudioCaller = {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** Whether they are still who they were when they asked; absent where that cannot change. */
  readonly isStill?: () => boolean;
};

/**
 * What somebody may do in one project; undefined for a stranger, to whom it does not exist. Whoever runs the
 * installation owns every project on it.
 */
export const roleIn = (state: ProjectState, { userId, isAdmin, isStill }: StudioCaller): ProjectRole | undefined =>
  isStill?.() === false ? undefined : (state.members.get(userId) ?? (isAdmin ? 'owner' : undefined));
