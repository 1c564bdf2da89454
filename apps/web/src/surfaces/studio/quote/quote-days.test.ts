import { expect, test } from 'vitest';
import { isPastItsDays } from './quote-days.ts';

test('an unanswered offer is past its days after its last one, an answered one never is', () => {
  const on = (today: string, status: 'sent' | 'accepted' | 'superseded' = 'sent') =>
    isPastItsDays({ status, validUntil: '2026-05-16' }, today);
  expect([on('2026-05-16'), on('2026-05-17')]).toEqual([false, true]);
  expect([on('2027-01-01', 'accepted'), on('2027-01-01', 'superseded')]).toEqual([false, false]);
});
