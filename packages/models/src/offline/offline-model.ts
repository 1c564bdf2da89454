import type { JsonObject } from '@atelier/kernel/core';
import { bundledModels } from '../core/bundled-models.ts';
import { type ChatEvent, type ChatMessage, type ChatRequest, noUsage } from '../core/chat.ts';
import type { ModelEntry } from '../core/registry.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { writeAskNote } from '../view/ask-note.ts';
import { earlier, inFull } from './conversation.ts';
import { actGoingOn } from './everyday/act-plan.ts';
import { answerGoingOn } from './everyday/plan.ts';
import { swappedInto } from './follow-up.ts';
import { phasePlan } from './phases.ts';
import {
  asObject,
  type Bilingual,
  inLanguage,
  listFiles,
  OfflineRefusal,
  type Plan,
  type Step,
  stepsIn,
  TOGETHER,
} from './plan.ts';
import { planFor } from './plan-for.ts';
import { dated, isWrite, recalling, sparingly, whole } from './play.ts';
import { withoutLooseTalk } from './reading/loose-talk.ts';
import { type Language, languageOf } from './request-text.ts';
import type { OfflineRule } from './rule.ts';
import { fileRules } from './rules/index.ts';
import { helpRequest, withWaysOn } from './suggest.ts';

export type OfflineModelOptions = {
  /** A surface's own rules, tried before the rules for files. */
  readonly rules?: readonly OfflineRule[];
  /** What "today" and "tomorrow" count from. */
  readonly now?: () => number;
};

