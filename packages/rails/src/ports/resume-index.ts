import type { RunSummary } from '../core/resume/summary.ts';

/** Every run of every healthy session in brief, kept current without folding any log twice. */
export interface ResumeIndex {
  readonly runs: () => Promise<readonly RunSummary[]>;
}
