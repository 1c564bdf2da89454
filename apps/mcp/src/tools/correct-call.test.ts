import { createLogStamps, createResumeIndex } from '@atelier/rails/adapters';
import { createTestWorld, linear } from '@atelier/rails/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outputs } from '../testing/outputs.ts';
import type { ToolResult } from './content.ts';
import { createToolHandler } from './handle.ts';
import type { ToolName } from './inputs.ts';
import { isAsked } from './question.ts';

const files = {
  'project.three': linear('project.three', ['one', 'two', 'three']),
  'project.other': linear('project.other', ['x']),
};
type Call = { readonly tool: ToolName; readonly params: unknown };
type Envelope = {
  readonly code: string;
  readonly suggestion: string;
  readonly details: { readonly correctCall?: Call };
};

const createEdge = () => {
  const world = createTestWorld(files);
  const resume = createResumeIndex({
    sessions: world.deps.sessions,
    workflows: world.deps.workflows,
    stamps: createLogStamps(world.log),
  });
  const handle = createToolHandler({ ...world.deps, resume });
  const call = async (tool: ToolName, params: unknown): Promise<ToolResult> => {
    const result = await handle(tool, params, { workplace: async () => null, about: () => undefined });
    if (isAsked(result)) throw new Error('nobody was to be asked');
    return result;
  };
  return { world, call };
};
const errorOf = (result: ToolResult): Envelope => JSON.parse(result.content[0]?.text ?? '').error;
const answerOf = (result: ToolResult): Record<string, never> => result.structuredContent as Record<string, never>;
const start = { workflowId: 'project.three', goal: 'find the leak', context: { a: 1 } };
const PLACEHOLDER = /<[a-z]|…/;

/** Sends what an error says to send, and looks at what that did. */
const obey = async (edge: ReturnType<typeof createEdge>, tool: ToolName, params: unknown): Promise<string> => {
  const before = (await edge.world.log.list('session')).length;
  const refused = await edge.call(tool, params);
  if (!refused.isError) return 'accepted';
  const { code, suggestion, details } = errorOf(refused);
  expect(code).not.toBe('INTERNAL_ERROR');
  expect(suggestion.length).toBeGreaterThan(5);
  expect((await edge.world.log.list('session')).length).toBe(before);
  const correct = details.correctCall;
  expect(suggestion.includes('Call ')).toBe(correct !== undefined);
  if (!correct) return code;
  expect(correct).not.toEqual({ tool, params });
  expect(JSON.stringify(correct)).not.toMatch(PLACEHOLDER);
  const answered = await edge.call(correct.tool, correct.params);
  expect([correct, answered.isError ? errorOf(answered) : 'accepted']).toEqual([correct, 'accepted']);
  if (correct.tool === 'start_workflow') expect(tool).toBe('start_workflow');
  return code;
};

