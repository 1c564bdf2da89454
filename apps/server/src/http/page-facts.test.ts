import { expect, test } from 'vitest';
import { writeFacts } from './page-facts.ts';

test('what is known stands on the root element, what is not leaves no trace', () => {
  const page = '<!doctype html>\n<html lang="en"><p>&lt;html</p></html>';
  expect(writeFacts(page, { language: 'he', link: 'used' })).toBe(
    '<!doctype html>\n<html data-language="he" data-link="used" lang="en"><p>&lt;html</p></html>',
  );
  expect(writeFacts(page, { language: undefined })).toBe(page);
});
