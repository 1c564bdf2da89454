import type { HmacSha256 } from '../../core/crypto.ts';
import type { SessionId } from '../../core/ids.ts';
import { hashRefOf } from '../../core/ids.ts';
import type { NodeState, RunState } from '../../core/session/state.ts';
import { encodeToken, type SigningKeys } from '../../core/token.ts';

/** The token that takes an agent back to a node. It says where, and permits nothing by itself. */
export const stateTokenOf = (
  hmac: HmacSha256,
  keys: SigningKeys,
  sessionId: SessionId,
  run: RunState,
  node: NodeState,
): string =>
  encodeToken(
    {
      kind: 'state',
      sessionId,
      runId: run.runId,
      nodeId: node.nodeId,
      workflowHashRef: hashRefOf(run.workflowHash),
    },
    hmac,
    keys.current,
  );
