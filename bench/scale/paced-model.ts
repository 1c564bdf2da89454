import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A part of a run, as its prompt names it: `plan`, `implement 2`. */
type Part = string;

export type PacedModel = {
  readonly url: string;
  /** What was asked for, in order. */
  readonly asked: readonly Part[];
  /** The next call for this part is answered only when it is let; `reached` once it has come. */
  readonly hold: (part: Part) => { readonly reached: Promise<void>; readonly release: () => void };
  readonly close: () => Promise<void>;
};

type Hold = { readonly part: Part; readonly reached: () => void; readonly released: Promise<void> };
type Message = { readonly role: string };

/** Answers a call in the middle of its text when it is held there. */
const summary = 'All the files are written, and every one of them says what it should.';

/**
 * A model server on loopback that any process can use: it plans so many files and writes them, one an item, and decides
 * from the request alone, so that asking again gets the same answer.
 */
export const startPacedModel = async (items = 3): Promise<PacedModel> => {
  const asked: Part[] = [];
  const holds: Hold[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'paced' }] }));
    }
    const text = await bodyOf(request);
    const { messages } = JSON.parse(text) as { readonly messages: readonly Message[] };
    const part = partOf(text);
    asked.push(part);
    const at = holds.findIndex((hold) => hold.part === part);
    const [hold] = at === -1 ? [] : holds.splice(at, 1);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const isAfterCall = messages.at(-1)?.role === 'tool';
    const said = isAfterCall ? ['Done.'] : saidIn(part, items);
    for (const [nth, delta] of said.entries()) {
      if (hold && nth === Math.floor(said.length / 2)) {
        hold.reached();
        await hold.released;
      }
      response.write(chunkOf(typeof delta === 'string' ? { content: delta } : delta));
    }
    const isCall = typeof said[0] !== 'string';
    response.write(chunkOf({}, isCall ? 'tool_calls' : 'stop'));
    response.end('data: [DONE]\n\n');
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    hold: (part) => {
      const [come, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.push({ part, reached: come.resolve, released: go.promise });
      return { reached: come.promise, release: go.resolve };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

const partOf = (request: string): Part => {
  const phase = /PHASE: (\w+)/.exec(request)?.[1]?.toLowerCase() ?? 'other';
  const item = /<item[^>]*>(?:\\n|\s)*(\d+)\./.exec(request)?.[1];
  return phase === 'implement' ? `implement ${item}` : phase;
};

const saidIn = (part: Part, items: number): readonly (string | object)[] => {
  const [phase, item] = part.split(' ');
  if (phase === 'plan')
    return [Array.from({ length: items }, (_, at) => `- [ ] ${at + 1}. Write ${at + 1}`).join('\n')];
  if (phase === 'summary') return summary.split(/(?<= )/);
  if (phase !== 'implement') return ['Findings.'];
  const input = JSON.stringify({ path: `${item}.txt`, content: `file ${item}\n`, summary: `Wrote ${item}.txt.` });
  return [
    {
      tool_calls: [
        { index: 0, id: `call_${item}`, type: 'function', function: { name: 'write_text_file', arguments: input } },
      ],
    },
  ];
};

const chunkOf = (delta: object, ends: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chat_1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'paced',
    choices: [{ index: 0, delta, finish_reason: ends }],
    ...(ends && { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } }),
  })}\n\n`;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};
