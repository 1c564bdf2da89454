import { expect, test } from 'vitest';
import { areHarmless, splitClauses } from './clauses.ts';

test('what is asked is told from greetings, reasons and remarks', () => {
  const asked = (request: string) => splitClauses(request).words;
  expect(asked('Good morning! Could you please sort @src by Amount? Thanks a lot!')).toBe('sort @src by Amount');
  expect(asked("We've got a new name! Please change @q0 to @q1 in @src.")).toBe('change @q0 to @q1 in @src');
  expect(asked('Our accountant only works with Excel, so could you turn @src into an xlsx file?')).toBe(
    'turn @src into an xlsx file',
  );
  expect(asked('I need @src as a csv so I can upload it.')).toBe('@src as a csv');
  expect(asked('אפשר בבקשה למיין את @src לפי שכר? צריך את זה לישיבה')).toBe('למיין את @src לפי שכר');
  // Two sentences that both ask stay two: nothing runs on from one into the other.
  expect(asked('Add a slide to @src. The title is @q0.')).toBe('Add a slide to @src ¶ The title is @q0');
});

test('a remark may be passed over at an edit only when it narrows nothing and names nothing new', () => {
  const words = 'change Lamps to Lights in @src';
  expect(areHarmless(["We don't call them Lamps any more"], words)).toBe(true);
  expect(areHarmless(['The client asked for it'], words)).toBe(true);
  expect(areHarmless(['We only renamed them in the North'], words)).toBe(false);
  expect(areHarmless(['I am not sure about it'], words)).toBe(false);
  expect(areHarmless(['The North has new ones'], words)).toBe(false);
});
