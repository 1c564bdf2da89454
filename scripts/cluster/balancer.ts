import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export type Upstream = { readonly host: string; readonly port: number };

export type Balancer = {
  readonly origin: string;
  /** How many requests each upstream has answered, in the order they were named. */
  readonly answered: () => readonly number[];
  readonly stop: () => Promise<void>;
};

/** An upstream that could not be reached is left alone for so long. */
const FAILED_FOR_MS = 2_000;
/** So long a request looks for an upstream that can be reached. */
const TRY_FOR_MS = 5_000;
const PAUSE_MS = 100;

/**
 * A small balancer for tests and for trying out. Requests go to the upstreams in turn; a browser stays at one, for a
 * file that it uploaded and did not add yet is only there. One that could not even be
 * connected to is tried elsewhere; one that was under way when its server died fails, and its sender tries again.
 * Host and Origin are rewritten: without a public name a server answers to its own alone.
 */
export const startBalancer = async (upstreams: readonly Upstream[], port = 0): Promise<Balancer> => {
  const failedUntil = upstreams.map(() => 0);
  const answered = upstreams.map(() => 0);
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  let turn = 0;

  const choose = (cookie: string | undefined): number | undefined => {
    const first = cookie === undefined ? turn : numberOf(cookie);
    for (let looked = 0; looked < upstreams.length; looked += 1) {
      const at = (first + looked) % upstreams.length;
      if ((failedUntil[at] ?? 0) > Date.now()) continue;
      if (cookie === undefined) turn = at + 1;
      return at;
    }
    return undefined;
  };
  const isReachable = ({ host, port: to }: Upstream): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect({ host, port: to });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  /** The next upstream that takes a connection; undefined when none does for a while. */
  const reach = async ({ headers }: IncomingMessage): Promise<number | undefined> => {
    for (const until = Date.now() + TRY_FOR_MS; Date.now() < until; ) {
      const at = choose(headers.cookie);
      const upstream = at === undefined ? undefined : upstreams[at];
      if (at !== undefined && upstream && (await isReachable(upstream))) return at;
      if (at !== undefined) failedUntil[at] = Date.now() + FAILED_FOR_MS;
      else await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    }
    return undefined;
  };
  const headersFor = (incoming: IncomingMessage, { host, port: to }: Upstream): Record<string, string | string[]> => {
    const own = `${host}:${to}`;
    const headers: Record<string, string | string[]> = { ...(incoming.headers as Record<string, string>), host: own };
    if (incoming.headers.origin !== undefined) headers['origin'] = `http://${own}`;
    return headers;
  };
  const outgoing = (incoming: IncomingMessage, upstream: Upstream) =>
    httpRequest({
      ...upstream,
      method: incoming.method,
      path: incoming.url,
      headers: headersFor(incoming, upstream),
      agent: incoming.headers.upgrade === undefined ? agent : false,
    });

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = await reach(incoming);
    const upstream = at === undefined ? undefined : upstreams[at];
    if (at === undefined || !upstream) return void response.writeHead(503).end('no server\n');
    const request = outgoing(incoming, upstream);
    request.on('error', () => {
      failedUntil[at] = Date.now() + FAILED_FOR_MS;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end('the server is gone\n');
    });
    request.on('response', (answer) => {
      answered[at] = (answered[at] ?? 0) + 1;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      answer.on('aborted', () => response.destroy());
      answer.pipe(response);
    });
    response.on('close', () => request.destroy());
    incoming.pipe(request);
  };

  const server = createServer((incoming, response) => {
    void pass(incoming, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', async (incoming, socket, head) => {
    const at = await reach(incoming);
    const upstream = at === undefined ? undefined : upstreams[at];
    if (!upstream) return socket.destroy();
    const request = outgoing(incoming, upstream);
    request.on('error', () => socket.destroy());
    request.on('response', () => socket.destroy());
    request.on('upgrade', (answer, other, rest) => {
      const lines = answer.rawHeaders.reduce((all, text, nth) => all + text + (nth % 2 === 0 ? ': ' : '\r\n'), '');
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
      if (rest.length > 0) socket.write(rest);
      if (head.length > 0) other.write(head);
      for (const [one, another] of [
        [socket, other],
        [other, socket],
      ] as const) {
        one.on('error', () => another.destroy());
        one.on('close', () => another.destroy());
        one.pipe(another);
      }
    });
    request.end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => [...answered],
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const numberOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0);
