import type { Observation } from '../core/events/bodies.ts';

/** What the folder's `.git` says now. Outside a repository: nothing. */
export interface GitFacts {
  readonly observe: (workspacePath: string) => Promise<readonly Observation[]>;
}
