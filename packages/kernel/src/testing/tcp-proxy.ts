import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  readonly port: number;
  /** What goes over the connections of now, and of those to come, is swallowed: nobody is told that they are broken. */
  readonly swallow: (which: 'open' | 'all' | 'none') => void;
  readonly stop: () => Promise<void>;
};

/** A network between two processes that loses things without a word. */
export const startTcpProxy = async (target: { readonly host: string; readonly port: number }): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let losesNew = false;
  const server = createServer((near) => {
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      if (losesNew) lost.add(one);
      one.on('data', (bytes) => void (lost.has(one) || other.write(bytes)));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        if (!lost.has(one)) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    swallow: (which) => {
      losesNew = which === 'all';
      if (which !== 'none') for (const socket of sockets) lost.add(socket);
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
