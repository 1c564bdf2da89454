import type { Finding } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { factOf } from './finding-fact.ts';

const finding = (code: Finding['code'], fact?: string): Finding => ({
  level: 'warning',
  code,
  message: '',
  suggestion: '',
  ...(fact !== undefined && { fact }),
});

test('rights that are too wide name the command that narrows them, for any folder', () => {
  expect(factOf(finding('DATA_FOLDER_OPEN_TO_OTHERS', '755'), '/home/dana/my data')).toEqual({
    kind: 'command',
    command: "chmod 700 '/home/dana/my data'",
  });
  expect(factOf(finding('DATA_FOLDER_OPEN_TO_OTHERS', '755'), "/it's")).toEqual({
    kind: 'command',
    command: String.raw`chmod 700 '/it'\''s'`,
  });
});

test('an amount is an amount, a name is a name, and a code is not for people', () => {
  expect(factOf(finding('DISK_NEARLY_FULL', '52000000'), '/d')).toEqual({ kind: 'free', bytes: 52_000_000 });
  expect(factOf(finding('QUOTA_NEARLY_REACHED', '900'), '/d')).toEqual({ kind: 'used', bytes: 900 });
  expect(factOf(finding('SERVER_LOG_INCOMPLETE', '3'), '/d')).toEqual({ kind: 'lines', count: 3 });
  expect(factOf(finding('STREAM_UNHEALTHY', 'install'), '/d')).toEqual({ kind: 'name', name: 'install' });
  expect(factOf(finding('NOTHING_COLLECTED', 'FAULT'), '/d')).toBeUndefined();
  expect(factOf(finding('WEB_APP_NOT_BUILT'), '/d')).toBeUndefined();
});
