import { expect, test } from 'vitest';
import type { SessionId } from '../../core/ids.ts';
import type { Intent } from '../../ports/intents.ts';
import { createMemoryRecords } from '../../testing/memory-records.ts';
import { createRecordIntents } from './record-intents.ts';

const session = `sess_${'a'.repeat(26)}` as SessionId;
const intent = (n: number): Intent => ({
  intentId: `prefchg_${n}`,
  kind: 'set_preferences',
  change: { autonomy: 'full_auto_never_stop' },
});

test('what several processes queue at once is all found, by each of them, in its session alone', async () => {
  const records = createMemoryRecords();
  const processes = [createRecordIntents(records), createRecordIntents(records)];
  await Promise.all(Array.from({ length: 10 }, (_, n) => processes[n % 2]?.queue(session, intent(n))));
  for (const { pending } of processes) {
    const found = await pending(session);
    expect(found.map(({ intentId }) => intentId).sort()).toEqual(
      Array.from({ length: 10 }, (_, n) => `prefchg_${n}`).sort(),
    );
    expect(await pending(`sess_${'b'.repeat(26)}` as SessionId)).toEqual([]);
  }
});

test('a line that cannot be read is no intent', async () => {
  const records = createMemoryRecords();
  records.records.set(`rails.intents/${session}`, `nonsense\n${JSON.stringify(intent(1))}\n{"kind":"other"}\n`);
  expect(await createRecordIntents(records).pending(session)).toEqual([intent(1)]);
});
