// npm test: every check and every suite, one line at the end over all of them. Reports land in reports/*.json.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks, passed } from '../checks/checks.ts';
import { build } from './build.mjs';
import { findSeclusion } from './seclusion.ts';
import { findBrowser } from './test-tools.mjs';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'reports');
const total = { passed: 0, failed: 0, skipped: 0 };
const began = Date.now();
const seclusion = findSeclusion();

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

await runChecks();
if (tryBuild()) {
  console.log(
    seclusion.why
      ? `The suites are not secluded: ${seclusion.why}. The tests refuse sockets by themselves; what they start does not.`
      : 'The suites run in a network of their own, with loopback alone.',
  );
  const reporters = ['default', 'json', './scripts/second-tries.ts'].map((reporter) => `--reporter=${reporter}`);
  // Side by side: the one waits for disks and processes, the other for a browser, and neither fills two cores alone.
  const suites = [
    runSuite('vitest', ['node_modules/vitest/vitest.mjs', 'run', ...reporters], countVitest),
    runSuite('playwright', ['node_modules/@playwright/test/cli.js', 'test'], countPlaywright),
  ];
  for (const suite of suites) report(await suite);
}

console.log(`\nAll suites took ${minutesSince(began)} minutes.${total.skipped ? ` Not run: ${total.skipped}.` : ''}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function runChecks() {
  const results = [];
  await Promise.all(
    checks.map(async ({ name, run }) => {
      const verdict = await run(root);
      const ok = passed(verdict);
      total[ok ? 'passed' : 'failed'] += 1;
      results.push({ title: name, status: ok ? 'passed' : 'failed', ...verdict });
      console.log(`${ok ? ' ✓' : ' ✗'} ${name} (${verdict.files} files)`);
      for (const line of verdict.found) console.log(`   ${line}`);
      if (verdict.files === 0) console.log('   looked at no file: the check itself is broken');
    }),
  );
  writeFileSync(join(reports, 'checks.json'), JSON.stringify(results, null, 2));
}

function tryBuild() {
  try {
    build();
    return true;
  } catch (fault) {
    console.log(` ✗ build: ${fault.message}`);
    total.failed += 1;
    return false;
  }
}

/** What a suite prints goes to a file: two suites in one terminal would be read by nobody. */
async function runSuite(name, args, count) {
  const outputFile = join(reports, `${name}.json`);
  const printed = join(reports, `${name}.txt`);
  const [command, ...before] = [...(seclusion.command ?? []), process.execPath];
  const child = spawn(
    command,
    [...before, ...args, ...(name === 'vitest' ? [`--outputFile.json=${outputFile}`] : [])],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ATELIER_CHROMIUM: findBrowser() ?? '', PLAYWRIGHT_JSON_OUTPUT_FILE: outputFile },
    },
  );
  const file = createWriteStream(printed);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const seconds = setInterval(() => console.log(` … ${name}, ${minutesSince(began)} minutes`), 60_000);
  const status = await new Promise((ended) => {
    child.once('error', () => ended(1));
    child.once('close', (code) => ended(code ?? 1));
  });
  clearInterval(seconds);
  await new Promise((done) => file.end(done));
  const counted = readCounts(outputFile, count);
  // A suite that exits non-zero without a failed test (a crash, an unhandled rejection) is a failure all the same.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  // A suite that ran nothing is broken, not green.
  if (counted.passed + counted.failed === 0) counted.failed = 1;
  console.log(` ${name} ended after ${minutesSince(began)} minutes`);
  return { name, counted, printed };
}

function report({ name, counted, printed }) {
  for (const key of Object.keys(total)) total[key] += counted[key];
  const text = readFileSync(printed, 'utf8');
  console.log(counted.failed > 0 ? `\n${text}` : text.split('\n').slice(-12).join('\n'));
  console.log(`${name}: ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} not run`);
  const again = counted.secondTry ?? [...text.matchAll(/^second try: (.*)$/gm)].map(([, title]) => title);
  for (const title of again) console.log(`   passed only on its second try, to be mended: ${title}`);
}

function minutesSince(then) {
  return ((Date.now() - then) / 60_000).toFixed(1);
}

function readCounts(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites }) {
  const failed = numFailedTests === 0 && numFailedTestSuites > 0 ? numFailedTestSuites : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

function countPlaywright({ stats, suites }) {
  const secondTry = suites
    .flatMap(({ specs }) => specs)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, secondTry };
}
