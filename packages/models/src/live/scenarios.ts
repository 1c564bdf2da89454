import type { JsonObject } from '@atelier/kernel/core';
import type { ChatEvent, ChatRequest } from '../core/chat.ts';
import { beginRun } from '../core/tool-run.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { createMemoryToolLog } from '../ports/tool-log.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import { createToolLoop, type LoopEvent } from '../usecases/tool-loop.ts';
import type { LiveScenario } from './scenario.ts';

const patience = 120_000;

const collect = async (model: ChatModel, request: ChatRequest, signal = AbortSignal.timeout(patience)) => {
  const events: ChatEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
};
const textOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.kind === 'text' ? [event.delta] : [])).join('');
const failureIn = (events: readonly ChatEvent[]): string | undefined => {
  const last = events.at(-1);
  return last?.kind === 'failed' ? `${last.failure.code}: ${last.failure.message}` : undefined;
};

/** A number no model can know without asking. */
const secret = 48_271;
const lookUp: Toolbox = {
  tools: [
    {
      name: 'look_up',
      description: 'Looks up the number of a town.',
      inputSchema: {
        type: 'object',
        properties: { town: { type: 'string' } },
        required: ['town'],
        additionalProperties: false,
      },
      access: 'read',
      returnsData: false,
    },
  ],
  call: async ({ input }): Promise<JsonObject> =>
    typeof input.town === 'string' ? { ok: true, town: input.town, number: secret } : { ok: false },
};

/** The promises of the port. */
export const portScenarios: readonly LiveScenario[] = [
  {
    id: 'text',
    promise: 'text streams and ends with what it cost',
    run: async (model) => {
      const events = await collect(model, { messages: [{ role: 'user', text: 'Answer with the single word: pear' }] });
      const last = events.at(-1);
      if (last?.kind !== 'finished') return failureIn(events) ?? 'the stream did not finish';
      if (!/pear/i.test(textOf(events))) return 'the word is missing';
      return last.usage && last.usage.inputTokens > 0 && last.usage.outputTokens > 0
        ? undefined
        : 'no usage was reported';
    },
  },
  {
    id: 'tools',
    promise: 'a tool is called, its result is used, and the conversation goes back over the wire',
    run: async (model) => {
      const loop = createToolLoop({
        toolLog: createMemoryToolLog(),
        sha256: (text) => String(text),
        now: () => performance.now(),
        random: Math.random,
        wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      });
      const run = beginRun([
        { role: 'user', text: 'Which number does the town Akko have? Answer with the number alone.' },
      ]);
      let last: LoopEvent | undefined;
      for await (const event of loop(run, {
        model,
        toolbox: lookUp,
        signal: AbortSignal.timeout(patience),
        limits: { maxTurns: 6 },
      }))
        last = event;
      if (last?.kind !== 'ended') return 'the run did not end';
      if (last.outcome.kind !== 'answered') return JSON.stringify(last.outcome);
      return last.outcome.text.replace(/\D/g, '').includes(String(secret)) ? undefined : 'the number is missing';
    },
  },
  {
    id: 'structured',
    promise: 'a closed schema gives one JSON value that fits it',
    run: async (model) => {
      const schema = {
        type: 'object',
        properties: { fruit: { type: 'string' } },
        required: ['fruit'],
        additionalProperties: false,
      };
      const messages = [{ role: 'user' as const, text: 'Name one fruit, as JSON {"fruit": "…"}.' }];
      const events = await collect(model, { messages, output: { name: 'fruit', schema } });
      const failure = failureIn(events);
      if (failure) return failure;
      try {
        const value: unknown = JSON.parse(textOf(events));
        return typeof value === 'object' && value !== null && 'fruit' in value ? undefined : 'the field is missing';
      } catch {
        return 'the answer is not JSON';
      }
    },
  },
  {
    id: 'abort',
    promise: 'aborting ends the stream as canceled',
    run: async (model) => {
      const controller = new AbortController();
      const request = { messages: [{ role: 'user' as const, text: 'Count from 1 to 500 in words.' }] };
      let last: ChatEvent | undefined;
      for await (const event of model.stream(request, controller.signal)) {
        last = event;
        if (event.kind === 'text') controller.abort();
      }
      return last?.kind === 'failed' && last.failure.code === 'USER_CANCELED'
        ? undefined
        : `it ended with ${last?.kind}`;
    },
  },
];
