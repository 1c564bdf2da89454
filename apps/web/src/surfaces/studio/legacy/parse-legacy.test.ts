import { expect, test } from 'vitest';
import { parseLegacy } from './parse-legacy.ts';

test('an export in JSON keeps its tabs, speakers and times', () => {
  const json = JSON.stringify({
    tab: 'planning',
    messages: [
      { role: 'user', text: 'הבמה 6 על 4', at: '2025-03-01' },
      { role: 'assistant', content: 'Noted.' },
      { role: 'user', text: ' ' },
    ],
  });
  expect(parseLegacy(json)).toEqual([
    {
      tab: 'planning',
      messages: [
        { role: 'user', text: 'הבמה 6 על 4', at: '2025-03-01' },
        { role: 'assistant', text: 'Noted.' },
      ],
    },
  ]);
});

test('Markdown and a pasted chat are read by their speakers, and lines without one go on', () => {
  expect(parseLegacy('### User\nA red wall\nby March\n\n### Assistant\nSure.', 'ideation')).toEqual([
    {
      tab: 'ideation',
      messages: [
        { role: 'user', text: 'A red wall\nby March' },
        { role: 'assistant', text: 'Sure.' },
      ],
    },
  ]);
  expect(parseLegacy('[1.3.2025, 14:05] דנה: תקציב 40,000 ש"ח\n[1.3.2025, 14:06] עוזר: רשמתי')).toMatchObject([
    { messages: [{ role: 'user', at: '1.3.2025, 14:05' }, { role: 'assistant' }] },
  ]);
});

test('nothing said is nothing', () => expect(parseLegacy('  \n ')).toBeUndefined());
