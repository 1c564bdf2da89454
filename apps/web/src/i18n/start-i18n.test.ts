import { expect, test } from 'vitest';
import { speak, spokenLanguage, startI18n } from './start-i18n.ts';

test('words that arrive after the language was changed back are not spoken', async () => {
  await startI18n('en');
  await speak('he', () => false);
  expect(spokenLanguage()).toBe('en');
  await speak('he', () => true);
  expect(spokenLanguage()).toBe('he');
});
