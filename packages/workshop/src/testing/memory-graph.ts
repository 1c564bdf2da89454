import { ok } from '@atelier/kernel/core';
import type { GraphNode, RunGraph } from '../ports/index.ts';

type Advance = { readonly token: string; readonly step: string; readonly notes: string };

/** The graph of `wr.rpi` in memory: research, plan, one node a pass while it is told to continue, summary. */
export const createMemoryGraph = () => {
  const runs = new Map<string, { at: number; step: string | null }>();
  const answers = new Map<string, GraphNode>();
  const advances: Advance[] = [];
  const nodeOf = (runId: string): GraphNode => {
    const run = runs.get(runId) ?? { at: 0, step: 'research' };
    const nodeId = `${runId}/${run.at}`;
    if (run.step === null) return { sessionId: 'sess', nodeId, ackToken: null, step: null, blockers: [] };
    return {
      sessionId: 'sess',
      nodeId,
      ackToken: `${runId}|${run.at}|${run.step}`,
      step: { stepId: run.step, title: run.step, prompt: '', contract: null },
      blockers: [],
    };
  };
  const graph: RunGraph = {
    open: async ({ runId }) => {
      if (!runs.has(runId)) runs.set(runId, { at: 0, step: 'research' });
      return ok(nodeOf(runId));
    },
    advance: async (token, { notes, artifacts }) => {
      const known = answers.get(token);
      if (known) return ok(known);
      const [runId = '', at = '', step = ''] = token.split('|');
      const isLeft = artifacts.some(({ decision }) => decision === 'continue');
      const next = { research: 'plan', plan: 'item', item: isLeft ? 'item' : 'summary' }[step] ?? null;
      runs.set(runId, { at: Number(at) + 1, step: next });
      advances.push({ token, step, notes });
      const node = nodeOf(runId);
      answers.set(token, node);
      return ok(node);
    },
  };
  return { ...graph, advances };
};
