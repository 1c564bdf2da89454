import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { KeychainTrouble } from '../ports/key-store.ts';
import type { Keychain } from '../ports/keychain.ts';

type Said = { readonly id: number; readonly value?: string | null; readonly trouble?: KeychainTrouble };
type Asked = { readonly op: 'ready' | 'get' | 'set' | 'remove'; readonly account: string; readonly key?: string };

export type KeychainOptions = {
  /** The program that asks the keychain; another one in tests. */
  readonly program?: string;
  /** How long a person may take to unlock it. */
  readonly patienceMs?: number;
  readonly idleMs?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
};

const ownProgram = fileURLToPath(new URL('./keychain-process.ts', import.meta.url));

/** Asks the system's keychain in a process of its own, which is ended when it does not answer in time. */
export const createKeychain = ({
  program = ownProgram,
  patienceMs = 4_000,
  idleMs = 30_000,
  environment = process.env,
  platform = process.platform,
}: KeychainOptions = {}): Keychain => {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let ids = 0;
  const waiting = new Map<number, (said: Omit<Said, 'id'>) => void>();

  const end = (trouble: KeychainTrouble) => {
    child?.kill('SIGKILL');
    child = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    for (const settle of all) settle({ trouble });
  };
  const rest = () => {
    const resting = child;
    child = undefined;
    resting?.disconnect();
  };
  const begin = (): ChildProcess => {
    const started = fork(program, [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      // Asked in the session that was looked at, whichever that is.
      env: { ...process.env, ...environment },
    });
    started.on('message', (said) => {
      const { id, ...rest } = said as Said;
      waiting.get(id)?.(rest);
      waiting.delete(id);
    });
    // A process that could not start, or died of what the keychain did, is a keychain that is not there.
    const gone = () => {
      if (child === started) end('no_keychain');
    };
    started.on('error', gone);
    started.on('exit', gone);
    // A server that has nothing else to do must be able to end.
    started.unref();
    started.channel?.unref();
    return started;
  };

  const ask = (asked: Asked): Promise<Omit<Said, 'id'>> => {
    if (platform === 'linux' && !hasSessionBus(environment)) return Promise.resolve({ trouble: 'no_keychain' });
    child ??= begin();
    clearTimeout(idle);
    const id = ids++;
    return new Promise<Omit<Said, 'id'>>((resolve) => {
      const patience = setTimeout(() => end('keychain_locked'), patienceMs);
      waiting.set(id, (said) => {
        clearTimeout(patience);
        // Many may be settled at once: each would leave a rest behind that ends a later process in mid-question.
        clearTimeout(idle);
        if (waiting.size <= 1) idle = setTimeout(rest, idleMs).unref();
        resolve(said);
      });
      child?.send({ id, ...asked }, (fault) => {
        if (fault) end('no_keychain');
      });
    });
  };
  const done = async (asked: Asked): Promise<Result<undefined, KeychainTrouble>> => {
    const { trouble } = await ask(asked);
    return trouble ? err(trouble) : ok(undefined);
  };

  return {
    ready: () => done({ op: 'ready', account: 'ready' }),
    get: async (account) => {
      const { trouble, value } = await ask({ op: 'get', account });
      return trouble ? err(trouble) : ok(value ?? undefined);
    },
    set: (account, key) => done({ op: 'set', account, key }),
    remove: (account) => done({ op: 'remove', account }),
    close: () => {
      clearTimeout(idle);
      end('no_keychain');
    },
  };
};

/** Without a session there is no keychain to ask, and no need to start a process to hear it. */
const hasSessionBus = ({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: Readonly<Record<string, string | undefined>>) =>
  Boolean(DBUS_SESSION_BUS_ADDRESS) || (Boolean(XDG_RUNTIME_DIR) && existsSync(join(XDG_RUNTIME_DIR ?? '', 'bus')));
