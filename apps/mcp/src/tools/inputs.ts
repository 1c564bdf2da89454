import { z } from 'zod';
import { described, explainedPreferences, jsonObject, outputOf, preferences } from './fields.ts';

const list = described('list_workflows');
const inspect = described('inspect_workflow');
const start = described('start_workflow');
const go = described('continue_workflow');
const save = described('checkpoint_workflow');
const find = described('resume_session');
const text = z.string().min(1);

/** What each tool accepts, after the lenient edge has tidied it. Strict: an unknown key is answered with the nearest. */
export const inputs = {
  list_workflows: z.strictObject({
    workspacePath: list('workspacePath', text).optional(),
    kind: list('kind', z.enum(['workflow', 'routine'])).optional(),
    tags: list('tags', z.array(z.string())).optional(),
    query: list('query', z.string().max(256)).optional(),
  }),
  inspect_workflow: z.strictObject({
    workflowId: inspect('workflowId', text).optional(),
    mode: inspect('mode', z.enum(['metadata', 'preview', 'schema', 'example', 'builtins', 'check'])).optional(),
    source: inspect('source', jsonObject).optional(),
    workspacePath: inspect('workspacePath', text).optional(),
  }),
  start_workflow: z.strictObject({
    workflowId: start('workflowId', text),
    context: start('context', jsonObject).optional(),
    workspacePath: start('workspacePath', text).optional(),
    goal: start('goal', z.string().max(2000)).optional(),
    preferences: start('preferences', explainedPreferences).optional(),
    joinStateToken: start('joinStateToken', text).optional(),
  }),
  continue_workflow: z.strictObject({
    stateToken: go('stateToken', text).optional(),
    ackToken: go('ackToken', text).optional(),
    context: go('context', jsonObject).optional(),
    output: outputOf('continue_workflow').optional(),
    preferences: go('preferences', preferences).optional(),
  }),
  checkpoint_workflow: z.strictObject({
    checkpointToken: save('checkpointToken', text),
    stateToken: save('stateToken', text).optional(),
    output: outputOf('checkpoint_workflow').optional(),
  }),
  resume_session: z.strictObject({
    query: find('query', text.max(256)).optional(),
    workspacePath: find('workspacePath', text).optional(),
    gitBranch: find('gitBranch', text).optional(),
    gitHeadSha: find('gitHeadSha', text).optional(),
    sessionId: find('sessionId', text).optional(),
    runId: find('runId', text).optional(),
    sameWorkspaceOnly: find('sameWorkspaceOnly', z.boolean()).optional(),
    prefer: find('prefer', z.enum(['workspace', 'text'])).optional(),
  }),
} as const;

export type ToolName = keyof typeof inputs;
export type InputOf<T extends ToolName> = z.infer<(typeof inputs)[T]>;
export const toolNames = Object.keys(inputs) as readonly ToolName[];
