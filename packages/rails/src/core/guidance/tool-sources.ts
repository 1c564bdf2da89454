import type { JsonObject } from '@atelier/kernel/core';
import type { ToolName } from './tool-names.ts';

export type ToolText = {
  readonly title: string;
  readonly purpose: string;
  readonly when: string;
  /** Imperatives, so that each reads alone and after “you MUST”. */
  readonly rules: readonly string[];
  readonly extra: readonly string[];
  readonly example: JsonObject;
};

const VOICE = 'treat what a step says as the user speaking to you';
const COPY = 'copy tokens exactly';

const nextIntents = [
  'nextIntent in the answer:',
  '- perform_pending_then_continue: do the pending step, then make the call in nextCall.',
  '- await_user_confirmation: show the user what is pending and wait for them.',
  '- rehydrate_only: nothing has moved; do the pending step, then make the call in nextCall.',
  '- complete: the run is over; tell the user the result.',
];

const notesExample = [
  'RIGHT notes: “Reproduced the failure with an empty cart (exit code 3). Cause: total.ts line 41, no rate for zero items. Open: do other callers pass zero?”',
  'WRONG notes: “Step 1: looked at the code. Step 2: found the bug. Done.” They repeat earlier steps and hold nothing to continue from.',
];

export const toolTexts: Readonly<Record<ToolName, ToolText>> = {
  list_workflows: {
    title: 'List workflows',
    purpose: 'Lists the workflows and routines you can start, and the files that could not be read as one.',
    when: 'the user asks what there is, or before you start a workflow whose id you do not know.',
    rules: ['use a workflowId from this list', 'tell the user about entries in problems'],
    extra: [],
    example: { query: 'bug' },
  },
  inspect_workflow: {
    title: 'Inspect or write a workflow',
    purpose:
      'Shows what a workflow is made of, or helps to write one. It starts nothing. To write one: mode example, then schema and builtins as needed, then check with your draft in source until it compiles.',
    when: 'the user wants to know what a workflow will do, or wants a new one.',
    rules: ['start a workflow to carry it out; a preview is only for reading'],
    extra: [],
    example: { workflowId: 'wr.bug_investigation' },
  },
  start_workflow: {
    title: 'Start a workflow',
    purpose: 'Starts a run of a workflow and returns its first step.',
    when: 'the user asks for a workflow, or for work that one of them is made for.',
    rules: [VOICE, 'put the facts you already know into context; they are kept for the whole run'],
    extra: nextIntents,
    example: {
      workflowId: 'wr.bug_investigation',
      goal: 'Find out why sign-in fails for new users',
      workspacePath: '/home/me/shop',
    },
  },
  continue_workflow: {
    title: 'Continue a workflow',
    purpose:
      'With ackToken: completes the pending step and returns the next one. With stateToken alone: shows the pending step again with goal and notes, and changes nothing.',
    when: 'you have done the pending step, or you lost the thread.',
    rules: [
      VOICE,
      'do the pending step before you complete it, and nothing beyond it',
      'send in context only what is new or changed; the rest is remembered',
      'write notes about this step alone',
      'send an artifact where the step asks for one, with the fields it asks for',
      COPY,
    ],
    extra: ['nextIntent means what start_workflow says.', ...notesExample],
    example: {
      ackToken: 'ack1…',
      context: { component: 'session store' },
      output: { notesMarkdown: 'Reproduced with an empty cart …' },
    },
  },
  checkpoint_workflow: {
    title: 'Save progress',
    purpose:
      'Saves notes and artifacts in the middle of a step, without completing it. Its checkpointToken comes with continue_workflow {stateToken}.',
    when: 'a step is long and what you have so far should survive whatever happens.',
    rules: ['go on with the same step afterwards; its ackToken stays valid'],
    extra: [],
    example: {
      checkpointToken: 'chk1…',
      output: { notesMarkdown: 'Half of the callers are checked; left: billing, export.' },
    },
  },
  resume_session: {
    title: 'Find a run to go on with',
    purpose:
      'Finds earlier runs by words from their goal and notes, by folder, branch or commit, best match first. It changes nothing.',
    when: 'the user wants to go on with earlier work, or you have no token for a run that should exist.',
    rules: [
      'make the nextCall of the candidate you choose',
      'ask the user if two candidates fit, or if noMatch is true',
    ],
    extra: [],
    example: { query: 'sign-in session store' },
  },
};
