import type { JsonObject, Sha256 } from '@atelier/kernel/core';
import { judgeCall, type LoopVerdict, rememberCall, type SeenCall, seenCall } from '../core/loop-detection.ts';
import { isLarge, recallPiece, receiptOf } from '../core/receipt.ts';
import { type LoopLimits, type PendingCall, refusalResult, type ToolRun } from '../core/tool-run.ts';
import type { StoredEntry, ToolLog } from '../ports/tool-log.ts';
import type { LoopTool, Toolbox } from '../ports/toolbox.ts';

export type AnswerDeps = { readonly toolLog: ToolLog; readonly sha256: Sha256; readonly now: () => number };

export type Answered = {
  readonly result: JsonObject;
  /** What the model is given: the result, or a receipt for it. */
  readonly shown: JsonObject;
  readonly recent: readonly SeenCall[];
  readonly verdict: LoopVerdict;
  readonly ms: number;
  readonly stored: StoredEntry;
};

export const recallTool = 'recall_tool_result';

/** Answers one call: by the toolbox, from the tool log, or with what was wrong about it. Undefined: canceled meanwhile. */
export const answerCall =
  ({ toolLog, sha256, now }: AnswerDeps) =>
  async (
    run: ToolRun,
    call: PendingCall,
    {
      toolbox,
      limits,
      signal,
    }: { readonly toolbox: Toolbox; readonly limits: LoopLimits; readonly signal: AbortSignal },
  ): Promise<Answered | undefined> => {
    const tool = toolbox.tools.find(({ name }) => name === call.name);
    const seen = seenCall(call, tool?.access ?? 'read', sha256);
    const verdict = judgeCall(run.recent, seen, limits.loop);
    const began = now();
    const result =
      verdict.kind === 'stop'
        ? refusalResult('AGENT_LOOP_DETECTED', `The same call was made ${verdict.count} times; it was not run again.`)
        : (wrongCall(call, tool, toolbox) ?? (await runCall(call, toolbox, toolLog, limits, signal)));
    if (!result) return undefined;
    const ms = now() - began;
    const receipt = tool?.returnsData && isLarge(result) ? receiptOf(result, run.nextEntry) : null;
    const stored = await toolLog.record({
      entryId: run.nextEntry,
      callId: call.id,
      name: call.name,
      input: call.input,
      result,
      receipt,
      ms,
    });
    const shown = receipt ?? result;
    return {
      result,
      shown: verdict.kind === 'warn' ? { ...shown, notice: warning(call.name, verdict.count) } : shown,
      recent: rememberCall(run.recent, seen, result.ok !== false, limits.loop),
      verdict,
      ms,
      stored,
    };
  };

const wrongCall = (call: PendingCall, tool: LoopTool | undefined, { tools }: Toolbox): JsonObject | undefined => {
  if (!tool) {
    const candidates = tools.map(({ name }) => name);
    return refusalResult('VALIDATION_FAILED', `There is no tool ${call.name} here.`, { candidates });
  }
  if (call.unreadable === undefined) return undefined;
  return refusalResult('VALIDATION_FAILED', 'The arguments were not one JSON object. Call again with valid JSON.', {
    // A cut between the halves of one character would leave half of it.
    received: call.unreadable.slice(0, 200).toWellFormed(),
  });
};

const runCall = async (
  call: PendingCall,
  toolbox: Toolbox,
  toolLog: ToolLog,
  { toolTimeoutMs }: LoopLimits,
  signal: AbortSignal,
): Promise<JsonObject | undefined> => {
  if (call.name === recallTool) return recall(call.input, toolLog);
  const timeout = AbortSignal.timeout(toolTimeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  const { id, name, input } = call;
  const running = toolbox.call({ id, name, input }, either);
  // A tool that does not listen to its signal must not hold up a person who cancels.
  const stopped = new Promise<'stopped'>((resolve) => {
    if (either.aborted) resolve('stopped');
    else either.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  running.catch(() => undefined);
  const first = await Promise.race([running, stopped]);
  if (first !== 'stopped' && !signal.aborted) return first;
  if (signal.aborted) return undefined;
  return refusalResult(
    'TOOL_TIMEOUT',
    `${name} took longer than ${Math.round(toolTimeoutMs / 1000)} s and was stopped. Ask for a smaller part, and look at the file before writing again.`,
  );
};

const recall = async ({ entry_id, offset, limit }: JsonObject, toolLog: ToolLog): Promise<JsonObject> => {
  const entryId = Number(entry_id);
  const stored = Number.isInteger(entryId) ? await toolLog.find(entryId) : undefined;
  if (!stored)
    return refusalResult('VALIDATION_FAILED', `There is no stored result ${JSON.stringify(entry_id ?? null)}.`);
  const from = typeof offset === 'number' && offset > 0 ? Math.floor(offset) : 0;
  return recallPiece(JSON.stringify(stored), from, typeof limit === 'number' && limit > 0 ? Math.floor(limit) : null);
};

const warning = (name: string, count: number): string =>
  `You called ${name} with these same arguments ${count} times. The answer will not change: use what you have, or do something else.`;
