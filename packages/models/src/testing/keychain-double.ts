// A keychain in a process of its own, for tests. Its mood is told by the environment:
// `open` keeps what it is given, `locked` never answers, `denied` refuses, `gone` dies of the question.
const mood = process.env.KEYCHAIN_DOUBLE ?? 'open';
const kept = new Map<string, string>();

process.on('message', ({ id, op, account, key }: { id: number; op: string; account: string; key?: string }) => {
  if (mood === 'gone') process.exit(3);
  if (mood === 'locked') return;
  if (mood === 'denied') return void process.send?.({ id, trouble: 'keychain_denied' });
  if (op === 'set') kept.set(account, key ?? '');
  if (op === 'remove') kept.delete(account);
  process.send?.({ id, ...(op === 'get' ? { value: kept.get(account) ?? null } : {}) });
});
process.on('disconnect', () => process.exit(0));
