import { expect, test } from 'vitest';
import { openDesk, outside } from '../testing/offline-desk.ts';

/** The requests that showed what people say; the rules were widened by them, so they prove no more than that they stay read. */
test('what was learnt from other people’s requests is still known, and none of them is done wrong', {
  timeout: 0,
}, async () => {
  const desk = await openDesk();
  const verdicts = new Map<string, number>();
  const wrong: string[] = [];
  for (const request of outside('shaping')) {
    const { id, verdict, mustRefuse } = await desk.judgeOutside(request);
    const kind = `${mustRefuse ? 'to refuse' : 'to do'}: ${verdict}`;
    verdicts.set(kind, (verdicts.get(kind) ?? 0) + 1);
    if (verdict === 'wrong' || (mustRefuse && verdict !== 'refused')) wrong.push(id);
  }
  await desk.close();
  expect(wrong).toEqual([]);
  expect(verdicts.get('to refuse: refused')).toBe(156);
  expect(verdicts.get('to do: done')).toBeGreaterThanOrEqual(600);
});
