import type { JsonObject } from '@atelier/kernel/core';
import { mergeContext } from '../core/context.ts';
import type { ReadDeps } from './deps.ts';
import { keysOf, locate, readToken, sameScope } from './place.ts';

/** Whether a start with these arguments would find its workflow and be allowed its context. Writes nothing. */
export const canStart =
  ({ catalog }: Pick<ReadDeps, 'catalog'>) =>
  async (request: {
    readonly workflowId: string;
    readonly context?: JsonObject | undefined;
    readonly goal?: string | undefined;
    readonly workspacePath: string | null;
  }): Promise<boolean> => {
    const found = await catalog.find(request.workflowId, { workspacePath: request.workspacePath });
    return found.ok && mergeContext({}, { ...request.context, goal: request.goal ?? '' }).ok;
  };

/** Whether the receipt is ours, names a step that is here, and belongs to the place sent with it. */
export const receiptFits =
  (deps: Pick<ReadDeps, 'keyring' | 'hmac' | 'sessions'>) =>
  async (tokens: { readonly ackToken: string; readonly stateToken?: string | undefined }): Promise<boolean> => {
    const keys = await keysOf(deps);
    if (!keys.ok) return false;
    const ack = readToken(deps, keys.value, 'ackToken', tokens.ackToken);
    if (!ack.ok || !(await locate(deps, ack.value)).ok) return false;
    if (tokens.stateToken === undefined) return true;
    const state = readToken(deps, keys.value, 'stateToken', tokens.stateToken);
    return state.ok && sameScope(ack.value, state.value, 'ackToken').ok;
  };
