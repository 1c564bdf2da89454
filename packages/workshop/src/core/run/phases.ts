import { defaultRevisionLimits } from '../revisions.ts';
import type { DraftLimits } from '../write-rules.ts';

/** The parts of an agent's work that a model is asked for. */
export type RunPart = 'research' | 'plan' | 'implement' | 'summary' | 'ask' | 'one_shot';

const researchTools = [
  'list_files',
  'get_file_info',
  'get_file_map',
  'read_file',
  'table_get_map',
  'table_describe',
  'table_stats',
  'table_read_rows',
  'table_query',
  'recall_tool_result',
  'xlsx_get_styles',
  'docx_get_styles',
  'pptx_get_styles',
] as const;

const implementTools = [
  ...researchTools,
  'table_export',
  'table_update_from_export',
  'write_text_file',
  'edit_text_file',
  'csv_operations',
  'xlsx_operations',
  'docx_operations',
  'pptx_operations',
  'pdf_operations',
  'xlsx_copy_assets',
  'docx_copy_assets',
  'pptx_copy_assets',
] as const;

/** What may be called where. Any other call is answered with an error and counted. */
export const toolsOf: Readonly<Record<RunPart, readonly string[]>> = {
  research: researchTools,
  plan: ['read_file', 'recall_tool_result'],
  implement: implementTools,
  summary: [],
  ask: researchTools,
  one_shot: [],
};

export type RunLimits = DraftLimits & {
  readonly researchTurns: number;
  readonly planTurns: number;
  readonly itemTurns: number;
  /** Outside of the phases. */
  readonly turns: number;
  readonly callsPerTurn: number;
  /** How often a model may make the same call before it is warned, and stopped. */
  readonly loopWarning: number;
  readonly loopStop: number;
};

export const defaultRunLimits: RunLimits = {
  researchTurns: 30,
  planTurns: 10,
  itemTurns: 30,
  turns: 50,
  callsPerTurn: 50,
  loopWarning: 3,
  loopStop: 5,
  files: 200,
  fileBytes: 100 * 1024 * 1024,
  revisionBytes: defaultRevisionLimits.bytes,
};

/** A run is given a person's notes before each item and before its summary; a question is answered in one go. */
export const hearsNotes = ({ mode, phase }: { readonly mode: string | null; readonly phase: string | null }): boolean =>
  mode === 'agent' && phase !== 'summary';
