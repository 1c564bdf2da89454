import type { JsonObject } from '@atelier/kernel/core';
import { bundledModels } from '../core/bundled-models.ts';
import { type ChatEvent, type ChatMessage, type ChatRequest, noUsage } from '../core/chat.ts';
import type { ModelEntry } from '../core/registry.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { writeAskNote } from '../view/ask-note.ts';
import { earlier, inFull } from './conversation.ts';
import { swappedInto } from './follow-up.ts';
import { phasePlan } from './phases.ts';
import { type Bilingual, inLanguage, OfflineRefusal, type Plan, type Step } from './plan.ts';
import { planFor } from './plan-for.ts';
import { isWrite, sparingly, whole } from './play.ts';
import { languageOf } from './request-text.ts';
import type { OfflineRule } from './rule.ts';
import { fileRules } from './rules/index.ts';
import { helpRequest } from './suggest.ts';

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
  const text = request.task?.request ?? (asked?.role === 'user' ? asked.text : '');
  const results = request.messages.slice(at + 1).flatMap(resultOf);
  const offered = new Set((request.tools ?? []).map(({ name }) => name));
  const language = languageOf(text);
  const refused = ({ sentence, suggestions = [] }: OfflineRefusal) => ({
    text: refusalText(inLanguage(language, sentence), suggestions, language),
  });
  const { before } = earlier(request.messages);
  const canLook = lookingTools.every((name) => offered.has(name)) && !request.withholdTools;
  const planned = function* (): Plan {
    const swapped = before !== undefined && canLook ? yield* swappedInto(before, text) : undefined;
    const full = swapped ?? inFull(request.messages, text);
    return yield* request.task ? phasePlan(request.task, full, rules, refused) : planFor(full, rules);
  };
  const plan: Plan = whole(sparingly(planned()));
  try {
    let step = plan.next();
    for (const result of results) {
      if (step.done) break;
      step = plan.next(result);
    }
    if (step.done) return { text: step.value };
    if (request.withholdTools || !offered.has(step.value.name))
      return refused(new OfflineRefusal(missingTool(step.value)));
    return step.value;
  } catch (refusal) {
    if (!(refusal instanceof OfflineRefusal)) throw refusal;
    return refused(refusal);
  }
};

const lookingTools = ['list_files', 'get_file_map', 'table_get_map', 'table_query'];

const resultOf = (message: ChatMessage): readonly JsonObject[] =>
  message.role === 'tool' ? [message.result as JsonObject] : [];

const nextId = ({ messages }: ChatRequest): string =>
  `offline_${messages.filter(({ role }) => role === 'assistant').length + 1}`;

const missingTool = (step: Step): Bilingual =>
  isWrite(step)
    ? {
        en: "That would change a file, and files can't be changed here.",
        he: 'זה היה משנה קובץ, וכאן אי אפשר לשנות קבצים.',
      }
    : {
        en: `That needs the tool ${step.name}, which isn't available in this step.`,
        he: `לשם כך דרוש הכלי ${step.name}, שאינו זמין בשלב הזה.`,
      };

/** Every refusal says why, that nothing was changed, and offers complete requests that will be carried out. */
const refusalText = (reason: string, suggestions: readonly string[], language: 'en' | 'he'): string => {
  const kept =
    language === 'he'
      ? 'לא שיניתי דבר. אני המודל המובנה (כללים, ללא בינה מלאכותית).'
      : "I didn't change anything. I'm the built-in model (rules, no AI).";
  return `${reason}\n\n${kept}${writeAskNote([...new Set([...suggestions.slice(0, 3), inLanguage(language, helpRequest)])])}`;
};

/** The ways to ask as a document prints them, with ‹…› for the names of a file. */
export const offlineGrammar = (rules: readonly OfflineRule[] = fileRules) =>
  rules.map(({ id, ways }) => ({
    id,
    ways: ways.map(({ en, he }) => ({ en: opened(en, slotNames.en), he: opened(he, slotNames.he) })),
  }));

const opened = (way: string, names: Readonly<Record<string, string>>): string =>
  way.replace(/\{(\w+)\}/g, (_all, slot: string) => `‹${names[slot] ?? slot}›`);
const slotNames = {
  en: {
    file: 'file',
    any: 'file',
    book: 'workbook',
    doc: 'document',
    deck: 'presentation',
    text_file: 'text file',
    number: 'number column',
    text: 'text column',
    value: 'value',
    n: 'number',
    new: 'new file',
  },
  he: {
    file: 'קובץ',
    any: 'קובץ',
    book: 'חוברת',
    doc: 'מסמך',
    deck: 'מצגת',
    text_file: 'קובץ טקסט',
    number: 'עמודת מספרים',
    text: 'עמודת טקסט',
    value: 'ערך',
    n: 'מספר',
    new: 'קובץ חדש',
  },
} as const;
