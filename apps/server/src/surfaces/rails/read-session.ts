import { type SessionHealth, sessionStream } from '@atelier/contracts';
import type { Trouble } from '@atelier/kernel/ports';
import { foldSalvaged, type RunState, type SessionState, type WorkflowOf } from '@atelier/rails/console';
import type { SessionId } from '@atelier/rails/core';
import type { RailsStore } from '../../services/runs.ts';

export type ReadSession = {
  readonly sessionId: SessionId;
  readonly state: SessionState;
  readonly health: SessionHealth;
};

/** A session to look at; of a damaged one, the part before the damage. Undefined when there is none. */
export const readSession = async (store: RailsStore, id: string): Promise<ReadSession | undefined> => {
  const sessionId = id as SessionId;
  const found = await store.sessions.at(sessionId);
  if (found.ok) return found.value && { sessionId, state: found.value, health: { kind: 'healthy' } };
  const salvaged = await store.salvage(sessionStream(sessionId));
  return {
    sessionId,
    state: foldSalvaged(sessionId, salvaged.events),
    health: troubleToHealth(found.error.health),
  };
};

export const troubleToHealth = ({ kind, reason, validNext }: Trouble): SessionHealth => ({ kind, reason, validNext });

/** The pinned workflows of a session, looked up once. */
export const pinnedOf = async (store: RailsStore, state: SessionState): Promise<WorkflowOf> => {
  const byHash = new Map<string, ReturnType<WorkflowOf>>();
  for (const { workflowHash } of [...state.runs.values()])
    byHash.set(workflowHash, byHash.get(workflowHash) ?? (await store.workflows.get(workflowHash)));
  return ({ workflowHash }: RunState) => byHash.get(workflowHash);
};
