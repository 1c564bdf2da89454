// Run as a process of its own, so that it can be killed in the middle of something.
import { openStorage } from '@atelier/kernel/storage';
import { noModels, studioWorld } from './studio-world.ts';

const [data = '', databaseUrl = '', mode = '', projectId = '', key = ''] = process.argv.slice(2);

const opened = await openStorage({ data, ...(databaseUrl !== '' && { databaseUrl }) });
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { log, blobs } = opened.value;

if (mode === 'turn') {
  // Its model never answers: the turn has begun and does not end.
  const models = { ...noModels, isChosen: () => new Promise<boolean>(() => {}) };
  const world = studioWorld({ log, blobs, models, start: '2026-04-16T10:00:00.000Z' });
  void world.send(projectId, { type: 'chatMessage', text: 'paint the main stage red' }, undefined, key);
  while (
    !(await world.events(projectId)).some(
      ({ kind, data: { idempotencyKey } }) => kind === 'turn.started' && idempotencyKey === key,
    )
  )
    await new Promise((resume) => setTimeout(resume, 5));
  console.log('begun');
} else {
  const world = studioWorld({ log, blobs, start: '2026-04-16T10:00:00.000Z' });
  const revision = (await world.state(projectId)).sessions.get('local')?.draft?.revision ?? 0;
  console.log('begun');
  await world.send(projectId, { type: 'applyDraft', expectedDraftRevision: revision }, undefined, key);
}
// Nothing ends it but a signal.
setInterval(() => {}, 1_000);
