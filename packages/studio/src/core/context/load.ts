import { err, type Json, type JsonObject, ok, type Result } from '@atelier/kernel/core';
import { materialLineCost, workLineCost } from '../accounting/accounting.ts';
import type { Element, Issue, MaterialLine, Task, WorkLine } from '../domain/index.ts';
import { liveOf } from '../fold/records.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import type { ScopeAsked } from '../scope/needs-scope.ts';
import type { SkillTurn, SkillWorld } from '../skills/world.ts';
import { tokenEstimate } from './fence.ts';
import { createHandles, type Handles } from './handles.ts';
import { readTools } from './read-tools.ts';
import { search } from './search.ts';
import { type Slice, writeSlice } from './slice.ts';

export type Need = 'E' | 'S' | 'T' | 'L' | 'D' | 'F' | 'R' | 'K' | 'M';

/** Five limits, and how many tokens may go in and come out. */
export type Budgets = {
  readonly maxElements: number;
  readonly maxTasks: number;
  readonly maxLines: number;
  readonly maxKnowledgeChunks: number;
  readonly maxMessages: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
};

export type ContextRules = {
  readonly contextNeeds: readonly Need[];
  readonly budgets: Budgets;
  readonly overBudget: 'summarise' | 'needsScope';
  /** What it works on when nothing was named: everything, or what a search finds. */
  readonly unscoped: 'all' | 'search';
  /** What is looked up for a model before it is asked; rules look for themselves. */
  readonly tools?: readonly string[];
};

export type ContextStats = {
  readonly elements: number;
  readonly tasks: number;
  readonly lines: number;
  readonly chunks: number;
  /** Which elements it holds, for whoever asks why an answer missed one. */
  readonly elementIds: readonly string[];
  readonly messages: number;
  readonly bytes: number;
  readonly summarised: boolean;
};

export type SkillContext = {
  readonly data: Json;
  readonly handles: Handles;
  readonly stats: ContextStats;
  /** Of the knowledge that is in it. */
  readonly sources: readonly string[];
  readonly warnings: readonly Issue[];
};

export type OverBudget = { readonly code: 'BUDGET_EXCEEDED'; readonly asked: ScopeAsked };

/** What a skill may see, within its limits. What is scoped is kept whole; the rest is ranked, cut and summed up. */
export const loadContext = (
  rules: ContextRules,
  world: SkillWorld,
  turn: SkillTurn,
): Result<SkillContext, OverBudget> => {
  const { budgets, overBudget } = rules;
  const chosen = chooseElements(rules, world, turn);
  const scoped = new Set(chosen.scoped.map(({ id }) => id));
  const tooMuch = (): Result<never, OverBudget> =>
    err({
      code: 'BUDGET_EXCEEDED',
      asked: {
        why: 'tooMuch',
        mention: turn.text.slice(0, 200),
        candidates: liveOf(world.records.element)
          .slice(0, 5)
          .map(({ id, name }) => ({ elementId: id, label: name, score: 0, why: '' })),
      },
    });
  const rank = rankOf(world);
  const tasks = ranked(tasksFor(rules, world, chosen.all), (task) => rank(task.id, 0));
  const lines = ranked(linesFor(rules, world, chosen.all), (line) => rank(line.id, costOf(line)));
  const isOver =
    chosen.all.length > budgets.maxElements || tasks.length > budgets.maxTasks || lines.length > budgets.maxLines;
  if (overBudget === 'needsScope' && isOver && (scoped.size > 0 || rules.unscoped === 'all')) return tooMuch();
  if (overBudget === 'summarise' && chosen.scoped.length > budgets.maxElements && turn.scope.kind === 'elements')
    return tooMuch();

  const chunks = chunksFor(rules, world, turn);
  const lookedUp = rules.tools ? readTools(rules.tools, world, turn, chosen.scoped) : {};
  let limits = {
    elements: budgets.maxElements,
    tasks: budgets.maxTasks,
    lines: budgets.maxLines,
    chunks: budgets.maxKnowledgeChunks,
    lookedUp: true,
    messages: budgets.maxMessages,
    facts: 40,
    textLength: 600,
  };
  // Each round gives up the least: talk first, then references, then long texts, then what is not in scope.
  for (let round = 0; round < 24; round += 1) {
    const slice: Slice = {
      elements: chosen.all.slice(0, limits.elements),
      tasks: tasks.slice(0, limits.tasks),
      lines: lines.slice(0, limits.lines),
      restTasks: tasks.slice(limits.tasks),
      restLines: lines.slice(limits.lines),
      restElements: chosen.all.slice(limits.elements),
      chunks: chunks.slice(0, limits.chunks),
      messages: rules.contextNeeds.includes('M') && limits.messages > 0 ? world.messages.slice(-limits.messages) : [],
      facts: limits.facts,
      textLength: limits.textLength,
    };
    const handles = createHandles();
    const written = writeSlice(slice, rules.contextNeeds, world, handles);
    const data: Json = limits.lookedUp ? { ...(written as JsonObject), ...lookedUp } : written;
    const text = JSON.stringify(data);
    const summarised = slice.restTasks.length + slice.restLines.length + slice.restElements.length > 0;
    if (tokenEstimate(text) <= budgets.tokensIn)
      return ok({
        data,
        handles,
        stats: {
          elements: slice.elements.length,
          tasks: slice.tasks.length,
          lines: slice.lines.length,
          chunks: slice.chunks.length,
          elementIds: slice.elements.map(({ id }) => id),
          messages: slice.messages.length,
          bytes: new TextEncoder().encode(text).length,
          summarised,
        },
        sources: [...new Set(slice.chunks.map(({ source }) => source))],
        warnings: summarised ? [summarisedIssue] : [],
      });
    if (limits.messages > 2) limits = { ...limits, messages: 2 };
    else if (limits.chunks > 0) limits = { ...limits, chunks: 0 };
    else if (limits.textLength > 60) limits = { ...limits, textLength: Math.floor(limits.textLength / 3) };
    else if (limits.facts > 5) limits = { ...limits, facts: 5 };
    else if (limits.lookedUp && rules.tools) limits = { ...limits, lookedUp: false };
    else if (overBudget === 'needsScope' && scoped.size > 0) return tooMuch();
    else
      limits = {
        ...limits,
        messages: 0,
        tasks: half(limits.tasks),
        lines: half(limits.lines),
        elements: Math.max(1, half(limits.elements)),
      };
  }
  return tooMuch();
};

