import { expect, test } from 'vitest';
import { renamedColour } from './renamed-colour.ts';

test('a colour that gets another name loses the old one in the other language too', () => {
  const white = { name: { he: 'לבן', en: 'white' }, hex: '#ffffff' };
  expect(renamedColour(white, 'he', 'כחול')).toEqual({ name: { he: 'כחול' }, hex: '#1e5bd6' });
});

test('the patch follows a name that is known, and stays where somebody chose it', () => {
  const white = { name: { he: 'לבן', en: 'white' }, hex: '#ffffff' };
  expect(renamedColour(white, 'he', 'אדום')).toEqual({ name: { he: 'אדום' }, hex: '#d62828' });
  expect(renamedColour(white, 'he', 'גוון הבית')).toEqual({ name: { he: 'גוון הבית' } });
  expect(renamedColour({ name: { he: 'צבע חדש' } }, 'he', 'כחול נייבי')).toMatchObject({ hex: '#0b1f4b' });
  expect(renamedColour({ name: { he: 'לבן' }, hex: '#fdf6e3', ral: '9010' }, 'he', 'אדום')).toEqual({
    name: { he: 'אדום' },
    hex: '#fdf6e3',
    ral: '9010',
  });
});
