import type { ChatModel } from '@atelier/models';
import type { ChatRequest, ModelEntry } from '@atelier/models/core';
import { createScriptedModel, type ScriptedTurn, scriptedEntry } from '@atelier/models/testing';

type Turns = readonly ScriptedTurn[] | ((request: ChatRequest) => ScriptedTurn);

export type PhaseScript = {
  readonly research?: Turns;
  readonly plan?: Turns | string;
  /** By item and attempt: `1`, and `1.2` for its second attempt. */
  readonly items?: Readonly<Record<string, Turns>>;
  readonly summary?: Turns;
  readonly ask?: Turns;
};

/** A model that says what it is told to in each part of a run, and remembers what it was asked. */
export const createPhasedModel = (script: PhaseScript, entry: ModelEntry = scriptedEntry) => {
  const attempts = new Map<string, number>();
  const model = createScriptedModel((request) => turnOf(script, request, attempts), entry);
  const of = (phase: string, item?: number): readonly ChatRequest[] =>
    model.requests.filter(({ task }) => task?.phase === phase && (item === undefined || task.item?.number === item));
  return Object.assign(model, { of }) satisfies ChatModel;
};

const turnOf = (script: PhaseScript, request: ChatRequest, attempts: Map<string, number>): ScriptedTurn => {
  const said = request.messages.filter(({ role }) => role === 'assistant' || role === 'tool');
  const turn = said.filter(({ role }) => role === 'assistant').length;
  const pick = (turns: Turns | undefined, otherwise: string): ScriptedTurn => {
    if (typeof turns === 'function') return turns(request);
    return turns?.[turn] ?? { text: otherwise };
  };
  switch (request.task?.phase) {
    case 'research':
      return pick(script.research, 'Findings.');
    case 'plan':
      return typeof script.plan === 'string' ? { text: script.plan } : pick(script.plan, '<!-- analysis_only -->');
    case 'implement': {
      const item = String(request.task.item?.number);
      if (turn === 0) attempts.set(item, (attempts.get(item) ?? 0) + 1);
      const attempt = attempts.get(item) ?? 1;
      return pick((attempt > 1 ? script.items?.[`${item}.${attempt}`] : undefined) ?? script.items?.[item], 'Done.');
    }
    case 'summary':
      return pick(script.summary, 'All done.');
    default:
      return pick(script.ask, 'An answer.');
  }
};

let calls = 0;
export const call = (name: string, input: Record<string, unknown>) => ({
  id: `c${calls++}`,
  name,
  input: input as never,
});

/** One turn that writes a text file, then one that says so. */
export const writes = (path: string, content: string, text = 'Done.'): readonly ScriptedTurn[] => [
  { calls: [call('write_text_file', { path, content, summary: `Wrote ${path}.` })] },
  { text },
];