const half = (count: number): number => Math.floor(count / 2);

const summarisedIssue: Issue = {
  code: 'CONTEXT_SUMMARISED',
  severity: 'info',
  message: { he: 'הפרויקט גדול; חלק ממנו נקרא כסיכום.', en: 'The project is large; part of it was read as a summary.' },
};

/** Scoped ones first; else all, or the best matches of a search filled up in the project's own order. */
const chooseElements = (
  { contextNeeds, unscoped, budgets }: ContextRules,
  world: SkillWorld,
  { scope, text }: SkillTurn,
): { readonly scoped: readonly Element[]; readonly all: readonly Element[] } => {
  if (!contextNeeds.includes('E')) return { scoped: [], all: [] };
  const live = [...liveOf(world.records.element)].sort((a, b) => a.sortKey - b.sortKey || (a.id < b.id ? -1 : 1));
  if (scope.kind === 'elements') {
    const scoped = live.filter(({ id }) => scope.ids.includes(id));
    return { scoped, all: scoped };
  }
  if (scope.kind === 'project' || unscoped === 'all') return { scoped: live, all: live };
  const words = ({ name, aliases, notes }: Element): string =>
    [name.he, name.en, ...aliases, notes?.he, notes?.en].filter(Boolean).join(' ');
  const hits = search(
    text,
    live.map((element) => ({ id: element.id, text: words(element) })),
  );
  const place = new Map(hits.map(({ id }, at) => [id, at]));
  const all = [...live].sort(
    (a, b) => (place.get(a.id) ?? Number.MAX_SAFE_INTEGER) - (place.get(b.id) ?? Number.MAX_SAFE_INTEGER),
  );
  return { scoped: [], all: all.slice(0, budgets.maxElements) };
};

const tasksFor = (
  { contextNeeds, unscoped }: ContextRules,
  world: SkillWorld,
  elements: readonly Element[],
): readonly Task[] => {
  if (!contextNeeds.includes('T')) return [];
  const ids = new Set(elements.map(({ id }) => id));
  return liveOf(world.records.task).filter(
    ({ elementIds }) => elementIds.some((id) => ids.has(id)) || (elementIds.length === 0 && unscoped === 'all'),
  );
};

const linesFor = (
  { contextNeeds }: ContextRules,
  world: SkillWorld,
  elements: readonly Element[],
): readonly (MaterialLine | WorkLine)[] => {
  if (!contextNeeds.includes('L')) return [];
  const ids = new Set<string | null>([null, ...elements.map(({ id }) => id)]);
  return [...liveOf(world.records.materialLine), ...liveOf(world.records.workLine)].filter(({ elementId }) =>
    ids.has(elementId),
  );
};

const chunksFor = (
  { contextNeeds, tools = [] }: ContextRules,
  world: SkillWorld,
  { text }: SkillTurn,
): SkillWorld['knowledge'] =>
  contextNeeds.includes('K') || tools.includes('searchKnowledge') ? knowledgeAbout(world, text) : [];

/** What was brought in that fits the words, best first. */
export const knowledgeAbout = (world: SkillWorld, text: string): SkillWorld['knowledge'] => {
  const byId = new Map(world.knowledge.map((chunk) => [chunk.id, chunk]));
  const hits = search(
    text,
    world.knowledge.map(({ id, title, text: body }) => ({ id, text: `${title} ${body}` })),
  );
  return hits.flatMap(({ id }) => byId.get(id) ?? []);
};

const costOf = (line: MaterialLine | WorkLine): number =>
  'unit' in line ? materialLineCost(line) : workLineCost(line);

/** An open flag, the critical path, the draft, then cost: what a person would look at first. */
const rankOf = (world: SkillWorld): ((id: string, cost: number) => readonly number[]) => {
  const flagged = new Set(world.flags.flatMap(({ refs }) => refs.map(({ id }) => id)));
  let path: ReadonlySet<string> | undefined;
  const critical = (): ReadonlySet<string> => {
    path ??= new Set(scheduleOf(world.records).criticalPath);
    return path;
  };
  const drafted = new Set((world.draft?.ops ?? []).map((op) => (op.op === 'create' ? op.tempId : op.id)));
  return (id, cost) => [Number(flagged.has(id)), Number(critical().has(id)), Number(drafted.has(id)), cost];
};

const ranked = <Item extends { readonly id: string }>(
  items: readonly Item[],
  rank: (item: Item) => readonly number[],
): readonly Item[] => {
  const keyed = items.map((item) => ({ item, key: rank(item) }));
  keyed.sort((a, b) => {
    for (const [at, value] of a.key.entries()) if (value !== (b.key[at] ?? 0)) return (b.key[at] ?? 0) - value;
    return a.item.id < b.item.id ? -1 : 1;
  });
  return keyed.map(({ item }) => item);
};
