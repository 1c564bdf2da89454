import { startTestServer } from '@atelier/server/testing';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

test('[ST-94] skills are listed and synced on the command line as on the page', async () => {
  const { dataFolder, client } = await startTestServer();
  const override = { skillId: 'change.request', isEnabled: false, promptOverride: 'Shortly.' };
  await client.StudioSkillOverride({ requestId: 'request-0001', override });
  const listed = await runHere(['studio', 'skills', '--data', dataFolder]);
  const page = await client.StudioSkillsGet({});
  if (!page.ok) throw new Error(page.error.code);
  expect(listed).toMatchObject({ code: 0, err: '' });
  const lines = listed.out.trim().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(page.value.skills.map(({ skillId }) => skillId));
  expect(lines.find((line) => line.startsWith('change.request'))).toContain('off · own wording');

  const synced = await runHere(['studio', 'skills', '--sync', '--data', dataFolder]);
  expect(synced.out).toBe(listed.out);
  const after = await client.StudioSkillsGet({});
  const again = await client.StudioSkillsSync({ requestId: 'request-0002' });
  // The command line wrote what the page would have written: nothing is left to write.
  expect([
    after.ok && after.value.seq > page.value.seq,
    again.ok && after.ok && again.value.seq === after.value.seq,
  ]).toEqual([true, true]);
  expect(await runHere(['studio', 'pins', '--data', dataFolder])).toMatchObject({ code: 2 });
});
