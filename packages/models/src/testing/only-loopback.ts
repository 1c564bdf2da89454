// Imported for its effect: from here on this process opens sockets to itself and to nobody else. Whatever a test means
// to reach elsewhere fails at once, on every machine, whether or not it has a network. What a test starts is beyond it:
// scripts/seclusion.ts keeps that, where the system allows.
import { Socket as DatagramSocket } from 'node:dgram';
import { isIP, Socket } from 'node:net';

type Connect = (this: Socket, ...options: unknown[]) => Socket;

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;
const connect = Socket.prototype.connect as Connect;

/** What a machine without a network says: no such name, or no way to that address. */
const refusal = (host: string) =>
  Object.assign(new Error(`no socket leaves this machine: ${host}`), {
    code: isIP(host) === 0 ? 'ENOTFOUND' : 'ENETUNREACH',
  });

const onlyLoopback: Connect = function (this: Socket, ...options) {
  const { host, path } = addressOf(options);
  if (path !== undefined || host === undefined || loopback.test(host)) return connect.apply(this, options);
  // A host that is no loopback address never gets as far as a name lookup.
  process.nextTick(() => this.destroy(refusal(host)));
  return this;
};

type Datagram = (this: DatagramSocket, ...options: unknown[]) => void;

/** The host is the only text behind the first argument, which may be the message. */
const onlyLoopbackDatagrams = (pass: Datagram): Datagram =>
  function (this: DatagramSocket, ...options) {
    const host = options.slice(1).find((each) => typeof each === 'string');
    if (host === undefined || loopback.test(host)) return pass.apply(this, options);
    const heard = options.at(-1);
    process.nextTick(() => (typeof heard === 'function' ? heard(refusal(host)) : this.emit('error', refusal(host))));
  };

// Test files that share a process bring this rule once each.
if (connect.name !== onlyLoopback.name) {
  Socket.prototype.connect = onlyLoopback as typeof Socket.prototype.connect;
  DatagramSocket.prototype.send = onlyLoopbackDatagrams(DatagramSocket.prototype.send as Datagram);
  DatagramSocket.prototype.connect = onlyLoopbackDatagrams(DatagramSocket.prototype.connect as Datagram);
}

/** Node also calls this with its own normalised list of arguments. */
const addressOf = (
  options: readonly unknown[],
): { readonly host?: string | undefined; readonly path?: string | undefined } => {
  const [first, second] = Array.isArray(options[0]) ? (options[0] as readonly unknown[]) : options;
  if (typeof first === 'object' && first !== null) return first as { host?: string; path?: string };
  // A port may be written as text; any other text is a path.
  if (/^\d+$/.test(String(first))) return { host: typeof second === 'string' ? second : undefined };
  return { path: String(first) };
};
