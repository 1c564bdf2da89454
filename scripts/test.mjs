// npm test: every check and every suite, one line at the end over all of them. Reports land in reports/*.json.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  runSuite('vitest', ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'], countVitest);
  runSuite('playwright', ['node_modules/@playwright/test/cli.js', 'test'], countPlaywright);
}

const minutes = ((Date.now() - began) / 60_000).toFixed(1);
console.log(`\nAll suites took ${minutes} minutes.${total.skipped ? ` Not run: ${total.skipped}.` : ''}`);
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

function runSuite(name, args, count) {
  const outputFile = join(reports, `${name}.json`);
  const [command, ...before] = [...(seclusion.command ?? []), process.execPath];
  const { status } = spawnSync(
    command,
    [...before, ...args, ...(name === 'vitest' ? [`--outputFile.json=${outputFile}`] : [])],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ATELIER_CHROMIUM: findBrowser() ?? '', PLAYWRIGHT_JSON_OUTPUT_FILE: outputFile },
    },
  );
  const counted = readCounts(outputFile, count);
  // A suite that exits non-zero without a failed test (a crash, an unhandled rejection) is a failure all the same.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  // A suite that ran nothing is broken, not green.
  if (counted.passed + counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(total)) total[key] += counted[key];
  console.log(`${name}: ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} not run`);
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

function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}
