import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedTools } from './generate.ts';

type Published = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties?: Record<string, { properties?: object }>;
    readonly required?: string[];
    readonly additionalProperties?: boolean;
  };
  readonly outputSchema: { readonly properties: Record<string, { properties?: object }>; readonly required: string[] };
  readonly annotations: { readonly readOnlyHint: boolean; readonly idempotentHint: boolean };
};
const path = new URL('./tools.generated.json', import.meta.url);
const published = JSON.parse(readFileSync(path, 'utf8')) as { plain: Published[]; firm: Published[] };

const STEP = [
  'kind',
  'stateToken',
  'ackToken',
  'checkpointToken',
  'isComplete',
  'pending',
  'preferences',
  'nextIntent',
  'nextCall',
  'session',
  'recovery',
  'fork',
  'warnings',
  'blockers',
  'retryable',
  'retryAckToken',
  'validation',
];
const FIELDS: Record<string, { in: string[]; required: string[]; out: string[] }> = {
  list_workflows: { in: ['workspacePath', 'kind', 'tags', 'query'], required: [], out: ['workflows', 'problems'] },
  inspect_workflow: {
    in: ['workflowId', 'mode', 'workspacePath'],
    required: ['workflowId'],
    out: ['workflowId', 'workflowHash', 'mode', 'compiled', 'references', 'warnings'],
  },
  start_workflow: {
    in: ['workflowId', 'context', 'workspacePath', 'goal', 'preferences', 'joinStateToken'],
    required: ['workflowId'],
    out: STEP,
  },
  continue_workflow: { in: ['stateToken', 'ackToken', 'context', 'output', 'preferences'], required: [], out: STEP },
  checkpoint_workflow: {
    in: ['checkpointToken', 'stateToken', 'output'],
    required: ['checkpointToken'],
    out: ['checkpointNodeId', 'stateToken', 'nextIntent', 'nextCall', 'session'],
  },
  resume_session: {
    in: ['query', 'workspacePath', 'gitBranch', 'gitHeadSha', 'sessionId', 'runId', 'sameWorkspaceOnly', 'prefer'],
    required: [],
    out: ['candidates', 'totalEligible'],
  },
};

test('[lock:tool-set-closed] [lock:no-projection-tools] exactly six tools, each with exactly these fields', () => {
  for (const tools of [published.plain, published.firm]) {
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(FIELDS));
    for (const tool of tools) {
      const expected = FIELDS[tool.name];
      expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(expected?.in);
      expect(tool.inputSchema.required ?? []).toEqual(expected?.required);
      expect(tool.inputSchema.additionalProperties).toBe(false);
      expect(Object.keys(tool.outputSchema.properties)).toEqual(expected?.out);
    }
  }
  const go = published.plain.find(({ name }) => name === 'continue_workflow');
  expect(Object.keys(go?.inputSchema.properties?.output?.properties ?? {})).toEqual(['notesMarkdown', 'artifacts']);
  expect(Object.keys(go?.outputSchema.properties.session?.properties ?? {})).toEqual([
    'sessionId',
    'runId',
    'workflowId',
    'label',
  ]);
});

test('reading tools say so, a start is no retry, and writing twice with one token is writing once', () => {
  const hints = published.plain.map(({ name, annotations }) => [
    name,
    annotations.readOnlyHint,
    annotations.idempotentHint,
  ]);
  expect(hints).toEqual([
    ['list_workflows', true, true],
    ['inspect_workflow', true, true],
    ['start_workflow', false, false],
    ['continue_workflow', false, true],
    ['checkpoint_workflow', false, true],
    ['resume_session', true, true],
  ]);
});

test('the published list is what the definitions say', () => {
  expect(published).toEqual(JSON.parse(generatedTools()));
});
