import type { JsonObject } from '@atelier/kernel/core';
import { bundledModels } from '../core/bundled-models.ts';
import { type ChatEvent, type ChatMessage, type ChatRequest, noUsage } from '../core/chat.ts';
import type { ModelEntry } from '../core/registry.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { type Bilingual, inLanguage, listFiles, OfflineRefusal, type Plan, type Step } from './plan.ts';
import { languageOf, readRequest } from './request-text.ts';
import { matchRule, notUnderstood, type OfflineRule } from './rule.ts';
import { fileRules } from './rules/index.ts';

export type OfflineModelOptions = {
  /** A surface's own rules, tried before the rules for files. */
  readonly rules?: readonly OfflineRule[];
};

/** Rules, no network and no weights. The same conversation always gets the same answer, and it never claims to be an AI. */
export const createOfflineModel = ({ rules = [] }: OfflineModelOptions = {}): ChatModel => {
  const known = [...rules, ...fileRules];
  return {
    entry: offlineEntry,
    stream: async function* (request, signal) {
      if (signal.aborted) return yield canceled;
      const next = replay(request, known);
      if ('name' in next) {
        yield { kind: 'tool_call', call: { id: nextId(request), name: next.name, input: next.input } };
        return yield { kind: 'finished', reason: 'tool_calls', usage: noUsage };
      }
      for (const piece of next.text.match(/[\s\S]{1,60}/g) ?? []) {
        if (signal.aborted) return yield canceled;
        yield { kind: 'text', delta: piece };
      }
      yield { kind: 'finished', reason: 'stop', usage: noUsage };
    },
  };
};

const offlineEntry: ModelEntry = bundledModels.find(({ modelId }) => modelId === 'builtin:offline') as ModelEntry;

const canceled: ChatEvent = { kind: 'failed', failure: { code: 'USER_CANCELED', message: 'Canceled.' } };

/** Plays the plan for the last request from its start, giving it the results so far; what it asks for next comes out. */
const replay = (request: ChatRequest, rules: readonly OfflineRule[]): Step | { readonly text: string } => {
  const at = request.messages.findLastIndex(({ role }) => role === 'user');
  const asked = request.messages[at];
  const text = asked?.role === 'user' ? asked.text : '';
  const results = request.messages.slice(at + 1).flatMap(resultOf);
  const offered = new Set((request.tools ?? []).map(({ name }) => name));
  try {
    const plan = whole(planFor(text, rules));
    let step = plan.next();
    for (const result of results) {
      if (step.done) break;
      step = plan.next(result);
    }
    if (step.done) return { text: step.value };
    if (request.withholdTools || !offered.has(step.value.name)) {
      return { text: refusalText(text, rules, missingTool(step.value.name)) };
    }
    return step.value;
  } catch (refusal) {
    if (!(refusal instanceof OfflineRefusal)) throw refusal;
    return { text: refusalText(text, rules, refusal.sentence) };
  }
};

function* planFor(text: string, rules: readonly OfflineRule[]): Plan {
  const files = yield* listFiles();
  const request = readRequest(text, files);
  const match = matchRule(rules, request, files);
  if (!match) throw new OfflineRefusal(notUnderstood);
  return yield* match.rule.plan(match.asked);
}

/** A large result arrives as a receipt: the whole of it is recalled, piece by piece, before the plan sees it. */
function* whole(plan: Plan): Plan {
  let step = plan.next();
  while (!step.done) {
    let result = yield step.value;
    if (result.receipt === true) {
      let text = '';
      for (let offset: number | null = 0; offset !== null; ) {
        const piece: JsonObject = yield {
          name: 'recall_tool_result',
          input: { entry_id: String(result.entry_id), offset, limit: null },
        };
        text += String(piece.text ?? '');
        offset = typeof piece.next_offset === 'number' ? piece.next_offset : null;
      }
      result = JSON.parse(text) as JsonObject;
    }
    step = plan.next(result);
  }
  return step.value;
}

const resultOf = (message: ChatMessage): readonly JsonObject[] =>
  message.role === 'tool' ? [message.result as JsonObject] : [];

const nextId = ({ messages }: ChatRequest): string =>
  `offline_${messages.filter(({ role }) => role === 'assistant').length + 1}`;

const missingTool = (name: string): Bilingual => ({
  en: `That needs the tool ${name}, which is not at hand in this step.`,
  he: `לשם כך דרוש הכלי ${name}, שאינו זמין בשלב הזה.`,
});

/** Every refusal says why, what can be asked instead, and that nothing was changed. */
const refusalText = (request: string, rules: readonly OfflineRule[], reason: Bilingual): string => {
  const language = languageOf(request);
  const lines = rules.flatMap(({ grammar }) => inLanguage(language, grammar).split('; ')).map((way) => `- ${way}`);
  const [before, after] =
    language === 'he'
      ? ['לא שיניתי דבר. אני המודל המובנה (כללים, ללא בינה מלאכותית), ואני יכול:', 'לכל דבר אחר, חברו מודל בהגדרות.']
      : [
          'Nothing was changed. I am the built-in model (rules, no AI). I can:',
          'For more, connect a model in Settings.',
        ];
  return [inLanguage(language, reason), '', before, '', ...lines, '', after].join('\n');
};

/** The grammar as a document prints it. */
export const offlineGrammar = (rules: readonly OfflineRule[] = fileRules) =>
  rules.map(({ id, grammar }) => ({ id, ...grammar }));
