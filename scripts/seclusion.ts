import { spawnSync } from 'node:child_process';

/** The machine as far as secluding goes; a test hands in another one. */
export type Machine = {
  readonly isRoot: boolean;
  readonly succeeds: (command: string, args: readonly string[]) => boolean;
};

const thisMachine: Machine = {
  isRoot: process.getuid?.() === 0,
  succeeds: (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0,
};

export type Seclusion = { readonly command: readonly [string, ...string[]] } | { readonly why: string };

/**
 * What to put before a command so that it and all its children have loopback and no other network. Nobody becomes root
 * by it, and root stays the root that may become others: a database refuses to run as the one and needs the other.
 */
export const findSeclusion = ({ isRoot, succeeds }: Machine = thisMachine): Seclusion => {
  const asWhoItIs = isRoot ? [] : ['--map-current-user', '--keep-caps'];
  const args = [...asWhoItIs, '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  if (succeeds('unshare', [...args, 'true'])) return { command: ['unshare', ...args] };
  return { why: 'this system gives out no network namespace with a loopback of its own' };
};
