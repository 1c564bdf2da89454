/**
 * Breaks the code once for each lock, as the registry says, and wants a test of that lock to fail: a proof that cannot
 * fail is none. Works on a copy of the repository.
 *
 *   node checks/lock-mutations.ts [lock …]
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lock } from '../packages/rails/lock-registry.ts';
import { type Coverage, edited, readCoverage } from './locks.ts';

/** The tracked files and those not yet added. What is installed is linked, save our own packages, which are the copy's. */
const copyOf = (root: string): string => {
  const copy = mkdtempSync(join(tmpdir(), 'atelier-mutations-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const path of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { verbatimSymlinks: true });
  }
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name === '@atelier')
      cpSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    else symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  return copy;
};

type Verdict = 'failed as it must' | 'still passes' | 'did not run';

const tryLock = async (copy: string, { id, mutation }: Lock, { proofs }: Coverage): Promise<Verdict> => {
  const sound = new Map(mutation.map(({ file }) => [join(copy, file), readFileSync(join(copy, file), 'utf8')]));
  const files = [...new Set(proofs.filter(({ lock }) => lock === id).map(({ file }) => file))];
  try {
    for (const edit of mutation) {
      const place = join(copy, edit.file);
      const broken = edited(readFileSync(place, 'utf8'), edit);
      if (broken === undefined) return 'did not run';
      writeFileSync(place, broken);
    }
    const { numFailedTests, numPassedTests } = await run(copy, files, `\\[lock:${id}\\]`);
    if (numFailedTests > 0) return 'failed as it must';
    return numPassedTests > 0 ? 'still passes' : 'did not run';
  } finally {
    for (const [place, text] of sound) writeFileSync(place, text);
  }
};

/** As the code stands, so that nothing else is taken for the mutation's doing. */
const passes = async (copy: string, { proofs }: Coverage): Promise<boolean> => {
  const { numFailedTests, numPassedTests } = await run(copy, [...new Set(proofs.map(({ file }) => file))], '\\[lock:');
  return numFailedTests === 0 && numPassedTests > 0;
};

type Ran = { readonly numFailedTests: number; readonly numPassedTests: number };

/** Those tests of the files whose titles match. Code that cannot be loaded runs none. */
const run = async (copy: string, files: readonly string[], titles: string): Promise<Ran> => {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const program = join(copy, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', ...files, '-t', titles, '--retry=0', '--reporter=json', '--outputFile', report];
  await new Promise<void>((resume) => {
    spawn(process.execPath, [program, ...args], { cwd: copy, stdio: 'ignore' }).on('close', () => resume());
  });
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numFailedTests: 0, numPassedTests: 0 };
};

const main = async (root: string, wanted: readonly string[]): Promise<void> => {
  const coverage = readCoverage(root);
  const copy = copyOf(root);
  let wrong = 0;
  try {
    if (!(await passes(copy, coverage))) throw new Error('the tests of the locks do not pass as the code stands');
    for (const lock of coverage.locks.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
      const verdict = await tryLock(copy, lock, coverage);
      if (verdict !== 'failed as it must') wrong += 1;
      console.log(`${verdict === 'failed as it must' ? 'ok  ' : 'FAIL'} ${lock.id}: ${verdict}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  console.log(wrong === 0 ? 'Every lock tried fails when its rule is broken.' : `${wrong} do not.`);
  if (wrong > 0) process.exitCode = 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(fileURLToPath(new URL('../', import.meta.url)), process.argv.slice(2));
