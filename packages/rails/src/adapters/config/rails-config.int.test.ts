import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkRailsFiles } from '../check-files.ts';
import { configDigest, lookAtRailsConfig, railsConfigPath, readRailsConfig, writeRailsConfig } from './rails-config.ts';

const newData = (): string => {
  const data = mkdtempSync(join(tmpdir(), 'rails-config-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
};
const set = (days: number) => ({ ...readRailsConfig('/nowhere'), retention: { days } });

test('one changed character is damage: it is named, sets nothing, and is kept when settings are saved again', async () => {
  const data = newData();
  await writeRailsConfig(data, set(30));
  expect(lookAtRailsConfig(data)).toMatchObject({ state: 'sound', config: { retention: { days: 30 } } });
  const path = railsConfigPath(data);
  const broken = readFileSync(path, 'utf8').replace('"days": 30', '"days": 31');
  writeFileSync(path, broken);
  expect(lookAtRailsConfig(data)).toMatchObject({ state: 'damaged', config: { retention: { days: null } } });
  expect(await checkRailsFiles(data)).toMatchObject([{ file: 'config/rails.json' }]);
  await writeRailsConfig(data, set(7));
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(broken);
  expect(await checkRailsFiles(data)).toEqual([]);
});

test('of two changes to the same settings one is taken, and the other is told', async () => {
  const data = newData();
  await writeRailsConfig(data, set(30));
  const seen = configDigest(readRailsConfig(data));
  const taken = await Promise.all([1, 2, 3, 4].map((days) => writeRailsConfig(data, set(days), seen)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});