test('[RL-61] for every refusal, the call it says to make is accepted and meant, or there is none', async () => {
  const edge = createEdge();
  const first = answerOf(await edge.call('start_workflow', start)) as Record<string, string>;
  const { ackToken = '', stateToken = '', checkpointToken = '' } = first;
  const other = answerOf(await edge.call('start_workflow', start)) as Record<string, string>;
  const bad = (token: string) => `${token.slice(0, -1)}${token.endsWith('q') ? 'p' : 'q'}`;
  const deep = JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`);
  const cases: readonly (readonly [ToolName, unknown, string])[] = [
    ['start_workflow', {}, 'VALIDATION_ERROR'],
    ['start_workflow', 'no JSON', 'VALIDATION_ERROR'],
    ['start_workflow', { workflowID: 'project.three', goal: 'g' }, 'VALIDATION_ERROR'],
    ['start_workflow', { workflowId: 'project.thre', goal: 'find the leak' }, 'NOT_FOUND'],
    ['start_workflow', { workflowId: 'something.else' }, 'NOT_FOUND'],
    ['start_workflow', { ...start, goal: 'g'.repeat(2_001) }, 'VALIDATION_ERROR'],
    ['start_workflow', { ...start, context: { constructor: 1 } }, 'VALIDATION_ERROR'],
    ['start_workflow', { ...start, context: deep }, 'VALIDATION_ERROR'],
    ['start_workflow', { ...start, context: { big: 'x'.repeat(262_145) } }, 'VALIDATION_ERROR'],
    ['start_workflow', { ...start, workspacePath: 'relative' }, 'VALIDATION_ERROR'],
    ['start_workflow', { ...start, joinStateToken: ackToken }, 'TOKEN_SCOPE_MISMATCH'],
    ['inspect_workflow', {}, 'VALIDATION_ERROR'],
    ['inspect_workflow', { mode: 'check' }, 'VALIDATION_ERROR'],
    ['inspect_workflow', { mode: 'nonsense' }, 'VALIDATION_ERROR'],
    ['continue_workflow', {}, 'VALIDATION_ERROR'],
    ['continue_workflow', { stateToken: 'st1nope' }, 'TOKEN_INVALID_FORMAT'],
    ['continue_workflow', { ackToken: bad(ackToken), notes: 'did it' }, 'TOKEN_INVALID_FORMAT'],
    ['continue_workflow', { stateToken, notes: 'n'.repeat(900) }, 'VALIDATION_ERROR'],
    ['continue_workflow', { stateToken: other.stateToken, ackToken, notes: 'mixed' }, 'TOKEN_SCOPE_MISMATCH'],
    ['continue_workflow', { stateToken: ackToken }, 'TOKEN_SCOPE_MISMATCH'],
    ['continue_workflow', { stateToken: checkpointToken }, 'TOKEN_SCOPE_MISMATCH'],
    ['continue_workflow', { stateToken: 42 }, 'VALIDATION_ERROR'],
    ['continue_workflow', { ackToken, output: { artifacts: [{ no: 'kind' }] } }, 'VALIDATION_ERROR'],
    ['continue_workflow', { ackToken, output: { note: 'x' } }, 'VALIDATION_ERROR'],
    ['continue_workflow', { ackToken, notes: 'a', output: { notesMarkdown: 'b' } }, 'VALIDATION_ERROR'],
    ['checkpoint_workflow', {}, 'VALIDATION_ERROR'],
    ['checkpoint_workflow', { checkpointToken: ackToken }, 'TOKEN_SCOPE_MISMATCH'],
    ['resume_session', { query: 'x'.repeat(300) }, 'VALIDATION_ERROR'],
  ];
  for (const [tool, params, code] of cases)
    expect([tool, JSON.stringify(params).slice(0, 80), await obey(edge, tool, params)]).toEqual([
      tool,
      JSON.stringify(params).slice(0, 80),
      code,
    ]);
});

test('tokens in each other’s fields are put right, and near ids keep the rest of the call', async () => {
  const edge = createEdge();
  const { ackToken, stateToken } = answerOf(await edge.call('start_workflow', start)) as Record<string, string>;
  const swapped = await edge.call('continue_workflow', {
    stateToken: ackToken,
    ackToken: stateToken,
    notes: 'did one',
  });
  expect(errorOf(swapped).details.correctCall).toEqual({
    tool: 'continue_workflow',
    params: { stateToken, ackToken, output: { notesMarkdown: 'did one' } },
  });
  const near = await edge.call('start_workflow', { ...start, workflowId: 'project.thre' });
  expect(errorOf(near).details.correctCall).toEqual({ tool: 'start_workflow', params: start });
  // The same arguments for another tool are another call.
  for (const tool of ['start_workflow', 'inspect_workflow'] as const)
    expect(errorOf(await edge.call(tool, {})).details.correctCall).toEqual({ tool: 'list_workflows', params: {} });
});

test('an id sent for a token finds its run, and an id in other letters is the one meant', async () => {
  const edge = createEdge();
  const { stateToken, session } = answerOf(await edge.call('start_workflow', start)) as unknown as {
    readonly stateToken: string;
    readonly session: { readonly sessionId: string; readonly runId: string };
  };
  const { sessionId, runId } = session;
  for (const [params, meant] of [
    [{ stateToken: sessionId }, { sessionId }],
    [{ ackToken: ` ${runId}`, notes: 'did one' }, { runId }],
  ] as const) {
    const { details } = errorOf(await edge.call('continue_workflow', params));
    expect(details.correctCall).toEqual({ tool: 'resume_session', params: meant });
    const found = answerOf(await edge.call('resume_session', meant)) as unknown as {
      readonly candidates: readonly { readonly stateToken: string }[];
    };
    expect(found.candidates[0]?.stateToken).toBe(stateToken);
  }
  const shouted = await edge.call('start_workflow', { ...start, workflowId: 'Project.Three' });
  expect(errorOf(shouted).details.correctCall).toEqual({ tool: 'start_workflow', params: start });
});

test('an answer never repeats what is too long to name anything', async () => {
  const edge = createEdge();
  for (const [tool, params] of [
    ['start_workflow', { workflowId: 'x'.repeat(100_000) }],
    ['start_workflow', { workflowId: 'project.three', ['y'.repeat(100_000)]: 1 }],
    ['continue_workflow', { stateToken: 'z'.repeat(100_000) }],
    ['list_workflows', { workspacePath: `/${'w'.repeat(100_000)}` }],
  ] as const) {
    const result = await edge.call(tool, params);
    expect(result.isError).toBe(true);
    expect((result.content[0]?.text ?? '').length).toBeLessThan(2_000);
  }
});

test('whatever is sent, an obedient agent is never sent in a circle and never records a placeholder', async () => {
  const edge = createEdge();
  const given = answerOf(await edge.call('start_workflow', start)) as Record<string, string>;
  const tokens = [given.stateToken ?? '', given.ackToken ?? '', given.checkpointToken ?? ''];
  const token = fc.oneof(
    fc.constantFrom(...tokens),
    fc.constantFrom(...tokens).map((text) => text.slice(0, 40)),
    fc.constantFrom('', 'st1', 'your token here'),
  );
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ maxLength: 30 }), fc.integer());
  const field = fc.constantFrom(
    ...['stateToken', 'ackToken', 'checkpointToken', 'workflowId', 'goal', 'context', 'output', 'notes', 'artifacts'],
    ...['query', 'mode', 'statetoken', 'workspacePath', 'preferences', 'nonsense', 'joinStateToken'],
  );
  const params = fc.dictionary(field, fc.oneof(token, anything), { maxKeys: 4 });
  const tool = fc.constantFrom<ToolName>(
    ...(['list_workflows', 'inspect_workflow', 'start_workflow'] as const),
    ...(['continue_workflow', 'checkpoint_workflow', 'resume_session'] as const),
  );
  await fc.assert(
    fc.asyncProperty(
      tool,
      fc.oneof({ weight: 8, arbitrary: params }, { weight: 1, arbitrary: anything }),
      async (name, sent) => {
        await obey(edge, name, sent);
      },
    ),
    { numRuns: 1_500, seed: 61 },
  );
}, 30_000);

test('every answer has the fields that are promised, and no others', async () => {
  const edge = createEdge();
  const check = (tool: ToolName, result: ToolResult): Record<string, never> => {
    expect(outputs[tool].safeParse(JSON.parse(JSON.stringify(result.structuredContent))).error).toBeUndefined();
    return answerOf(result);
  };
  const one = check('start_workflow', await edge.call('start_workflow', start)) as Record<string, string>;
  const back = check('continue_workflow', await edge.call('continue_workflow', { stateToken: one.stateToken }));
  const { checkpointToken, ackToken } = back as unknown as Record<string, string>;
  check('checkpoint_workflow', await edge.call('checkpoint_workflow', { checkpointToken, notes: 'half' }));
  check('continue_workflow', await edge.call('continue_workflow', { ackToken, notes: 'did one' }));
  check('resume_session', await edge.call('resume_session', { query: 'leak' }));
  check('list_workflows', await edge.call('list_workflows', {}));
  check('inspect_workflow', await edge.call('inspect_workflow', { workflowId: 'project.three' }));
});

test('the text alone says in which mode an agent works, also when a step changed it', async () => {
  const edge = createEdge();
  const said = (result: ToolResult): unknown => JSON.parse(result.content.at(-1)?.text ?? '{}').preferences;
  const guided = { autonomy: 'guided', riskPolicy: 'conservative' };
  const one = await edge.call('start_workflow', start);
  expect(said(one)).toEqual(guided);
  const { ackToken } = answerOf(one) as Record<string, string>;
  const preferences = { autonomy: 'full_auto_never_stop' };
  const two = await edge.call('continue_workflow', { ackToken, notes: 'did one', preferences });
  expect(said(two)).toEqual({ ...guided, ...preferences });
  const { stateToken } = answerOf(two) as Record<string, string>;
  expect(said(await edge.call('continue_workflow', { stateToken }))).toEqual({ ...guided, ...preferences });
});

test('[RL-66] an agent writes a workflow over the tools alone: example, schema, builtins, then checks until it compiles', async () => {
  const edge = createEdge();
  const ask = async (params: object) =>
    answerOf(await edge.call('inspect_workflow', params)) as Record<string, unknown>;
  const { example } = (await ask({ mode: 'example' })) as { example: Record<string, unknown> };
  const { step } = (await ask({ mode: 'schema' })) as { step: string[] };
  expect(step.some((line) => line.startsWith('prompt'))).toBe(true);
  expect(JSON.stringify(await ask({ mode: 'builtins' }))).toContain('wr.contracts.loop_control');

  // What somebody who has only seen the example gets wrong.
  const first = {
    ...example,
    version: '1',
    steps: [
      { id: 'a', name: 'A', prompt: 'Do a.' },
      { id: 'b', title: 'B', prompt: 'Decide.', output: { contractRef: 'loop_control' } },
    ],
  };
  const told = (await ask({ mode: 'check', source: first })) as { compiles: boolean; errors: Record<string, string>[] };
  expect(told.compiles).toBe(false);
  for (const { pointer, message, fix } of told.errors) {
    expect(pointer).toMatch(/^\//);
    expect(message?.length).toBeGreaterThan(10);
    expect(fix).toMatch(/Did you mean `|Example: `|Add `|Use one of|Write /);
  }
  const second = {
    ...example,
    version: '1.0.0',
    steps: [
      { id: 'a', title: 'A', prompt: 'Do a.' },
      { id: 'b', title: 'B', prompt: 'Decide.', output: { contractRef: 'wr.contracts.loop_control' } },
    ],
  };
  expect(await ask({ mode: 'check', source: second })).toMatchObject({
    compiles: true,
    workflowId: 'project.release_check',
    saveAs: [expect.stringContaining('.atelier/workflows'), expect.anything(), expect.anything()],
  });
});
