import { expect, test } from 'vitest';
import { renamedColour } from './renamed-colour.ts';

test('a colour that gets another name loses the old one in the other language too', () => {
  const white = { name: { he: 'לבן', en: 'white' }, hex: '#ffffff' };
  expect(renamedColour(white, 'he', 'כחול')).toEqual({ name: { he: 'כחול' }, hex: '#ffffff' });
});
