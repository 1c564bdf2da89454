// Imported for its effect: from here on this process opens sockets to itself and to nobody else. Whatever a test means
// to reach elsewhere fails at once, on every machine, whether or not it has a network.
import { Socket } from 'node:net';

type Connect = (this: Socket, ...options: unknown[]) => Socket;

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;
const connect = Socket.prototype.connect as Connect;

const onlyLoopback: Connect = function (this: Socket, ...options) {
  const { host, path } = addressOf(options);
  if (path !== undefined || host === undefined || loopback.test(host)) return connect.apply(this, options);
  // A host that is no loopback address never gets as far as a name lookup.
  process.nextTick(() => this.destroy(new Error(`no socket leaves this machine: ${host}`)));
  return this;
};
Socket.prototype.connect = onlyLoopback as typeof Socket.prototype.connect;

/** Node also calls this with its own normalised list of arguments. */
const addressOf = (
  options: readonly unknown[],
): { readonly host?: string | undefined; readonly path?: string | undefined } => {
  const [first, second] = Array.isArray(options[0]) ? (options[0] as readonly unknown[]) : options;
  if (typeof first === 'object' && first !== null) return first as { host?: string; path?: string };
  if (typeof first === 'number') return { host: typeof second === 'string' ? second : undefined };
  return { path: String(first) };
};
