import { once } from 'node:events';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { JsonObject } from '@atelier/kernel/core';
import { Agent } from 'undici';
import { bundledModels } from '../../core/bundled-models.ts';
import { type HostedProvider, providerHosts } from '../../core/egress.ts';
import { wireNameOf } from '../../core/registry.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { createCertificate } from './certificate.ts';
import { googleGenerate } from './google-generate.ts';
import { mistralChat, openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { ScriptedError, SeenRequest, Turn, Wire } from './script.ts';

/** How a provider speaks; every other one is an OpenAI-compatible server. */
export const wireOf = (provider: string): Wire =>
  (provider in providerHosts ? wireByHost[providerHosts[provider as HostedProvider]] : undefined) ?? openaiChat;

const wireByHost: Readonly<Record<string, Wire>> = {
  [providerHosts.openai]: openaiResponses,
  [providerHosts.anthropic]: anthropicMessages,
  [providerHosts.google]: googleGenerate,
  [providerHosts.mistral]: mistralChat,
};

export type Doubles = {
  /** Reaches the doubles under the real hosts' names, over TLS, and nothing else. */
  readonly dispatcher: Agent;
  /** The address of the double that speaks as a local, OpenAI-compatible server over plain http. */
  readonly localEndpoint: string;
  readonly seen: readonly SeenRequest[];
  /** Hosts whose caller left in the middle of an answer. */
  readonly hungUp: readonly string[];
  /** Turns are answered in order; a request beyond the last one gets status 500. */
  readonly script: (...turns: readonly Turn[]) => void;
  readonly close: () => Promise<void>;
};

/** Every provider on loopback, so that the clients we ship are the clients we test. */
export const startDoubles = async (): Promise<Doubles> => {
  const hosts = Object.keys(wireByHost);
  const certificate = createCertificate(hosts);
  const seen: SeenRequest[] = [];
  const hungUp: string[] = [];
  let turns: Turn[] = [];

  const answer: RequestListener = (request, response) => {
    void respond(request, response).catch(() => response.destroy());
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? '').split(':')[0] ?? '';
    seen.push({ host, path: request.url ?? '', headers: plain(request.headers), body: await bodyOf(request) });
    if (request.method === 'GET') {
      const turn = turns.shift();
      if (turn?.cut) return void response.destroy();
      if (turn?.error) return sendError(wireByHost[host] ?? openaiChat, turn.error, response);
      return send(response, 200, turn?.raw ?? JSON.stringify({ object: 'list', data: served(host) }));
    }
    response.once('close', () => {
      if (!response.writableEnded && !response.errored) hungUp.push(host);
    });
    await play(
      wireByHost[host] ?? openaiChat,
      turns.shift() ?? { error: { status: 500, message: 'the script is over' } },
      response,
    );
  };

  const secure = createTlsServer(certificate, answer);
  const local = createPlainServer(answer);
  await Promise.all([listen(secure), listen(local)]);
  const port = (secure.address() as AddressInfo).port;
  const localPort = (local.address() as AddressInfo).port;
  const dispatcher = new Agent({
    connect: (options, callback) => {
      const socket = hosts.includes(options.hostname)
        ? connectTls({ host: '127.0.0.1', port, servername: options.hostname, ca: certificate.cert })
        : options.hostname === '127.0.0.1' && Number(options.port) === localPort
          ? connectPlain({ host: '127.0.0.1', port: localPort })
          : undefined;
      if (!socket) return callback(new Error(`no double answers for ${options.hostname}`), null);
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => callback(null, socket));
      socket.once('error', (fault) => callback(fault, null));
    },
  });
  return {
    dispatcher,
    localEndpoint: `http://127.0.0.1:${localPort}/v1`,
    seen,
    hungUp,
    script: (...next) => {
      turns = [...next];
    },
    close: async () => {
      await dispatcher.destroy();
      for (const server of [secure, local]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
};

/** A hosted provider serves what this build knows of it; any other server one small model. */
const served = (host: string) => [
  { id: 'small-model' },
  ...bundledModels
    .filter(({ provider }) => providerHosts[provider as HostedProvider] === host)
    .map((entry) => ({ id: wireNameOf(entry) })),
];

const play = async (wire: Wire, turn: Turn, response: ServerResponse): Promise<void> => {
  if (turn.delay) await wait(turn.delay);
  await turn.after;
  if (turn.redirectTo) return send(response, 307, '', { location: turn.redirectTo });
  if (turn.error && turn.error.after === undefined) return sendError(wire, turn.error, response);
  response.writeHead(200, { 'content-type': turn.type ?? 'text/event-stream' });
  if (turn.raw !== undefined) return void response.end(turn.raw);
  for (const [at, chunk] of chunksOf(wire, turn).entries()) {
    // A caller who hangs up meanwhile ends the silence.
    if (turn.hold?.after === at) {
      const silence = 'until' in turn.hold ? turn.hold.until : wait(turn.hold.ms, undefined, { ref: false });
      await Promise.race([silence, once(response, 'close')]);
    }
    if (response.destroyed) return;
    if (!response.write(chunk)) await new Promise((drained) => response.once('drain', drained));
    // Each chunk leaves on its own, as a provider's does.
    await new Promise((next) => setImmediate(next));
  }
  if (turn.cut?.how === 'break') response.destroy();
  else response.end();
};

const chunksOf = (wire: Wire, turn: Turn): readonly (string | Uint8Array)[] => {
  const chunks = wire.stream(turn);
  if (turn.error?.after !== undefined) return [...chunks.slice(0, turn.error.after), wire.errorChunk(turn.error)];
  if (!turn.cut) return chunks;
  const { after, bytes = 0 } = turn.cut;
  const part = Buffer.from(chunks[after] ?? '').subarray(0, bytes);
  return [...chunks.slice(0, after), ...(part.length > 0 ? [part] : [])];
};

const sendError = (wire: Wire, error: ScriptedError, response: ServerResponse) =>
  send(response, error.status, JSON.stringify(error.body ?? wire.error(error)), error.headers);

const send = (
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
};

const bodyOf = async (request: IncomingMessage): Promise<JsonObject> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? {} : (JSON.parse(text) as JsonObject);
};

const plain = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const listen = (server: { listen: (port: number, host: string, done: () => void) => unknown }) =>
  new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
