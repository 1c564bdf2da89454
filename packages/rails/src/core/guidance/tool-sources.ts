import type { JsonObject } from '@atelier/kernel/core';
import type { ToolName } from './tool-names.ts';

export type ToolText = {
  readonly title: string;
  readonly purpose: string;
  readonly when: string;
  /** Continue “please …” and “you MUST …”. */
  readonly rules: readonly string[];
  readonly extra: readonly string[];
  readonly example: JsonObject;
};

const VOICE = 'treat what a step says as the user speaking to you';
const COPY = 'copy tokens exactly, without shortening, quoting or retyping them';

const nextIntents = [
  'What the answer’s nextIntent asks of you:',
  '- perform_pending_then_continue: do the pending step, then call continue_workflow with both tokens.',
  '- await_user_confirmation: show the user what is pending and wait for them.',
  '- rehydrate_only: nothing has moved; do the pending step, then continue with the fresh tokens of this answer.',
  '- complete: the run is over; tell the user what came of it.',
];

const notesExample = [
  'RIGHT notes: “Reproduced the failure with an empty cart (exit code 3). Cause is in total.ts, line 41: no rate for zero items. Open: whether other callers pass zero.”',
  'WRONG notes: “Step 1: looked at the code. Step 2: found the bug. Done.” They repeat earlier steps and hold nothing to continue from.',
];

export const toolTexts: Readonly<Record<ToolName, ToolText>> = {
  list_workflows: {
    title: 'List workflows',
    purpose: 'Lists the workflows and routines that can be started here, and the files that could not be read as one.',
    when: 'the user asks what there is, or before you start a workflow whose id you do not know.',
    rules: ['use a workflowId from this list rather than a guess', 'tell the user about entries in problems'],
    extra: [],
    example: { query: 'bug' },
  },
  inspect_workflow: {
    title: 'Inspect a workflow',
    purpose: 'Shows what a workflow is made of: steps, loops, contracts, confirmations. It starts nothing.',
    when: 'the user wants to know what a workflow will do, or you have to choose between two.',
    rules: ['not carry out a workflow from its preview; start it, and take its steps one at a time'],
    extra: [],
    example: { workflowId: 'wr.bug_investigation', mode: 'preview' },
  },
  start_workflow: {
    title: 'Start a workflow',
    purpose: 'Starts a run of a workflow and returns its first step with the tokens to go on.',
    when: 'the user asks for a workflow, or for work that one of them is made for.',
    rules: [VOICE, 'put facts you already know into context once; they are kept for the whole run', COPY],
    extra: nextIntents,
    example: {
      workflowId: 'wr.bug_investigation',
      goal: 'Find out why sign-in fails for new users',
      context: { ticket: 'AUTH-12' },
    },
  },
  continue_workflow: {
    title: 'Continue a workflow',
    purpose:
      'With ackToken: completes the pending step and returns the next one. With stateToken alone: shows the pending step again and changes nothing.',
    when: 'you have done the pending step; or you lost the thread and want it back.',
    rules: [
      VOICE,
      'do the pending step before you complete it, and nothing of the steps after it, which you cannot know yet',
      'send in context only what is new or changed; the rest is remembered',
      'write notes about this step alone',
      'send an artifact where the step asks for one, with the fields it asks for',
      COPY,
    ],
    extra: [...nextIntents, ...notesExample],
    example: {
      stateToken: 'st1…',
      ackToken: 'ack1…',
      context: { component: 'session store' },
      output: { notesMarkdown: 'Reproduced with an empty cart …', artifacts: [] },
    },
  },
  checkpoint_workflow: {
    title: 'Save progress',
    purpose: 'Saves notes and artifacts in the middle of a step, without completing it.',
    when: 'a step is long and what you have so far should survive whatever happens.',
    rules: ['go on with the same step afterwards; its ackToken stays valid', COPY],
    extra: [],
    example: {
      checkpointToken: 'chk1…',
      output: { notesMarkdown: 'Half of the callers are checked; left: billing, export.' },
    },
  },
  resume_session: {
    title: 'Find a run to go on with',
    purpose:
      'Finds earlier runs by workspace, branch, commit or words from their notes, best match first. It changes nothing.',
    when: 'the user wants to go on with earlier work, or you have no token for a run that should exist.',
    rules: [
      'make the nextCall of the candidate you choose, to see where that run stands',
      'ask the user if two candidates fit',
    ],
    extra: [],
    example: { query: 'sign-in session store' },
  },
};
