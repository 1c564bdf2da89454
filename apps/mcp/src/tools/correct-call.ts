import type { JsonObject } from '@atelier/kernel/core';
import { isRunId, isSessionId, tokenKindOf } from '@atelier/rails/core';
import type { Refusal } from '@atelier/rails/usecases';
import type { ToolName } from './inputs.ts';
import type { BadInput } from './lenient.ts';
import { readInput } from './lenient.ts';
import { editsBetween } from './nearest.ts';

export type Called = { readonly tool: ToolName; readonly sent: unknown };
export type CorrectCall = { readonly tool: ToolName; readonly params: JsonObject };

/** A longer call is not worth repeating to whoever just sent it. */
const MOST_CHARS = 4_000;
/** So many slips of the finger still mean the same id. */
const SLIPS = 2;

const FIND: CorrectCall = { tool: 'resume_session', params: {} };

/**
 * The call to make instead, ready to be sent as it is, or none. Never the refused call again, never a placeholder,
 * and nothing that records or starts what the sender may not have meant.
 */
export const correctBadInput = (bad: BadInput, refused: Called): CorrectCall | undefined => {
  const { tool, sent } = refused;
  if (bad.reason === 'unknown_key' && bad.nearest !== undefined) return checked(tool, renamed(sent, bad), refused);
  if (bad.reason !== 'invalid') return undefined;
  const given = asObject(sent);
  const blames = (field: string): boolean => bad.issues.some(({ at }) => at === field);
  if (blames('workflowId')) return checked('list_workflows', pick(given, 'workspacePath'), refused);
  if (blames('stateToken') || blames('ackToken') || blames('checkpointToken')) return FIND;
  return undefined;
};

export const correctRefused = (refusal: Refusal, refused: Called): CorrectCall | undefined => {
  const { tool, sent } = refused;
  const given = asObject(sent);
  switch (refusal.code) {
    case 'TOKEN_SCOPE_MISMATCH':
      return (refusal.reason === 'wrong_kind' && checked(tool, inTheirFields(tool, given), refused)) || find(refusal);
    case 'TOKEN_INVALID_FORMAT':
      return idSentAsToken(given) ?? FIND;
    case 'TOKEN_UNSUPPORTED_VERSION':
    case 'TOKEN_BAD_SIGNATURE':
    case 'TOKEN_UNKNOWN_NODE':
    case 'TOKEN_WORKFLOW_HASH_MISMATCH':
      return FIND;
    case 'MISUSE':
      if (refusal.reason === 'no_workflow') return checked('list_workflows', pick(given, 'workspacePath'), refused);
      if (refusal.reason === 'no_source') return { tool: 'inspect_workflow', params: { mode: 'example' } };
      // The payload waits for a receipt, which comes with the step.
      return refusal.reason === 'payload_without_ack'
        ? checked('continue_workflow', pick(given, 'stateToken'), refused)
        : FIND;
    case 'WORKFLOW_NOT_FOUND': {
      const [meant] = refusal.nearest;
      if (meant !== undefined && editsBetween(meant, refusal.workflowId.toLowerCase()) <= SLIPS)
        return checked(tool, { ...given, workflowId: meant }, refused);
      return checked('list_workflows', pick(given, 'workspacePath'), refused);
    }
    default:
      return undefined;
  }
};

/** An id names a run as surely as its token does; only where to find the token is not said yet. */
const idSentAsToken = (given: JsonObject): CorrectCall | undefined => {
  const ids = [given.stateToken, given.ackToken, given.checkpointToken].map((value) =>
    typeof value === 'string' ? value.trim() : '',
  );
  const sessionId = ids.find(isSessionId);
  const runId = ids.find(isRunId);
  if (sessionId === undefined && runId === undefined) return undefined;
  return { tool: 'resume_session', params: sessionId === undefined ? { runId: runId ?? '' } : { sessionId } };
};

const find = ({ sessionId }: { readonly sessionId?: string | undefined }): CorrectCall =>
  sessionId === undefined ? FIND : { tool: 'resume_session', params: { sessionId } };

/** Only a call that the same reader takes, that differs from the one refused, and that is short enough to show. */
const checked = (tool: ToolName, params: JsonObject | undefined, refused: Called): CorrectCall | undefined => {
  if (!params || JSON.stringify(params).length > MOST_CHARS) return undefined;
  if (tool === refused.tool && JSON.stringify(params) === JSON.stringify(refused.sent)) return undefined;
  return readInput(tool, params).ok ? { tool, params } : undefined;
};

const renamed = (sent: unknown, bad: Extract<BadInput, { reason: 'unknown_key' }>): JsonObject | undefined => {
  const given = asObject(sent);
  const rename = (object: JsonObject): JsonObject | undefined =>
    bad.nearest === undefined || Object.hasOwn(object, bad.nearest)
      ? undefined
      : Object.fromEntries(Object.entries(object).map(([key, value]) => [key === bad.key ? bad.nearest : key, value]));
  if (bad.at === '') return rename(given);
  const inner = rename(asObject(given[bad.at]));
  return inner && { ...given, [bad.at]: inner };
};

/** Both tokens are there and stand in each other's place. One alone is left: it would do something else than asked. */
const inTheirFields = (tool: ToolName, given: JsonObject): JsonObject | undefined => {
  const { stateToken, ackToken, ...rest } = given;
  if (tool !== 'continue_workflow' || typeof stateToken !== 'string' || typeof ackToken !== 'string') return undefined;
  if (tokenKindOf(stateToken) !== 'ack' || tokenKindOf(ackToken) !== 'state') return undefined;
  return { stateToken: ackToken, ackToken: stateToken, ...rest };
};

const pick = (given: JsonObject, key: string): JsonObject | undefined =>
  typeof given[key] === 'string' ? { [key]: given[key] } : key === 'workspacePath' ? {} : undefined;

const asObject = (sent: unknown): JsonObject =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as JsonObject) : {};
