import type { ErrorEnvelope, Json, JsonObject } from '@atelier/kernel/core';
import type { Refusal } from '@atelier/rails/usecases';
import type { CorrectCall } from './correct-call.ts';
import type { ToolName } from './inputs.ts';
import type { BadInput } from './lenient.ts';
import { wordWriteRefused } from './write-refused.ts';

/** What was sent, named again: an answer is read word by word, and what is too long names nothing. */
const cut = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 120)}…`);

const NEVER = { kind: 'not_retryable' } as const;
const NOW = { kind: 'retryable_immediate' } as const;

const say = (
  code: string,
  message: string,
  suggestion: string,
  retry: ErrorEnvelope['retry'],
  details: JsonObject = {},
): ErrorEnvelope => ({ code, message, suggestion, retry, details: details as Record<string, never> });

/** Tells the call to make instead, where there is one that can be sent as it is. */
const withCall = (correct: CorrectCall | undefined, details: JsonObject = {}): JsonObject =>
  correct ? { ...details, correctCall: correct as unknown as JsonObject } : details;

const thenCall = (suggestion: string, correct: CorrectCall | undefined): string =>
  correct ? `${suggestion} Call ${correct.tool} with: ${JSON.stringify(correct.params)}`.trim() : suggestion;

export const wordBadInput = (bad: BadInput, correct: CorrectCall | undefined): ErrorEnvelope => {
  const bare = (message: string, suggestion: string, details: JsonObject = {}): ErrorEnvelope =>
    say('VALIDATION_ERROR', message, thenCall(suggestion, correct), NOW, withCall(correct, details));
  switch (bad.reason) {
    case 'not_an_object':
      return bare('The arguments are not a JSON object.', 'Send the arguments as one JSON object.');
    case 'forbidden_key':
      return bare(
        `The key \`${cut(bad.key)}\`${bad.at ? ` in \`${bad.at}\`` : ''} is not allowed, so nothing was recorded.`,
        'Rename the key and send the call again.',
        { key: cut(bad.key), at: bad.at },
      );
    case 'rounded_number':
      return bare(
        `The number ${bad.digits.slice(0, 60)} in \`${bad.at}\` has more digits than a JSON number keeps, so nothing was recorded.`,
        'Send it as a text, in quotes.',
        { at: bad.at, digits: bad.digits.slice(0, 400) },
      );
    case 'too_deep':
      return bare(
        `The arguments are nested deeper than ${bad.max} levels, so nothing was recorded.`,
        'Flatten them, or write them to a file and send its path.',
        { at: bad.at, max: bad.max },
      );
    case 'alias_and_canonical':
      return bare(
        `Both \`${bad.alias}\` and \`${bad.canonical}\` were sent; they mean the same.`,
        `Send only \`${bad.canonical}\`.`,
        { alias: bad.alias, canonical: bad.canonical },
      );
    case 'unknown_key':
      return bare(
        `There is no \`${cut(bad.key)}\`${bad.at ? ` in \`${bad.at}\`` : ''}.`,
        bad.nearest ? `Did you mean \`${bad.nearest}\`?` : fieldsToWords(bad.known),
        { key: cut(bad.key), at: bad.at, ...(bad.nearest ? { nearest: bad.nearest } : {}) },
      );
    case 'invalid':
      return bare(
        bad.issues.map(({ at, message }) => `\`${at || 'arguments'}\`: ${message}`).join('; '),
        bad.issues.some(({ at }) => at === 'workflowId')
          ? 'Take a workflowId from list_workflows.'
          : bad.issues.some(({ at }) => at.endsWith('Token'))
            ? 'Copy the tokens of the last answer exactly, or find the run again with resume_session.'
            : bad.issues.some(({ at }) => at === 'output')
              ? 'Send output as {"notesMarkdown": "what this step did"}.'
              : 'Correct these fields and send the call again.',
        { issues: bad.issues.map((issue) => ({ ...issue })) },
      );
  }
};

/** Without them, an obedient agent drops what it wrote instead of putting it where it belongs. */
const fieldsToWords = (known: readonly string[]): string => {
  const fields = known.map((field) => (field === 'output' ? '`output.notesMarkdown`' : `\`${field}\``));
  return `What may stand there: ${fields.join(', ')}. Put what you meant into one of them, or leave it out.`;
};

