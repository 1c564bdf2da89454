export const TOOL_NAMES = [
  'list_workflows',
  'inspect_workflow',
  'start_workflow',
  'continue_workflow',
  'checkpoint_workflow',
  'resume_session',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