/** Rules, no network and no weights. The same conversation always gets the same answer, and it never claims to be an AI. */
export const createOfflineModel = ({ rules = [], now = Date.now }: OfflineModelOptions = {}): ChatModel => {
  const known = [...rules, ...fileRules];
  const open: OpenPlan[] = [];
  return {
    entry: offlineEntry,
    stream: async function* (request, signal) {
      if (signal.aborted) return yield canceled;
      const next = replay(request, known, () => dayAt(now()), open);
      if ('name' in next) {
        const calls = next.name === TOGETHER ? stepsIn(next) : [next];
        for (const [at, { name, input }] of calls.entries())
          yield { kind: 'tool_call', call: { id: nextId(request) + (at === 0 ? '' : `_${at + 1}`), name, input } };
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

/** The calendar of whoever asks, not of Greenwich: at half past midnight "today" is the new day. */
const dayAt = (moment: number): string => {
  const at = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

const offlineEntry: ModelEntry = bundledModels.find(({ modelId }) => modelId === 'builtin:offline') as ModelEntry;

const canceled: ChatEvent = { kind: 'failed', failure: { code: 'USER_CANCELED', message: 'Canceled.' } };

/**
 * A plan that waits for results. A plan depends on nothing but what it was given, so one that is still there goes on
 * where it stands; any other is played again from its start, and comes to the same.
 */
type OpenPlan = {
  readonly plan: Plan;
  readonly step: IteratorResult<Step, string>;
  readonly asked: readonly ChatMessage[];
  readonly task: string;
  readonly given: readonly JsonObject[];
};
const mostOpen = 8;
const isSame = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/** Plays the plan for the last request from its start, giving it the results so far; what it asks for next comes out. */
const replay = (
  request: ChatRequest,
  rules: readonly OfflineRule[],
  today: () => string,
  open: OpenPlan[],
): Step | { readonly text: string } => {
  const at = request.messages.findLastIndex(({ role }) => role === 'user');
  const asked = request.messages[at];
  const text = withoutLooseTalk(request.task?.request ?? (asked?.role === 'user' ? asked.text : ''));
  const results = request.messages.slice(at + 1).flatMap(resultOf);
  const offered = new Set((request.tools ?? []).map(({ name }) => name));
  const language = languageOf(text);
  const hasWritten = request.messages.slice(at + 1).some(isDoneWrite);
  const refused = ({ sentence, suggestions = [] }: OfflineRefusal) => ({
    text: refusalText(inLanguage(language, sentence), hasWritten ? halfway : untouched, suggestions, language),
  });
  const { before } = earlier(request.messages);
  const canLook = lookingTools.every((name) => offered.has(name)) && !request.withholdTools;
  const said = request.messages
    .slice(0, Math.max(at, 0))
    .flatMap((each) => (each.role === 'user' ? [withoutLooseTalk(each.text)] : []));
  /** A refusal of what goes on offers requests like any other. */
  const orWaysOn = function* <T>(plan: Generator<Step, T, JsonObject>): Generator<Step, T, JsonObject> {
    try {
      return yield* plan;
    } catch (refusal) {
      if (!(refusal instanceof OfflineRefusal)) throw refusal;
      const files = yield* listFiles();
      throw yield* withWaysOn(refusal, rules, { files, meant: undefined, request: text, language });
    }
  };
  const planned = function* (): Plan {
    if (canLook && goesOn.test(text.trim()) && isRefused(request.messages.slice(0, Math.max(at, 0)))) {
      const files = yield* listFiles();
      const refusal = new OfflineRefusal(nothingBefore);
      throw yield* withWaysOn(refusal, rules, { files, meant: undefined, request: text, language });
    }
    if (said.length > 0 && canLook) {
      const answer = yield* orWaysOn(answerGoingOn(text));
      if (answer !== undefined) return answer;
    }
    const act = said.length > 0 && canLook ? yield* actGoingOn(text) : undefined;
    const swapped =
      act !== undefined ? act : before !== undefined && canLook ? yield* swappedInto(before, text) : undefined;
    const full = swapped ?? inFull(request.messages, text);
    // What "it" stands for was not found: nothing else is changed in its place.
    if (full === text && said.length > 0 && pointsBack.test(text.trim())) {
      const files = yield* listFiles();
      throw yield* withWaysOn(new OfflineRefusal(whatIsIt), rules, {
        files,
        meant: undefined,
        request: text,
        language,
      });
    }
    return yield* request.task ? phasePlan(request.task, full, rules, refused) : planFor(full, rules);
  };
  const messages = request.messages.slice(0, at + 1);
  const task = JSON.stringify([request.task ?? null, [...offered].toSorted(), canLook]);
  const waiting = open.findIndex(
    (each) =>
      each.task === task && isSame(each.asked, messages) && isSame(each.given, results.slice(0, each.given.length)),
  );
  const [kept] = waiting < 0 ? [] : open.splice(waiting, 1);
  const plan: Plan = kept?.plan ?? whole(sparingly(recalling(dated(planned(), today), said)));
  try {
    let step = kept?.step ?? plan.next();
    for (let from = kept?.given.length ?? 0; from < results.length && !step.done; ) {
      const count = step.value.name === TOGETHER ? stepsIn(step.value).length : 1;
      const own = results.slice(from, from + count);
      from += count;
      step = plan.next(step.value.name === TOGETHER ? { results: own } : (own[0] ?? {}));
    }
    if (step.done) return { text: step.value };
    const missing = (step.value.name === TOGETHER ? stepsIn(step.value) : [step.value]).find(
      ({ name }) => !offered.has(name),
    );
    open.push({ plan, step, asked: messages, task, given: results });
    if (open.length > mostOpen) open.shift();
    if (request.withholdTools || missing) return refused(new OfflineRefusal(missingTool(missing ?? step.value)));
    return step.value;
  } catch (refusal) {
    if (!(refusal instanceof OfflineRefusal)) throw refusal;
    return refused(refusal);
  }
};

const pointsBack =
  /^(?:(?:ok|okay|and|now|so|please|pls|then|also|can you|could you)[\s,]+)*(?:sort|order|delete|remove|save|export|convert|mark|set|rename|move|put|take) (?:it|that|those|these|them|this)(?![\p{L}])|^(?:(?:ו?עכשיו|בבקשה|טוב|אוקיי)[\s,]+)*ו?(?:תמיי(?:ן|ני)|תסדרי?|תמחקי?|תסמ(?:ן|ני)|תשמרי?|תעבירי?|תוציאי?) (?:אותו|אותה|אותם|אותן|את זה|את אלה)(?![\p{L}])/iu;
const whatIsIt: Bilingual = {
  en: "I don't know what that stands for. Say the file or the rows by name.",
  he: 'איני יודע למה הכוונה. כתבו את שם הקובץ או את השורות.',
};
/** "And in October?", which says only what is different from the request before. */
const goesOn =
  /^(?:and|what about|how about)(?: [^\s?]+){1,3} ?\?*$|^ומה (?:עם|לגבי) \S.{0,30}$|^ו[בלמ]-?[^\s?]{3,}(?: [^\s?]+)? ?\?$/iu;
const nothingBefore: Bilingual = {
  en: "I couldn't answer the request before, so there is nothing to go on from. Ask for all of it.",
  he: 'על הבקשה הקודמת לא יכולתי לענות, ולכן אין ממה להמשיך. כתבו את כולה.',
};
const isRefused = (before: readonly ChatMessage[]): boolean => {
  const said = before.flatMap((message) => (message.role === 'assistant' ? [message.text] : [])).at(-1) ?? '';
  return [untouched.en, untouched.he].some((each) => said.includes(each));
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

/** Every refusal says why and what became of the files, and offers complete requests that will be carried out. */
const refusalText = (reason: string, files: Bilingual, suggestions: readonly string[], language: Language): string =>
  `${reason}\n\n${inLanguage(language, files)}${writeAskNote([...new Set([...suggestions.slice(0, 3), inLanguage(language, helpRequest)])])}`;
const untouched: Bilingual = {
  en: "I didn't change anything. I'm the built-in model (rules, no AI).",
  he: 'לא שיניתי דבר. אני המודל המובנה (כללים, ללא בינה מלאכותית).',
};
const halfway: Bilingual = {
  en: "Part of what you asked for was done before that, and the rest was not. Look at what changed. I'm the built-in model (rules, no AI).",
  he: 'חלק מהבקשה כבר בוצע, והשאר לא. כדאי לראות מה השתנה. אני המודל המובנה (כללים, ללא בינה מלאכותית).',
};

const isDoneWrite = (message: ChatMessage): boolean =>
  message.role === 'tool' && isWrite(message) && asObject(message.result).ok !== false;

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
