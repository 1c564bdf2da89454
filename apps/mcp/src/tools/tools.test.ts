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
  readonly annotations: { readonly readOnlyHint: boolean; readonly idempotentHint: boolean };
};
const path = new URL('./tools.generated.json', import.meta.url);
const published = JSON.parse(readFileSync(path, 'utf8')) as { plain: Published[]; firm: Published[] };

const FIELDS: Record<string, { in: string[]; required: string[] }> = {
  list_workflows: { in: ['workspacePath', 'kind', 'tags', 'query'], required: [] },
  inspect_workflow: { in: ['workflowId', 'mode', 'source', 'workspacePath'], required: [] },
  start_workflow: {
    in: ['workflowId', 'context', 'workspacePath', 'goal', 'preferences', 'joinStateToken'],
    required: ['workflowId'],
  },
  continue_workflow: { in: ['stateToken', 'ackToken', 'context', 'output', 'preferences'], required: [] },
  checkpoint_workflow: { in: ['checkpointToken', 'stateToken', 'output'], required: ['checkpointToken'] },
  resume_session: {
    in: ['query', 'workspacePath', 'gitBranch', 'gitHeadSha', 'sessionId', 'runId', 'sameWorkspaceOnly', 'prefer'],
    required: [],
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
      expect(tool).not.toHaveProperty('outputSchema');
      expect(JSON.stringify(tool.inputSchema)).not.toContain('$ref');
    }
  }
  const go = published.plain.find(({ name }) => name === 'continue_workflow');
  expect(Object.keys(go?.inputSchema.properties?.output?.properties ?? {})).toEqual(['notesMarkdown', 'artifacts']);
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
