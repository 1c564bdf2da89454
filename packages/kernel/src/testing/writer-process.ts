// A real process that is told to begin, appends to one stream as fast as it can and prints each key once it is
// acknowledged.
// node writer-process.ts <data> <stream> <name> [count]
import { once } from 'node:events';
import { createDiskLog } from '../adapters/disk/disk-log.ts';

const [data = '', stream = '', name = '', count = 'endless'] = process.argv.slice(2);
const log = createDiskLog({ data, limits: { events: 50, bytes: 4 * 1024 * 1024 } });
const total = count === 'endless' ? Number.POSITIVE_INFINITY : Number(count);

/** One commit of three events; two of them wait together now and then, so that groups are torn too. */
const append = async (n: number): Promise<void> => {
  for (;;) {
    const events = [0, 1, 2].map((part) => ({
      kind: 'said',
      key: `${name}-${n}-${part}`,
      data: { text: 'x'.repeat(n % 700) },
    }));
    const answer = await log.append(stream, events, { expected: 'any' });
    if (answer.ok) break;
    // A refused append changed nothing, or is settled by its keys: try again.
    if (answer.error.code !== 'LOCKED') throw new Error(JSON.stringify(answer.error));
    process.stdout.write(`locked ${answer.error.ownerPid ?? ''}\n`);
  }
  process.stdout.write(`done ${name}-${n}\n`);
};

await once(process.stdin, 'data');
process.stdin.destroy();
for (let n = 0; n < total; n += 2) await Promise.all([append(n), append(n + 1)]);
await log.close();
