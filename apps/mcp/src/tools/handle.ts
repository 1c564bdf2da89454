import { ok } from '@atelier/kernel/core';
import {
  advance,
  authoringHelp,
  checkpoint,
  checkSource,
  inspectWorkflow,
  listWorkflows,
  type Refusal,
  type ResumeDeps,
  rehydrate,
  resumeSession,
  startWorkflow,
  type WriteDeps,
} from '@atelier/rails/usecases';
import { createCallProof } from './call-proof.ts';
import type { ToolResult } from './content.ts';
import { answerResult, dataResult, errorResult, withWarning } from './content.ts';
import { correctBadInput, correctRefused } from './correct-call.ts';
import { depsForElsewhere } from './elsewhere.ts';
import type { InputOf, ToolName } from './inputs.ts';
import { readInput } from './lenient.ts';
import { listText } from './list-text.ts';
import { type Asked, isAsked, type Person, questionResult } from './question.ts';
import { wordBadInput, wordRefusal } from './words.ts';
import { checkWorkspace, wordWorkspace } from './workspace.ts';

export type Workplace = { readonly path: string; readonly confidence: 'low' | 'med' | 'high' };
export type CallFacts = {
  /** Where the client works, when the call itself does not say. */
  readonly workplace: () => Promise<Workplace | null>;
  /** Told once what the call turned out to be about; for log lines only. */
  readonly about: (ids: Readonly<Record<string, string>>) => void;
  /** What the client calls itself, where it does. */
  readonly agent?: string | undefined;
  /** Undefined where the person cannot be asked, or did not answer. */
  readonly person?: Person | undefined;
};

export type Outcome = ToolResult | Asked;

export type McpDeps = WriteDeps & Pick<ResumeDeps, 'resume'>;

const NOBODY: CallFacts = { workplace: async () => null, about: () => undefined };

type Handlers = { readonly [T in ToolName]: (input: InputOf<T>, facts: CallFacts) => Promise<Outcome | Refusal> };

/** Where the folders are that agents name: on this machine, or on one of theirs. */
export type FoldersOf = 'here' | 'elsewhere';

/** One call, from what was sent to what is answered. Refusals become envelopes here and nowhere else. */
export const createToolHandler = (given: McpDeps, folders: FoldersOf = 'here') => {
  const deps = folders === 'here' ? given : depsForElsewhere(given);
  const checkPlace = folders === 'here' ? checkWorkspace : async () => ok(null);
  const handlers = createHandlers(deps);
  const provenCall = createCallProof(deps, checkPlace, (tool, input) => handlers[tool](input as never, NOBODY));
  return async (name: string, sent: unknown, facts: CallFacts): Promise<Outcome> => {
    const tool = name as ToolName;
    const replaced: string[] = [];
    const input = readInput(tool, sent, (places) => replaced.push(...places));
    if (!input.ok) {
      const correct = await provenCall(correctBadInput(input.error, { tool, sent }));
      return errorResult(wordBadInput(input.error, correct));
    }
    const place = await checkPlace((input.value as { readonly workspacePath?: string }).workspacePath);
    if (!place.ok) return errorResult(wordWorkspace(place.error));
    const handler = handlers[tool] as (input: unknown, facts: CallFacts) => Promise<Outcome | Refusal>;
    const outcome = await handler(input.value, facts);
    if ('code' in outcome) {
      const correct = await provenCall(correctRefused(outcome as Refusal, { tool, sent: input.value }));
      return errorResult(wordRefusal(outcome as Refusal, tool, correct));
    }
    return replaced.length === 0 || isAsked(outcome) ? outcome : withWarning(outcome, halfCharacters(replaced));
  };
};

const createHandlers = (deps: McpDeps): Handlers => {
  const workplaceFor = async (path: string | undefined, facts: CallFacts): Promise<Workplace | null> =>
    path === undefined ? facts.workplace() : { path, confidence: 'high' };

  return {
    list_workflows: async ({ workspacePath, ...filter }, facts) => {
      const workplace = await workplaceFor(workspacePath, facts);
      const found = await listWorkflows(deps)({ ...filter, workspacePath: workplace?.path ?? null });
      return dataResult({ ...found }, listText(found, filter));
    },
    inspect_workflow: async ({ workflowId, mode = 'preview', source, workspacePath }, facts) => {
      if (mode === 'schema' || mode === 'example' || mode === 'builtins')
        return dataResult({ ...(await authoringHelp(deps)(mode)) });
      const workplace = await workplaceFor(workspacePath, facts);
      if (mode === 'check') {
        if (source === undefined) return misuse('no_source');
        return dataResult({ ...(await checkSource(deps)(source, workplace?.path ?? null)) });
      }
      if (workflowId === undefined) return misuse('no_workflow');
      const found = await inspectWorkflow(deps)(workflowId, mode, workplace?.path ?? null);
      return found.ok ? dataResult({ ...found.value }) : found.error;
    },
    start_workflow: async ({ workspacePath, ...request }, facts) => {
      const workspace = await workplaceFor(workspacePath, facts);
      const started = await startWorkflow(deps)({ ...request, workspace, agent: facts.agent });
      if (!started.ok) return started.error;
      facts.about(idsOf(started.value.answer));
      return answerResult(started.value.answer, started.value.references);
    },
    continue_workflow: async ({ stateToken, ackToken, context, output, preferences }, facts) => {
      const answered =
        ackToken !== undefined
          ? await advance(deps)(
              { stateToken, ackToken, context, output, preferences, person: facts.person },
              facts.about,
            )
          : stateToken === undefined
            ? { ok: false as const, error: misuse('no_token') }
            : context || output || preferences
              ? { ok: false as const, error: misuse('payload_without_ack') }
              : await rehydrate(deps)({ stateToken }, facts.about);
      if (answered.ok) return answerResult(answered.value);
      return answered.error.code === 'INPUT_REQUIRED' ? questionResult(answered.error.question) : answered.error;
    },
    checkpoint_workflow: async (request, facts) => {
      const saved = await checkpoint(deps)(request);
      if (!saved.ok) return saved.error;
      facts.about({ ...saved.value.session, nodeId: saved.value.checkpointNodeId });
      return dataResult({ ...saved.value });
    },
    resume_session: async (request, facts) => {
      const guessed = request.workspacePath === undefined ? await facts.workplace() : null;
      // A root the client named is as good as a path in the call; our own folder is a guess.
      const place = guessed?.confidence === 'med' ? { workspacePath: guessed.path } : {};
      const found = await resumeSession(deps)({ ...request, ...place, fallbackPath: guessed?.path ?? null });
      return found.ok ? dataResult({ ...found.value }) : found.error;
    },
  };
};

const halfCharacters = (places: readonly string[]) => ({
  code: 'HALF_CHARACTERS_REPLACED',
  message: `Half a character (a cut emoji, for instance) was replaced by \ufffd in ${places.slice(0, 5).join(', ')}. The rest was recorded as sent.`,
});

const misuse = (reason: Extract<Refusal, { code: 'MISUSE' }>['reason']): Refusal => ({
  code: 'MISUSE',
  reason,
  details: {},
});

const idsOf = ({ session }: { session: { sessionId: string; runId: string } }): Record<string, string> => ({
  sessionId: session.sessionId,
  runId: session.runId,
});
