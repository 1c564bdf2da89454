import type { JsonObject } from '@atelier/kernel/core';
import type { ToolName } from './inputs.ts';
import { inputs } from './inputs.ts';

export type CorrectCall = { readonly tool: ToolName; readonly params: JsonObject };

const TEMPLATES: Record<ToolName, JsonObject> = {
  list_workflows: {},
  inspect_workflow: { workflowId: 'wr.bug_investigation', mode: 'preview' },
  start_workflow: { workflowId: 'wr.bug_investigation', goal: '<what the user wants>' },
  continue_workflow: {
    stateToken: '<stateToken of the last answer>',
    ackToken: '<ackToken of the last answer>',
    output: { notesMarkdown: '<what this step did, decided and produced>' },
  },
  checkpoint_workflow: { checkpointToken: '<checkpointToken of the last answer>' },
  resume_session: { query: '<words from the task>' },
};

/** The call as it should have been: what was sent and is sound stays, the rest is filled in. */
export const correctCall = (tool: ToolName, sent: unknown): CorrectCall => {
  const template = TEMPLATES[tool];
  const shape = inputs[tool].shape as Readonly<Record<string, { safeParse: (value: unknown) => { success: boolean } }>>;
  const given = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as JsonObject) : {};
  const kept = Object.entries(given).filter(
    ([key, value]) =>
      Object.hasOwn(shape, key) && JSON.stringify(value).length <= 400 && shape[key]?.safeParse(value).success,
  );
  return { tool, params: { ...template, ...Object.fromEntries(kept) } };
};
