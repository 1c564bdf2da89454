import type { Json } from '@atelier/kernel/core';
import type { ContractPack } from '../compiled-contracts.ts';

type Schema = { [key: string]: Json };

const text = (maxLength: number): Schema => ({ type: 'string', minLength: 1, maxLength });
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });
const artifact = (kinds: readonly string[], properties: Schema, required: readonly string[]): Schema => ({
  type: 'object',
  properties: { kind: kinds.length === 1 ? { const: kinds[0] ?? '' } : { enum: [...kinds] }, ...properties },
  required: ['kind', ...required],
});

export const LOOP_CONTROL = 'wr.contracts.loop_control';
export const CAPABILITY_OBSERVATION = 'wr.contracts.capability_observation';
export const ASSESSMENT = 'wr.contracts.assessment';

type Pack = Omit<ContractPack, 'schema'> & { readonly schema: Schema };
export type ContractEntry = { readonly summary: string; readonly pack: Pack };

const entry = (summary: string, pack: Pack): ContractEntry => ({ summary, pack });

/** Ours, and closed: a workflow names a pack and never supplies one. */
export const contractEntries: readonly ContractEntry[] = [
  entry('The step decides whether its loop runs another pass.', {
    contractRef: LOOP_CONTROL,
    artifactKind: 'wr.loop_control',
    kindAliases: [],
    schema: artifact(
      ['wr.loop_control'],
      { decision: oneOf('continue', 'stop'), loopId: text(128), summary: text(1024) },
      ['decision'],
    ),
    example: { kind: 'wr.loop_control', decision: 'stop', summary: 'Every open question has an answer with evidence.' },
    instructions: [
      '`decision` (required): `continue` runs another pass, `stop` leaves the loop.',
      '`loopId` (optional): when sent, it must be the loop you are in.',
      '`summary` (optional, up to 1024 characters): why, in one or two sentences.',
      'Decide from what this pass found. A missing decision never ends a loop.',
    ],
    blockedMessage: 'This step ends a pass of a loop, so it needs a decision to go on or to stop.',
  }),
  entry('The step reports whether a capability of the agent is really there.', {
    contractRef: CAPABILITY_OBSERVATION,
    artifactKind: 'wr.capability_observation',
    kindAliases: [],
    schema: artifact(
      ['wr.capability_observation'],
      {
        capability: oneOf('delegation', 'web_browsing'),
        status: oneOf('available', 'unavailable'),
        result: oneOf('success', 'failure'),
        failureCode: oneOf('tool_missing', 'tool_error', 'policy_blocked', 'unknown'),
        detail: text(512),
      },
      ['capability', 'status'],
    ),
    example: { kind: 'wr.capability_observation', capability: 'web_browsing', status: 'available', result: 'success' },
    instructions: [
      '`capability` (required): `delegation` or `web_browsing`.',
      '`status` (required): `available` or `unavailable`, as seen by trying it, not by guessing.',
      '`result` (optional): `success` or `failure` of the attempt.',
      '`failureCode` (on failure): `tool_missing`, `tool_error`, `policy_blocked` or `unknown`.',
      '`detail` (optional, up to 512 characters): what you tried and what came back.',
    ],
    blockedMessage: 'This step finds out whether a capability is there, so it needs what you observed.',
  }),
  entry('The step tells where and why the agent left the given instructions.', {
    contractRef: 'wr.contracts.workflow_divergence',
    artifactKind: 'wr.workflow_divergence',
    kindAliases: ['workflow_divergence'],
    schema: artifact(
      ['wr.workflow_divergence', 'workflow_divergence'],
      {
        reason: oneOf(
          'missing_user_context',
          'capability_unavailable',
          'efficiency_skip',
          'safety_stop',
          'policy_constraint',
        ),
        summary: text(512),
        relatedStepId: text(256),
      },
      ['reason', 'summary'],
    ),
    example: {
      kind: 'wr.workflow_divergence',
      reason: 'efficiency_skip',
      summary: 'The change touches one file, so the dependency survey was skipped.',
    },
    instructions: [
      '`reason` (required): `missing_user_context`, `capability_unavailable`, `efficiency_skip`, `safety_stop` or `policy_constraint`.',
      '`summary` (required, up to 512 characters): what was done differently, and why.',
      '`relatedStepId` (optional): the step whose instructions were not followed.',
    ],
    blockedMessage: 'This step asks you to say where you left the instructions.',
  }),
  entry('The step rates its subject on the declared dimensions.', {
    contractRef: ASSESSMENT,
    artifactKind: 'wr.assessment',
    kindAliases: [],
    schema: artifact(
      ['wr.assessment'],
      {
        assessmentId: text(128),
        dimensions: { type: 'object', minProperties: 1, additionalProperties: { type: 'string' } },
        summary: text(1024),
      },
      ['assessmentId', 'dimensions'],
    ),
    example: { kind: 'wr.assessment', assessmentId: 'readiness', dimensions: { evidence: 'high' } },
    instructions: [
      '`assessmentId` (required): which assessment this is.',
      '`dimensions` (required): one allowed level for every dimension of the assessment.',
      '`summary` (optional, up to 1024 characters): what the levels rest on.',
    ],
    blockedMessage: 'This step asks for an assessment with a level for each dimension.',
  }),
  entry('The step reports which checks were run and what they showed.', {
    contractRef: 'wr.contracts.verification_report',
    artifactKind: 'wr.verification_report',
    kindAliases: [],
    schema: artifact(
      ['wr.verification_report'],
      {
        verdict: oneOf('pass', 'fail', 'partial'),
        checks: {
          type: 'array',
          minItems: 1,
          maxItems: 50,
          items: {
            type: 'object',
            properties: { name: text(200), result: oneOf('pass', 'fail', 'skipped'), evidence: text(1024) },
            required: ['name', 'result', 'evidence'],
          },
        },
        openIssues: { type: 'array', items: text(512), maxItems: 50 },
        summary: text(1024),
      },
      ['verdict', 'checks'],
    ),
    example: {
      kind: 'wr.verification_report',
      verdict: 'partial',
      checks: [
        { name: 'unit tests', result: 'pass', evidence: '214 passed, 0 failed' },
        { name: 'manual sign-in', result: 'skipped', evidence: 'no test account was given' },
      ],
      openIssues: ['Sign-in was not tried by hand.'],
    },
    instructions: [
      '`verdict` (required): `pass` when every check passed, `fail` when one failed, `partial` when something was left unchecked.',
      '`checks` (required, 1 to 50): each with `name`, `result` (`pass`, `fail` or `skipped`) and `evidence`: what you ran and saw.',
      '`openIssues` (optional): what is known to be wrong or unproved, one sentence each.',
      '`summary` (optional, up to 1024 characters).',
    ],
    blockedMessage: 'This step asks for a verification report: what was checked, and what each check showed.',
  }),
];
