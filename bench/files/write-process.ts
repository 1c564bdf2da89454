import { writeMeasured } from './memory.ts';

const [path = '', rows = '0'] = process.argv.slice(2);
process.stdout.write(String(await writeMeasured(path, Number(rows))));
