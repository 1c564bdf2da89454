import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, lockfileFindings, type Manifest } from './lockfile.ts';
import { type Ran, runTool } from './run-tool.ts';

/** What a check saw. One that looked at no file has not passed: it is broken. */
export type Verdict = { readonly files: number; readonly found: readonly string[] };
export type Check = { readonly name: string; readonly run: (root: string) => Promise<Verdict> };

export const passed = ({ files, found }: Verdict): boolean => files > 0 && found.length === 0;

/** Every check takes the folder it looks at, so that a test can plant a violation in a folder of its own. */
export const checks: readonly Check[] = [
  { name: 'types', run: (root) => types(root, 'tsconfig.json') },
  { name: 'types of the web app', run: (root) => types(root, 'apps/web/tsconfig.json') },
  { name: 'lint and format', run: lint },
  { name: 'import boundaries', run: boundaries },
  { name: 'unused code and dependencies', run: unused },
  { name: 'lockfile', run: lockfile },
];

async function types(root: string, project: string): Promise<Verdict> {
  const ran = await runTool(root, 'tsc', ['-p', project, '--pretty', 'false', '--listFiles']);
  const lines = ran.output.split('\n');
  const own = lines.filter((line) => /\.tsx?$/.test(line) && !line.includes('/node_modules/') && !line.includes(': '));
  return verdict(
    ran,
    own.length,
    lines.filter((line) => /error TS\d+/.test(line)),
  );
}

async function lint(root: string): Promise<Verdict> {
  const ran = await runTool(root, 'biome', ['ci', '--colors=off', '--max-diagnostics=50', '.']);
  const files = Number(/Checked (\d+) file/.exec(ran.output)?.[1] ?? 0);
  return verdict(ran, files, ran.code === 0 ? [] : [ran.output.trim()]);
}

async function boundaries(root: string): Promise<Verdict> {
  const ran = await runTool(root, 'depcruise', ['--config', 'checks/boundaries.mjs', '-T', 'json', ...folders]);
  if (!ran.stdout.startsWith('{')) return { files: 0, found: [ran.output.trim()] };
  const { summary } = JSON.parse(ran.stdout) as {
    summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
  };
  return {
    files: summary.totalCruised,
    found: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  };
}

async function unused(root: string): Promise<Verdict> {
  const ran = await runTool(root, 'knip', ['--no-progress', '--reporter', './checks/knip-reporter.mjs']);
  const line = ran.stdout.split('\n').find((each) => each.startsWith('{"files"'));
  if (!line) return { files: 0, found: [ran.output.trim()] };
  return JSON.parse(line) as Verdict;
}

async function lockfile(root: string): Promise<Verdict> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const lock = read('package-lock.json') as Lock;
  return { files: Object.keys(lock.packages).length, found: lockfileFindings(lock, read('package.json') as Manifest) };
}

const folders = ['packages', 'apps', 'bench', 'checks', 'scripts', 'bin'];

const verdict = (ran: Ran, files: number, found: readonly string[]): Verdict =>
  ran.code !== 0 && found.length === 0
    ? { files, found: [ran.output.trim() || `exit code ${ran.code}`] }
    : { files, found };
