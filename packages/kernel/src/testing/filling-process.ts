// A real process that appends until it is refused, says why, and goes on when it is told that there is room again.
// node filling-process.ts <data> <stream>
import { once } from 'node:events';
import { createDiskLog } from '../adapters/disk/disk-log.ts';

const [data = '', stream = ''] = process.argv.slice(2);
const log = createDiskLog({ data });

const append = (n: number) =>
  log.append(stream, [{ kind: 'said', key: `key-${n}`, data: { text: 'x'.repeat(20_000) } }], { expected: 'any' });

let n = 0;
for (let answer = await append(n); ; answer = await append(n)) {
  if (!answer.ok) {
    console.log(`refused ${JSON.stringify(answer.error)}`);
    break;
  }
  n += 1;
}
const again = await append(n);
console.log(`again ${again.ok ? 'done' : again.error.code}`);

await once(process.stdin, 'data');
const answer = await append(n);
console.log(`after ${answer.ok ? 'done' : JSON.stringify(answer.error)}`);
await log.close();
process.stdin.destroy();
