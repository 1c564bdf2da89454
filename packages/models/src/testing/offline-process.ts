// Each nth of the sixty requests in a process of its own, for places without a network: node offline-process.ts <n>
import './only-loopback.ts';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { openDesk } from './offline-desk.ts';

const reach = (host: string, port: number) =>
  new Promise<string>((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    socket.on('connect', () => resolve('reached'));
    socket.on('timeout', () => resolve('timeout'));
    socket.on('error', (fault) => resolve((fault as NodeJS.ErrnoException).code ?? fault.message));
    socket.on('close', () => socket.destroy());
  });

const desk = await openDesk();
const results = await desk.judgeEach(Number(process.argv[2] ?? 1));
await desk.close();
console.log(
  JSON.stringify({
    interfaces: Object.keys(networkInterfaces()),
    outside: await reach('192.0.2.1', 80),
    verdicts: results.map(({ mustRefuse, verdict }) => [mustRefuse ? 'to refuse' : 'to do', verdict]),
  }),
);