export const wordRefusal = (refusal: Refusal, tool: ToolName, correct: CorrectCall | undefined): ErrorEnvelope => {
  const again = thenCall('Copy the tokens of the last answer exactly. If they are lost, find the run again.', correct);
  switch (refusal.code) {
    case 'TOKEN_INVALID_FORMAT':
      return say(
        refusal.code,
        refusal.reason === 'checksum' || refusal.reason === 'charset' || refusal.reason === 'length'
          ? 'The token was copied wrongly: its checksum does not fit.'
          : 'That is not one of our tokens (they start with st1, ack1 or chk1).',
        again,
        NOW,
        withCall(correct, { reason: refusal.reason }),
      );
    case 'TOKEN_UNSUPPORTED_VERSION':
      return say(
        refusal.code,
        `Tokens of version ${refusal.version} are not understood here.`,
        again,
        NEVER,
        withCall(correct, { version: refusal.version }),
      );
    case 'TOKEN_BAD_SIGNATURE':
      return say(
        refusal.code,
        'The token was not signed by this install, or its key has been rotated away.',
        thenCall('Find the run again: resume_session gives fresh tokens.', correct),
        NEVER,
        withCall(correct),
      );
    case 'TOKEN_SCOPE_MISMATCH':
      return say(
        refusal.code,
        refusal.reason === 'wrong_kind'
          ? `\`${refusal.field}\` holds a token of kind ${refusal.sent}.`
          : `\`${refusal.field}\` and \`stateToken\` belong to different ${{ other_session: 'sessions', other_run: 'runs', other_node: 'steps' }[refusal.reason]}.`,
        thenCall('Use tokens of one answer together. The ackToken alone is enough to advance.', correct),
        NOW,
        withCall(correct, { reason: refusal.reason, field: refusal.field }),
      );
    case 'TOKEN_UNKNOWN_NODE':
      return say(
        refusal.code,
        `The token is ours, but its ${refusal.what} is not in this install: it was deleted, or its record is missing.`,
        thenCall(
          'Find the run again. If it should be here, tell the user to run `npx atelier verify` in Atelier’s folder.',
          correct,
        ),
        NEVER,
        withCall(correct, { what: refusal.what }),
      );
    case 'TOKEN_WORKFLOW_HASH_MISMATCH':
      return say(
        refusal.code,
        'The token names another workflow than the one the run is pinned to.',
        again,
        NEVER,
        withCall(correct),
      );
    case 'TOKEN_SESSION_LOCKED':
      return say(
        refusal.code,
        `Another process${refusal.ownerPid === undefined ? '' : ` (pid ${refusal.ownerPid})`} is writing to this session.`,
        'Wait and make the same call again. If it lasts longer than 10 s, tell the user which process holds it: it uses the same data folder.',
        { kind: 'retryable_after_ms', afterMs: refusal.afterMs },
        refusal.ownerPid === undefined ? {} : { ownerPid: refusal.ownerPid },
      );
    case 'QUOTA_EXCEEDED':
      return say(
        refusal.code,
        'There is no room left for this: stored content has reached the quota of this install. Nothing was recorded.',
        'Tell the user to raise the quota in Settings, under Data, or to delete what is not needed. Then make the same call again.',
        NEVER,
        { quotaBytes: refusal.quotaBytes, storedBytes: refusal.storedBytes, neededBytes: refusal.neededBytes },
      );
    case 'DISK_FULL':
    case 'DISK_READ_ONLY':
    case 'DATABASE_AWAY':
    case 'STORE_AWAY':
    case 'WRITE_FAILED':
      return wordWriteRefused(refusal, tool);
    case 'SESSION_NOT_HEALTHY':
      return say(
        refusal.code,
        'The record of this session is damaged, so the run cannot go on from it.',
        'Tell the user to open the session in Atelier, under WorkRail → Sessions: the intact part can be read, exported or repaired there.',
        NEVER,
        { health: { ...refusal.health } },
      );
    case 'VALIDATION_ERROR':
      return wordRejected(refusal.because);
    case 'MISUSE':
      if (refusal.reason === 'no_workflow' || refusal.reason === 'no_source')
        return say(
          'VALIDATION_ERROR',
          refusal.reason === 'no_workflow'
            ? '`workflowId` is missing; metadata and preview need it.'
            : '`source` is missing; check needs the workflow as JSON.',
          thenCall(
            refusal.reason === 'no_workflow'
              ? 'Take a workflowId from list_workflows.'
              : 'Put the workflow into source. To see one, ask for mode example.',
            correct,
          ),
          NOW,
          withCall(correct),
        );
      return say(
        'VALIDATION_ERROR',
        refusal.reason === 'no_token'
          ? 'continue_workflow needs a stateToken (to get the step again) or an ackToken (to finish it).'
          : 'output, context and preferences are recorded only together with an ackToken.',
        refusal.reason === 'no_token'
          ? again
          : thenCall('To finish the step, add its ackToken. If you do not have it, get the step again first.', correct),
        NOW,
        withCall(correct, refusal.details),
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
            { blockers: refusal.blockers as unknown as Json },
          );
    case 'WORKFLOW_NOT_FOUND':
      return say(
        'NOT_FOUND',
        `There is no workflow "${cut(refusal.workflowId)}".${unreadableText(refusal.unreadable ?? [])}`,
        thenCall(
          refusal.nearest.length > 0
            ? `Did you mean ${refusal.nearest.map((id) => `"${id}"`).join(' or ')}?`
            : 'See which workflows there are. A workflow of a project is found when workspacePath names its folder.',
          correct,
        ),
        NOW,
        withCall(correct, { nearest: [...refusal.nearest] }),
      );
    case 'WORKFLOW_INVALID':
      return say(
        'PRECONDITION_FAILED',
        `"${cut(refusal.workflowId)}" does not compile: ${refusal.errors.length === 1 ? '1 problem' : `${refusal.errors.length} problems`}.`,
        refusal.errors[0] ? `First: ${refusal.errors[0].message} ${refusal.errors[0].fix}` : 'Correct the file.',
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
        'Tell the user to run `npx atelier verify` in Atelier’s folder. The session can be read in Atelier, under WorkRail → Sessions.',
        NEVER,
        { reason: refusal.reason },
      );
  }
};

const SHOWN_FILES = 3;

const unreadableText = (files: readonly string[]): string => {
  if (files.length === 0) return '';
  const more = files.length > SHOWN_FILES ? ` and ${files.length - SHOWN_FILES} more` : '';
  const names = `${files.slice(0, SHOWN_FILES).map(cut).join(', ')}${more}`;
  return ` It may be in a file that can't be read as a workflow: ${names}. list_workflows says why under problems.`;
};

const wordRejected = (because: Extract<Refusal, { code: 'VALIDATION_ERROR' }>['because']): ErrorEnvelope => {
  const reject = (message: string, suggestion: string, details: JsonObject): ErrorEnvelope =>
    say('VALIDATION_ERROR', message, suggestion, NOW, { reason: because.code, ...details });
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
