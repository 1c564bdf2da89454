import { expect, test } from 'vitest';
import { type Bench, emptyBench } from './bench.ts';
import { type BenchState, gate, isStale, type Operation, stateOf } from './gating.ts';

const wb = 'wb_aaaaaaaaaaaaaaaaaaaaaaaaaa' as const;
const draft = { draftId: 'dft_a', revisionId: 'rev_a' } as const;
const run = (
  state: 'running' | 'canceled' | 'completed',
  draftId: Bench['drafts'] extends Map<infer K, unknown> ? K | null : never,
) => ({
  id: 'run_a' as const,
  userMessageId: 'msg_b' as const,
  mode: 'agent' as const,
  modelId: 'm',
  term: 0,
  state,
  phase: null,
  item: null,
  draftId,
  ack: null,
  workflowId: null,
  tuning: {},
  results: [],
  notes: [],
  consent: null,
  isBegun: true,
  finished: null,
  asked: null,
  answer: null,
});
const created = (rest: Partial<Bench>): Bench => ({ ...emptyBench(), id: wb, ...rest });
const compare = { id: 'cmp_a', userMessageId: 'msg_b', base: { head: null, stamp: null }, lanes: [] } as never;

const benches: Record<BenchState, Bench> = {
  idle: created({}),
  running: created({ run: run('running', null) }),
  draft_ready: created({ draft, run: run('completed', 'dft_a') }),
  draft_incomplete: created({ draft, run: run('canceled', 'dft_a') }),
  comparing: created({ compare }),
};

// The table a person reads in the documents: what may be done when, and what stands in the way.
const table: Record<Operation, Record<BenchState, string>> = {
  send: {
    idle: 'yes',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'DRAFT_EXISTS',
    draft_incomplete: 'DRAFT_EXISTS',
    comparing: 'COMPARE_OPEN',
  },
  resume: {
    idle: 'NO_RUN',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'DRAFT_EXISTS',
    draft_incomplete: 'yes',
    comparing: 'COMPARE_OPEN',
  },
  cancel: { idle: 'NO_RUN', running: 'yes', draft_ready: 'NO_RUN', draft_incomplete: 'NO_RUN', comparing: 'yes' },
  switch_model: { idle: 'yes', running: 'yes', draft_ready: 'yes', draft_incomplete: 'yes', comparing: 'yes' },
  change_files: {
    idle: 'yes',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'DRAFT_EXISTS',
    draft_incomplete: 'DRAFT_EXISTS',
    comparing: 'COMPARE_OPEN',
  },
  change_context: {
    idle: 'yes',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'DRAFT_EXISTS',
    draft_incomplete: 'DRAFT_EXISTS',
    comparing: 'COMPARE_OPEN',
  },
  checkpoint: {
    idle: 'yes',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'DRAFT_EXISTS',
    draft_incomplete: 'DRAFT_EXISTS',
    comparing: 'COMPARE_OPEN',
  },
  restore: {
    idle: 'yes',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'DRAFT_EXISTS',
    draft_incomplete: 'DRAFT_EXISTS',
    comparing: 'COMPARE_OPEN',
  },
  rewind: { idle: 'yes', running: 'RUN_IN_PROGRESS', draft_ready: 'yes', draft_incomplete: 'yes', comparing: 'yes' },
  redo: {
    idle: 'yes',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'yes',
    draft_incomplete: 'yes',
    comparing: 'COMPARE_OPEN',
  },
  publish: {
    idle: 'NO_DRAFT',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'yes',
    draft_incomplete: 'yes',
    comparing: 'COMPARE_OPEN',
  },
  discard: {
    idle: 'NO_DRAFT',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'yes',
    draft_incomplete: 'yes',
    comparing: 'COMPARE_OPEN',
  },
  compare: {
    idle: 'yes',
    running: 'RUN_IN_PROGRESS',
    draft_ready: 'yes',
    draft_incomplete: 'yes',
    comparing: 'COMPARE_OPEN',
  },
  write_draft: { idle: 'yes', running: 'yes', draft_ready: 'yes', draft_incomplete: 'yes', comparing: 'COMPARE_OPEN' },
};

test.each(Object.entries(benches))('%s is what its facts say', (state, bench) => {
  expect(stateOf(bench)).toBe(state);
});

test.each(Object.entries(table))('%s is allowed exactly where the table says so', (operation, row) => {
  for (const [state, expected] of Object.entries(row)) {
    const gated = gate(benches[state as BenchState], operation as Operation);
    expect(gated.ok ? 'yes' : gated.error.code, state).toBe(expected);
  }
});

test('with Refine switched on a ready Draft takes messages, an incomplete one does not', () => {
  const refine = (bench: Bench): Bench => ({ ...bench, settings: { refineInDraft: true } });
  expect(gate(refine(benches.draft_ready), 'send').ok).toBe(true);
  expect(gate(refine(benches.draft_incomplete), 'send').ok).toBe(false);
});

test('a deleted Workbench answers nothing', () => {
  expect(gate(created({ isDeleted: true }), 'send')).toMatchObject({ error: { code: 'WORKBENCH_NOT_FOUND' } });
});

test('a decision made on an older head or Draft is stale; one that does not say is not', () => {
  expect(isStale(benches.draft_ready, { head: 'msg_z' })).toBe(true);
  expect(isStale(benches.draft_ready, { revisionId: 'rev_z' })).toBe(true);
  expect(isStale(benches.draft_ready, { head: null, revisionId: 'rev_a' })).toBe(false);
  expect(isStale(benches.draft_ready, {})).toBe(false);
});
