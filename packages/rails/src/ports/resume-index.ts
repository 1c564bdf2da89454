import type { SessionCard } from '@atelier/contracts';
import type { SessionId } from '../core/ids.ts';
import type { RunSummary } from '../core/resume/summary.ts';

/** Every run of every healthy session in brief, kept current without folding any log twice. */
export interface ResumeIndex {
  readonly runs: () => Promise<readonly RunSummary[]>;
}

export type IndexedSession = {
  readonly sessionId: SessionId;
  /** Differs once something was recorded. */
  readonly stamp: string;
  /** Null for a session that cannot be read. */
  readonly card: SessionCard | null;
};

/** The same sessions as a list shows them. */
export interface SessionIndex {
  readonly sessions: () => Promise<readonly IndexedSession[]>;
  /** What is kept beside the log takes no more room than it needs. */
  readonly tidy?: () => Promise<void>;
}
