import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { SessionId } from '../core/ids.ts';
import { hashRefOf } from '../core/ids.ts';
import type { NodeState, RunState, SessionState } from '../core/session/state.ts';
import type { SigningKeys, Token, TokenKind } from '../core/token.ts';
import { decodeToken } from '../core/token.ts';
import type { ReadDeps } from './deps.ts';
import type { Refusal } from './refusal.ts';

type Field = 'stateToken' | 'ackToken' | 'checkpointToken' | 'joinStateToken';
const KIND_OF = {
  stateToken: 'state',
  joinStateToken: 'state',
  ackToken: 'ack',
  checkpointToken: 'checkpoint',
} as const satisfies Record<Field, TokenKind>;

export type Place = {
  readonly sessionId: SessionId;
  readonly session: SessionState;
  readonly run: RunState;
  readonly node: NodeState;
};

export const keysOf = async (deps: Pick<ReadDeps, 'keyring'>): Promise<Result<SigningKeys, Refusal>> => {
  const keys = await deps.keyring.read();
  if (!keys.ok) return keys;
  // Without a key nothing was ever signed here.
  return keys.value ? ok(keys.value) : err({ code: 'TOKEN_BAD_SIGNATURE' });
};

export const readToken = <F extends Field>(
  deps: Pick<ReadDeps, 'hmac'>,
  keys: SigningKeys,
  field: F,
  text: string,
): Result<Extract<Token, { kind: (typeof KIND_OF)[F] }>, Refusal> => {
  const token = decodeToken(text, deps.hmac, keys);
  if (!token.ok) return token;
  if (token.value.kind !== KIND_OF[field])
    return err({
      code: 'TOKEN_SCOPE_MISMATCH',
      reason: 'wrong_kind',
      field,
      sent: token.value.kind,
      sessionId: token.value.sessionId,
    });
  return ok(token.value as Extract<Token, { kind: (typeof KIND_OF)[F] }>);
};

/** A receipt and a place must speak of the same node. */
export const sameScope = (receipt: Token, state: Token, field: Field): Result<null, Refusal> => {
  const reason =
    receipt.sessionId !== state.sessionId
      ? 'other_session'
      : receipt.runId !== state.runId
        ? 'other_run'
        : receipt.nodeId !== state.nodeId
          ? 'other_node'
          : undefined;
  return reason
    ? err({ code: 'TOKEN_SCOPE_MISMATCH', reason, field, sent: receipt.kind, sessionId: receipt.sessionId })
    : ok(null);
};

export const locate = async (deps: Pick<ReadDeps, 'sessions'>, token: Token): Promise<Result<Place, Refusal>> => {
  const found = await deps.sessions.at(token.sessionId);
  if (!found.ok) return found;
  return locateIn(found.value, token);
};

export const locateIn = (session: SessionState | undefined, token: Token): Result<Place, Refusal> => {
  if (!session) return err({ code: 'TOKEN_UNKNOWN_NODE', what: 'session' });
  const run = session.runs.get(token.runId);
  if (!run) return err({ code: 'TOKEN_UNKNOWN_NODE', what: 'run' });
  const node = run.nodes.get(token.nodeId);
  if (!node) return err({ code: 'TOKEN_UNKNOWN_NODE', what: 'node' });
  if (token.kind === 'state' && token.workflowHashRef !== hashRefOf(run.workflowHash))
    return err({ code: 'TOKEN_WORKFLOW_HASH_MISMATCH' });
  return ok({ sessionId: token.sessionId, session, run, node });
};
