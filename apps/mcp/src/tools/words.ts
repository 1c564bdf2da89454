import type { ErrorEnvelope, Json, JsonObject } from '@atelier/kernel/core';
import type { Refusal } from '@atelier/rails/usecases';
import { correctCall } from './correct-call.ts';
import type { ToolName } from './inputs.ts';
import type { BadInput } from './lenient.ts';
import { wordWriteRefused } from './write-refused.ts';

export type Called = { readonly tool: ToolName; readonly sent: unknown };

const NEVER = { kind: 'not_retryable' } as const;
const NOW = { kind: 'retryable_immediate' } as const;

const say = (
  code: string,
  message: string,
  suggestion: string,
  retry: ErrorEnvelope['retry'],
  details: JsonObject = {},
): ErrorEnvelope => ({ code, message, suggestion, retry, details: details as Record<string, never> });

const withCall = ({ tool, sent }: Called, details: JsonObject = {}): JsonObject => ({
  ...details,
  correctCall: correctCall(tool, sent) as unknown as JsonObject,
});

const shown = (called: Called): string => JSON.stringify(correctCall(called.tool, called.sent).params);

export const wordBadInput = (bad: BadInput, called: Called): ErrorEnvelope => {
  const fix = `Call ${called.tool} with: ${shown(called)}`;
  switch (bad.reason) {
    case 'not_an_object':
      return say('VALIDATION_ERROR', 'The arguments are not a JSON object.', fix, NOW, withCall(called));
    case 'alias_and_canonical':
      return say(
        'VALIDATION_ERROR',
        `Both \`${bad.alias}\` and \`${bad.canonical}\` were sent; they mean the same.`,
        `Send only \`${bad.canonical}\`. ${fix}`,
        NOW,
        withCall(called, { alias: bad.alias, canonical: bad.canonical }),
      );
    case 'unknown_key':
      return say(
        'VALIDATION_ERROR',
        `There is no \`${bad.key}\`${bad.at ? ` in \`${bad.at}\`` : ''}.`,
        `${bad.nearest ? `Did you mean \`${bad.nearest}\`? ` : ''}${fix}`,
        NOW,
        withCall(called, { key: bad.key, at: bad.at, ...(bad.nearest ? { nearest: bad.nearest } : {}) }),
      );
    case 'invalid':
      return say(
        'VALIDATION_ERROR',
        bad.issues.map(({ at, message }) => `\`${at || 'arguments'}\`: ${message}`).join('; '),
        fix,
        NOW,
        withCall(called, { issues: bad.issues.map((issue) => ({ ...issue })) }),
      );
  }
};

