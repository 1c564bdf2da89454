import { expect, test } from 'vitest';
import { closenessTo, toWordSet } from './words.ts';

test.each([
  ['ship the exporter', 'exporter', 1],
  ['renew the sign in page', 'sign-in', 0.9],
  ['renew the page to sign', 'sign-in', 0],
  ['ship the exporters', 'exporter', 0.7],
  ['which exports exist', 'exporter', 0.5],
  ['reexporter of lists', 'exporter', 0.5],
  ['מחיר ללקוח', 'המחיר', 0.6],
  ['登录页面', '录页', 1],
  ['go on', 'go', 1],
  ['gone', 'go', 0],
  ['an expert', 'exporter', 0],
  ['', 'exporter', 0],
])('%j holds %j to %d', (text, word, level) => {
  expect(closenessTo(word)(toWordSet([text]))).toBe(level);
});
