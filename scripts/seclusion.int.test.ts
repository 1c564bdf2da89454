import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findSeclusion } from './seclusion.ts';

const look = `
  const { createServer, connect } = require('node:net');
  const { createSocket } = require('node:dgram');
  const said = (socket, event) => new Promise((done) =>
    socket.once('error', ({ code }) => done(code)).once(event, () => done(event)));
  const server = createServer().listen(0, '127.0.0.1', async () => {
    const udp = createSocket('udp4');
    const facts = {
      interfaces: Object.keys(require('node:os').networkInterfaces()),
      here: await said(connect(server.address().port, '127.0.0.1'), 'connect'),
      there: await said(connect(80, '192.0.2.1'), 'connect'),
      byDatagram: await new Promise((done) => udp.send('x', 9, '192.0.2.1', (fault) => done(fault?.code ?? 'sent'))),
      user: process.getuid(),
    };
    console.log(JSON.stringify(facts));
    process.exit();
  });`;
// Two processes down: what a test starts is secluded with it.
const grandchild = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(look)}], { stdio: 'inherit' })`;

test('[MD-60] secluded, a command and all it starts reach this machine and nothing else, as whoever they were', () => {
  const seclusion = findSeclusion();
  if ('why' in seclusion) return console.warn(`Not secluded: ${seclusion.why}.`);
  const [command, ...args] = seclusion.command;
  const { stdout } = spawnSync(command, [...args, process.execPath, '-e', grandchild], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({
    interfaces: ['lo'],
    here: 'connect',
    there: 'ENETUNREACH',
    byDatagram: 'ENETUNREACH',
    user: process.getuid?.(),
  });
});

test('nobody is made root by it, and a system that does not allow it is said to be one', () => {
  const user = findSeclusion({ isRoot: false, succeeds: () => true });
  expect('command' in user && user.command.slice(0, 4)).toEqual([
    'unshare',
    '--map-current-user',
    '--keep-caps',
    '--net',
  ]);
  const root = findSeclusion({ isRoot: true, succeeds: () => true });
  expect('command' in root && root.command.slice(0, 2)).toEqual(['unshare', '--net']);
  expect(findSeclusion({ isRoot: false, succeeds: () => false })).toEqual({
    why: expect.stringContaining('no network namespace'),
  });
});
