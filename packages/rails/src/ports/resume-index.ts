import type { SessionSummary } from '../core/resume/summary.ts';

/** Every healthy session in brief, kept current without folding any log twice. */
export interface ResumeIndex {
  readonly summaries: () => Promise<readonly SessionSummary[]>;
}
