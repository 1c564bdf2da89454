import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryHost } from '@atelier/files';
import { openFiles } from '@atelier/files/testing';
import { checkById, type Left } from '../../fixtures/offline-checks.ts';
import { type Expected, isAsExpected } from '../../fixtures/offline-outside-checks.ts';
import requests from '../../fixtures/offline-requests.json' with { type: 'json' };
import { furnish } from '../../fixtures/offline-world.ts';
import type { ChatMessage } from '../core/chat.ts';
import type { ChatTask } from '../core/task.ts';
import { beginRun } from '../core/tool-run.ts';
import { createOfflineModel } from '../offline/offline-model.ts';
import { createMemoryToolLog } from '../ports/tool-log.ts';
import { createToolLoop } from '../usecases/tool-loop.ts';
import { toolboxOf } from '../usecases/toolbox-of.ts';

export type Verdict = 'done' | 'refused' | 'wrong';
export type DeskResult = {
  readonly id: string;
  readonly request: string;
  readonly mustRefuse: boolean;
  readonly verdict: Verdict;
  readonly text: string;
  readonly changed: readonly string[];
};

export type Furnishing = typeof furnish;

/** A folder of real files, the real tools, the real loop and the offline model: one request after another, each from the same start. */
export const openDesk = async (
  furnishing: Furnishing = furnish,
  [year, month, day]: readonly [number, number, number] = [2026, 10, 18],
) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-desk-'));
  const host = createMemoryHost();
  const files = openFiles(host, { folder });
  await furnishing(
    (path, bytes) => void host.put(path, bytes),
    (tool, args) => files.call(tool, args),
  );
  const start = new Map((await host.list()).map(({ path }) => [path, Buffer.from(host.bytes(path) ?? [])]));
  const model = createOfflineModel({ now: () => new Date(year, month, day, 9).getTime() });
  const toolbox = toolboxOf(files);

  const reset = async () => {
    for (const { path } of await host.list()) if (!start.has(path)) host.remove(path);
    for (const [path, bytes] of start) host.put(path, bytes);
  };

  const ask = async (request: string) => {
    await reset();
    return answer(request, start);
  };

  /** The last of several requests in one conversation. */
  const askOn = async (earlier: readonly string[], request: string) => {
    await reset();
    const before: ChatMessage[] = [];
    for (const each of earlier) {
      const { text } = await answer(each, start, { before });
      before.push({ role: 'user', text: each }, { role: 'assistant', text });
    }
    const held = await contents();
    const result = await answer(request, start, { before });
    // What the requests before changed is not changed by a refusal.
    return isRefusal(result.text) ? { ...result, changed: await changedSince(held) } : result;
  };

  /** One phase of a turn, on the folder as the phase before left it. */
  const playPhase = (task: ChatTask, tools?: readonly string[]) =>
    answer(task.request, start, { task, ...(tools ? { tools } : {}) });

  /** The same with further files in the folder. */
  const askWith = async (more: Readonly<Record<string, Buffer>>, request: string) => {
    await reset();
    for (const [path, bytes] of Object.entries(more)) host.put(path, bytes);
    const result = await answer(request, new Map([...start, ...Object.entries(more)]));
    return { ...result, read: (path: string) => Buffer.from(host.bytes(path) ?? []) };
  };

  const answer = async (
    request: string,
    start: ReadonlyMap<string, Buffer>,
    { before = [], task, tools }: Setting = {},
  ) => {
    const loop = createToolLoop({
      toolLog: createMemoryToolLog(),
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      now: () => performance.now(),
      random: () => 0,
      wait: async () => undefined,
    });
    let text = '';
    let calls = 0;
    const run = beginRun([...before, { role: 'user', text: request }]);
    const offered = { ...toolbox, tools: toolbox.tools.filter(({ name }) => tools?.includes(name) ?? true) };
    const options = { model, toolbox: offered, signal: new AbortController().signal, ...(task ? { task } : {}) };
    for await (const event of loop(run, options)) {
      if (event.kind === 'tool_started') calls += 1;
      if (event.kind === 'ended') {
        text = event.outcome.kind === 'answered' ? event.outcome.text : JSON.stringify(event.outcome);
      }
    }
    return { text, calls, changed: await changedSince(start) };
  };

  const contents = async (): Promise<ReadonlyMap<string, Buffer>> =>
    new Map((await host.list()).map(({ path }) => [path, Buffer.from(host.bytes(path) ?? [])]));

  const changedSince = async (base: ReadonlyMap<string, Buffer>): Promise<readonly string[]> => {
    const now = (await host.list()).map(({ path }) => path);
    const changed = now.filter((path) => !base.get(path)?.equals(host.bytes(path) ?? Buffer.alloc(0)));
    const lost = [...base.keys()].filter((path) => !now.includes(path));
    return [...changed, ...lost].toSorted();
  };

  const judge = async ({ id, request, refuse = false }: Request): Promise<DeskResult> => {
    const { text, changed } = await ask(request);
    const check = checkById[id];
    const isRight =
      check !== undefined &&
      JSON.stringify(changed) === JSON.stringify(check.changes.toSorted()) &&
      check.holds(leftBehind(text));
    return { id, request, mustRefuse: refuse, verdict: verdictOf(text, changed, isRight), text, changed };
  };

  /** The same for a request whose author wrote down what is right. */
  const judgeOutside = async ({ id, request, expect, before = [] }: OutsideRequest): Promise<DeskResult> => {
    const { text, changed } = await askOn(before, request);
    const isRight = isAsExpected(expect, leftBehind(text), changed);
    const verdict = verdictOf(text, changed, isRight);
    return { id, request, mustRefuse: expect.kind === 'refuse', verdict, text, changed };
  };

  const leftBehind = (text: string): Left => ({
    text,
    bytes: (path) => host.bytes(path) ?? Buffer.alloc(0),
    before: (path) => start.get(path) ?? Buffer.alloc(0),
  });

  return {
    ask,
    askOn,
    askWith,
    playPhase,
    reset,
    read: (path: string) => Buffer.from(host.bytes(path) ?? []),
    put: (path: string, bytes: Buffer) => void host.put(path, bytes),
    judgeOutside,
    /** The plain requests, all of them or each nth. */
    judgeEach: async (nth = 1): Promise<readonly DeskResult[]> => {
      const results: DeskResult[] = [];
      for (const [at, request] of (requests as readonly Request[]).entries())
        if (at % nth === 0) results.push(await judge(request));
      return results;
    },
    close: async () => {
      await files.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Says that nothing was changed: no answer does. */
export const isRefusal = (text: string): boolean => /I didn't change anything\.|לא שיניתי דבר\./.test(text);

const verdictOf = (text: string, changed: readonly string[], isRight: boolean): Verdict => {
  if (isRefusal(text)) return changed.length === 0 ? 'refused' : 'wrong';
  return isRight ? 'done' : 'wrong';
};

/** Requests with what is right, by people who knew what the model is for and not how it reads. */
export const outside = (set: 'first' | 'second' | 'shaping'): readonly OutsideRequest[] =>
  JSON.parse(readFileSync(new URL(`../../fixtures/offline-outside/${set}.json`, import.meta.url), 'utf8'));

export type OutsideRequest = {
  readonly id: string;
  readonly request: string;
  readonly expect: Expected;
  /** What was asked before in the same conversation. */
  readonly before?: readonly string[];
};
type Setting = {
  readonly before?: readonly ChatMessage[];
  readonly task?: ChatTask;
  /** The tools of the phase; absent: all. */
  readonly tools?: readonly string[];
};
type Request = { readonly id: string; readonly request: string; readonly refuse?: boolean };
