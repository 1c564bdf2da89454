import type { LogEvent } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { emptyTranscript, foldTranscript } from './transcript.ts';
import { transcriptText } from './transcript-text.ts';

const talk = () => {
  const made = emptyTranscript();
  const record = (seq: number, kind: string, data: object): void =>
    foldTranscript(made, {
      v: 1,
      seq,
      id: `e${seq}`,
      at: `2026-11-19T06:39:0${seq}.555Z`,
      kind,
      key: null,
      data,
    } as unknown as LogEvent);
  const card = (seq: number, messageId: string, parentId: string, event: string, facts: object): void =>
    record(seq, 'message.card', { body: { messageId, parentId, event, facts, stamp: null } });
  record(0, 'message.user', { messageId: 'q', text: 'Sum it' });
  record(1, 'message.placed', { body: { messageId: 'q', parentId: null, role: 'user', runId: null, stamp: null } });
  card(2, 'c1', 'q', 'model_switched', { from: 'builtin:offline', to: 'openai:gpt-5.2' });
  card(3, 'c2', 'c1', 'publish_checkpoint', { added: 1 });
  card(4, 'c3', 'c2', 'draft_changes_applied', { client: 'Agent One', path: 'a.csv' });
  card(5, 'c4', 'c3', 'of_a_newer_version', {});
  return made;
};

test('a conversation for people says in words what happened between the messages; for programs it keeps the names', () => {
  const bench = { name: 'Orders', head: 'c4' } as never;
  expect(transcriptText('md', bench, talk()).text).toBe(
    [
      '# Orders\n',
      '## You · 2026-11-19 06:39 UTC\n\nSum it\n',
      '*2026-11-19 06:39 UTC: Switched to gpt-5.2*\n',
      '*2026-11-19 06:39 UTC: Published*\n',
      '*2026-11-19 06:39 UTC: Agent One changed the Draft*\n',
      '*2026-11-19 06:39 UTC: of a newer version*\n',
    ].join('\n'),
  );
  const [, switched] = transcriptText('jsonl', bench, talk()).text.split('\n');
  expect(JSON.parse(switched ?? '')).toMatchObject({ event: 'model_switched', facts: { to: 'openai:gpt-5.2' } });
});
