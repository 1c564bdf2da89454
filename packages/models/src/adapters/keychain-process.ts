// The system's keychain, asked in a process of its own: a locked keychain waits for its owner without end, and a thread
// that waits cannot be taken back. Run by keychain.ts; answers each message with one message.
import { platform } from 'node:process';

type Asked = { id: number; op: 'ready' | 'get' | 'set' | 'remove'; account: string; key?: string };

const service = 'Atelier';
// On Linux the library would else fall back to the kernel's keyring, which forgets everything at the next start.
const options = { linux: { store: 'secret-service' as const } };

const answer = async ({ op, account, key = '' }: Asked): Promise<{ value?: string | null } | { trouble: string }> => {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    const entry = new AsyncEntry(service, account, options);
    if (op === 'get' || op === 'ready') return { value: await entry.getPassword() };
    if (op === 'set') await entry.setPassword(key);
    else await entry.deleteCredential();
    return {};
  } catch (fault) {
    return { trouble: troubleOf(fault) };
  }
};

/** The words of a fault are only searched, never passed on. */
const troubleOf = (fault: unknown): string => {
  const words = fault instanceof Error ? `${(fault as NodeJS.ErrnoException).code ?? ''} ${fault.message}` : '';
  if (/MODULE_NOT_FOUND|cannot find|native binding/i.test(words)) return 'no_keychain';
  if (/lock|prompt|dismiss|interaction/i.test(words)) return 'keychain_locked';
  if (platform === 'linux' && /not provided|ServiceUnknown|No such file|connect|autolaunch|zbus|dbus/i.test(words)) {
    return 'no_keychain';
  }
  return 'keychain_denied';
};

process.on('message', (asked: Asked) => {
  void answer(asked).then((said) => process.send?.({ id: asked.id, ...said }));
});
process.on('disconnect', () => process.exit(0));