export const wordRefusal = (refusal: Refusal, called: Called): ErrorEnvelope => {
  const again = 'Copy the tokens of the last answer verbatim, or find the session again with resume_session.';
  switch (refusal.code) {
    case 'TOKEN_INVALID_FORMAT':
      return say(
        refusal.code,
        refusal.reason === 'checksum' || refusal.reason === 'charset' || refusal.reason === 'length'
          ? 'The token was copied wrongly: its checksum does not fit.'
          : 'That is not one of our tokens (they begin with st1, ack1 or chk1).',
        again,
        NOW,
        withCall(called, { reason: refusal.reason }),
      );
    case 'TOKEN_UNSUPPORTED_VERSION':
      return say(refusal.code, `Tokens of version ${refusal.version} are not understood here.`, again, NEVER, {
        version: refusal.version,
      });
    case 'TOKEN_BAD_SIGNATURE':
      return say(
        refusal.code,
        'The token was not signed by this install, or its key has been rotated away.',
        'Find the session again with resume_session: it gives fresh tokens.',
        NEVER,
        { correctCall: { tool: 'resume_session', params: { query: '<words from the task>' } } },
      );
    case 'TOKEN_SCOPE_MISMATCH':
      return say(
        refusal.code,
        refusal.reason === 'wrong_kind'
          ? `\`${refusal.field}\` holds a token of kind ${refusal.sent}.`
          : `\`${refusal.field}\` and \`stateToken\` belong to different ${{ other_session: 'sessions', other_run: 'runs', other_node: 'steps' }[refusal.reason]}.`,
        'Use tokens of one answer together. The ackToken alone is enough to advance.',
        NOW,
        withCall(called, { reason: refusal.reason, field: refusal.field }),
      );
    case 'TOKEN_UNKNOWN_NODE':
      return say(
        refusal.code,
        `The token is ours, but its ${refusal.what} is not in this install.`,
        'Find the session again with resume_session.',
        NEVER,
        { what: refusal.what, correctCall: { tool: 'resume_session', params: { query: '<words from the task>' } } },
      );
    case 'TOKEN_WORKFLOW_HASH_MISMATCH':
      return say(refusal.code, 'The token names another workflow than the one the run is pinned to.', again, NEVER);
    case 'TOKEN_SESSION_LOCKED':
      return say(
        refusal.code,
        'Another process is writing to this session.',
        'Wait and make the same call again. If it lasts longer than 10 s, look for another process that uses the same data folder.',
        { kind: 'retryable_after_ms', afterMs: refusal.afterMs },
      );
    case 'QUOTA_EXCEEDED':
      return say(
        refusal.code,
        'There is no room left for this: stored content has reached the quota of this install. Nothing was recorded.',
        'Tell the user to raise the quota in Settings, under Data, or to let go of what is not needed. Then make the same call again.',
        NEVER,
        { quotaBytes: refusal.quotaBytes, storedBytes: refusal.storedBytes, neededBytes: refusal.neededBytes },
      );
    case 'DISK_FULL':
    case 'DISK_READ_ONLY':
    case 'DATABASE_AWAY':
    case 'WRITE_FAILED':
      return wordWriteRefused(refusal, called.tool);
    case 'SESSION_NOT_HEALTHY':
      return say(
        refusal.code,
        'The record of this session is damaged; nothing continues from it.',
        'Tell the user to open the session in the Console, where the sound part can be read, exported or repaired.',
        NEVER,
        { health: { ...refusal.health } },
      );
    case 'VALIDATION_ERROR':
      return wordRejected(refusal.because, called);
    case 'MISUSE':
      return say(
        'VALIDATION_ERROR',
        refusal.reason === 'no_token'
          ? 'continue_workflow needs a stateToken (to get the step again) or an ackToken (to finish it).'
          : 'output, context and preferences are recorded only together with an ackToken.',
        refusal.reason === 'no_token'
          ? again
          : 'To finish the step, add its ackToken. To get the step again, send the stateToken alone.',
        NOW,
        withCall(called, refusal.details),
      );
    case 'PRECONDITION_FAILED':
      return refusal.reason === 'already_complete'
        ? say(
            refusal.code,
            'This run is complete; there is no step to finish or save.',
            'Tell the user the result. To go another way, rehydrate an earlier state token and advance from there.',
            NEVER,
          )
        : say(
            refusal.code,
            `The workflow cannot start: ${refusal.blockers.map(({ message }) => message).join(' ')}`,
            refusal.blockers.map(({ suggestedFix }) => suggestedFix ?? '').join(' '),
            NOW,
            withCall(called, { blockers: refusal.blockers as unknown as Json }),
          );
    case 'WORKFLOW_NOT_FOUND':
      return say(
        'NOT_FOUND',
        `There is no workflow "${refusal.workflowId}".`,
        refusal.nearest.length > 0
          ? `Did you mean ${refusal.nearest.map((id) => `"${id}"`).join(' or ')}?`
          : 'Call list_workflows.',
        NOW,
        {
          nearest: [...refusal.nearest],
          correctCall: {
            tool: refusal.nearest[0] ? called.tool : 'list_workflows',
            params: refusal.nearest[0] ? { workflowId: refusal.nearest[0] } : {},
          },
        },
      );
    case 'WORKFLOW_INVALID':
      return say(
        'PRECONDITION_FAILED',
        `"${refusal.workflowId}" does not compile: ${refusal.errors.length} problems.`,
        refusal.errors[0] ? `First: ${refusal.errors[0].message} ${refusal.errors[0].fix}` : 'Repair the file.',
        NEVER,
        { errors: refusal.errors.map((error) => ({ ...error })) },
      );
    case 'KEYRING_CORRUPT':
      return say(
        'INTERNAL_ERROR',
        'The key file of this install is damaged, so no token can be checked.',
        'Tell the user to restore keys/keyring.json from a backup; it is never replaced by itself.',
        NEVER,
      );
    case 'INTERNAL_ERROR':
      return say(
        refusal.code,
        'The record is incomplete here; nothing was changed.',
        'Tell the user to run `npx atelier verify` in Atelier’s folder and to open the session in the Console.',
        NEVER,
        { reason: refusal.reason },
      );
  }
};

const wordRejected = (
  because: Extract<Refusal, { code: 'VALIDATION_ERROR' }>['because'],
  called: Called,
): ErrorEnvelope => {
  const reject = (message: string, suggestion: string, details: JsonObject): ErrorEnvelope =>
    say('VALIDATION_ERROR', message, suggestion, NOW, withCall(called, { reason: because.code, ...details }));
  const size = (measured: number, max: number): JsonObject => ({ measured, max, method: 'jcs_utf8_bytes' });
  switch (because.code) {
    case 'CONTEXT_TOO_LARGE':
      return reject(
        `The ${because.of === 'delta' ? 'context' : 'merged context'} has ${because.measured} bytes; ${because.max} is the limit.`,
        'Send pointers (paths, ids) instead of content, and delete keys you no longer need with null.',
        size(because.measured, because.max),
      );
    case 'CONTEXT_TOO_DEEP':
      return reject(`The context is nested deeper than ${because.max} levels.`, 'Flatten it.', {
        at: because.at,
        max: because.max,
      });
    case 'CONTEXT_FORBIDDEN_KEY':
      return reject(`The key \`${because.key}\` is not allowed in context.`, 'Rename the key.', {
        at: because.at,
        key: because.key,
      });
    case 'CONTEXT_NOT_JSON':
    case 'OUTPUT_NOT_JSON':
      return reject(`Not valid JSON at ${because.at || 'the top'}: ${because.reason}.`, 'Send plain JSON values.', {
        at: because.at,
      });
    case 'TOO_MANY_ARTIFACTS':
      return reject(`${because.measured} artifacts; ${because.max} is the limit per call.`, 'Merge or drop some.', {
        measured: because.measured,
        max: because.max,
      });
    case 'ARTIFACT_TOO_LARGE':
      return reject(
        `Artifact ${because.index} has ${because.measured} bytes; ${because.max} is the limit.`,
        'Write large content to a file and send its path.',
        { index: because.index, ...size(because.measured, because.max) },
      );
    case 'ARTIFACT_WITHOUT_KIND':
      return reject(
        `Artifact ${because.index} has no \`kind\`.`,
        'Give each artifact a kind, e.g. {"kind":"wr.loop_control",…}.',
        {
          index: because.index,
        },
      );
    case 'GAP_NOT_OPEN':
      return reject(
        `There is no open gap ${because.gapId} here.`,
        because.open.length > 0 ? `Open gaps: ${because.open.join(', ')}.` : 'No gap is open; leave the artifact out.',
        { gapId: because.gapId, open: [...because.open] },
      );
  }
};
