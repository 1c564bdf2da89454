import { expect, test } from 'vitest';
import { paths } from '../patch/paths.ts';
import { fieldName } from './fields.ts';

test('every field a change can set has a name in both languages', () => {
  const unnamed = Object.entries(paths).flatMap(([entity, rules]) =>
    Object.keys(rules).filter((path) => {
      const { he, en } = fieldName(path);
      return !/[\u05d0-\u05ea]/.test(he) || en.includes('.') || (entity !== '' && en === path);
    }),
  );
  expect(unnamed).toEqual([]);
  expect(fieldName('clientText.he')).toEqual({ he: 'טקסט ללקוח', en: 'Text for the client' });
});
