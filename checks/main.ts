// npm run check: every check over the repository, what it found, and whether all of it holds.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checks, passed } from './checks.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
let failed = 0;
await Promise.all(
  checks.map(async ({ name, run }) => {
    const verdict = await run(root);
    const holds = passed(verdict);
    if (!holds) failed += 1;
    console.log(`${holds ? 'ok  ' : 'FAIL'} ${name} (${verdict.files} files)`);
    for (const line of verdict.found) console.log(`     ${line}`);
    if (verdict.files === 0) console.log('     looked at no file: the check itself is broken');
  }),
);
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
