import type { LogEvent } from '@atelier/kernel/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { abandonedPaths, charsOf, earlierAnswers, itemsFrom, itemsUpTo, nodesUpFrom } from './path-items.ts';
import { emptyTranscript, foldTranscript, type Transcript } from './transcript.ts';

/** Counts how often a message is looked up. */
class CountedMap<Key, Value> extends Map<Key, Value> {
  looks = 0;
  override get(key: Key): Value | undefined {
    this.looks += 1;
    return super.get(key);
  }
}

type Said = { readonly parent: number | null; readonly role: 'user' | 'assistant'; readonly text: string };

/** Messages as runs record them: a question is complete at once, an answer grows. */
const talkOf = (said: readonly Said[], nodes = new Map() as Transcript['nodes']): Transcript => {
  const talk: Transcript = { ...emptyTranscript(), nodes };
  let seq = 0;
  const record = (kind: string, data: object): void => {
    const event = { v: 1, seq, id: `e${seq}`, at: `2026-01-01T00:00:${String(seq).padStart(6, '0')}`, kind, key: null };
    foldTranscript(talk, { ...event, data } as unknown as LogEvent);
    seq += 1;
  };
  said.forEach(({ parent, role, text }, at) => {
    const [messageId, parentId, runId] = [
      `m${at}`,
      parent === null ? null : `m${parent}`,
      `r${role === 'user' ? at : parent}`,
    ];
    const placed = { body: { messageId, parentId, role, runId, stamp: null } };
    if (role === 'user') {
      record('message.user', { messageId, text });
      record('message.placed', placed);
      record('run.ordered', { body: { runId, userMessageId: messageId, mode: 'ask' } });
    } else {
      record('run.started', { runId, modelId: 'm', effort: null, cap: null, scopeHash: '' });
      record('message.assistant_started', { runId, messageId, modelId: 'm' });
      record('message.placed', placed);
      record('message.assistant_partial', { messageId, offset: 0, text });
      record('message.assistant_completed', { runId, messageId, isCut: false });
    }
  });
  return talk;
};

const straight = (messages: number, nodes?: Transcript['nodes']): Transcript =>
  talkOf(
    Array.from({ length: messages }, (_, at) => ({
      parent: at === 0 ? null : at - 1,
      role: at % 2 === 0 ? 'user' : 'assistant',
      text: `message ${at}`,
    })),
    nodes,
  );

test('a view of ten thousand messages looks at as many of them as one of a thousand', () => {
  const looks = [1_000, 10_000].map((messages) => {
    const nodes = new CountedMap() as CountedMap<string, never> & Transcript['nodes'];
    const talk = straight(messages, nodes);
    const head = `m${messages - 1}`;
    // The first look counts the characters of the whole path.
    charsOf(talk, head);
    nodes.looks = 0;
    expect(itemsUpTo(talk, head, 200)).toMatchObject({ earlier: messages - 200, items: { length: 200 } });
    expect(charsOf(talk, head)).toBeGreaterThan(messages * 8);
    expect(abandonedPaths(talk, head)).toEqual([]);
    return nodes.looks;
  });
  expect(looks[1]).toBe(looks[0]);
});

test('a part of a path is given from its middle, and says how much stands on either side', () => {
  const talk = straight(10_000);
  const around = itemsFrom(talk, 'm9999', 'm5000', { upTo: 3, after: 2 });
  expect(around).toMatchObject({ earlier: 4_998, later: 4_997 });
  expect(around?.items.map(({ id }) => id)).toEqual(['m4998', 'm4999', 'm5000', 'm5001', 'm5002']);
  expect(itemsFrom(talk, 'm9999', 'm9998', { upTo: 0, after: 200 })).toMatchObject({
    items: [{ id: 'm9999' }],
    later: 0,
  });
  expect(itemsFrom(talk, 'm5000', 'm9998', { upTo: 3, after: 2 })).toBeUndefined();
});

test('answers that another one took the place of are told, oldest first; other paths that were left are not', () => {
  const talk = talkOf([
    { parent: null, role: 'user', text: 'Which?' },
    { parent: 0, role: 'assistant', text: 'This one.' },
    { parent: 1, role: 'user', text: 'And then?' },
    { parent: 0, role: 'assistant', text: 'That one.' },
    { parent: 0, role: 'assistant', text: 'Another.' },
    { parent: 4, role: 'user', text: 'Thanks' },
    { parent: 4, role: 'user', text: 'Thanks, all of you' },
    { parent: 0, role: 'assistant', text: 'Nothing yet' },
    { parent: 7, role: 'assistant', text: 'A late one.' },
  ]);
  const silent = talk.nodes.get('m7');
  if (silent) silent.item = undefined;
  expect(earlierAnswers(talk, 'm6').at(-1)).toEqual({ questionId: 'm0', answerId: 'm8', head: 'm8' });
  expect(earlierAnswers(talk, 'm6').slice(0, -1)).toEqual([
    { questionId: 'm0', answerId: 'm1', head: 'm2' },
    { questionId: 'm0', answerId: 'm3', head: 'm3' },
  ]);
  expect(earlierAnswers(talk, 'm2').map(({ answerId }) => answerId)).toEqual(['m3', 'm4', 'm8']);
});

test('whatever was said on whichever path, counts are those of a walk to the root', () => {
  const said = fc.array(fc.record({ back: fc.nat(4), text: fc.string({ maxLength: 8 }) }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(said, fc.array(fc.nat(29)), (turns, looks) => {
      const messages: Said[] = [];
      for (const { back, text } of turns) {
        const parent = messages.length === 0 ? null : Math.max(0, messages.length - 1 - back);
        const isAnswer = parent !== null && messages[parent]?.role === 'user';
        messages.push({ parent, role: isAnswer ? 'assistant' : 'user', text: text || '.' });
      }
      const talk = talkOf(messages);
      for (const look of looks) {
        const head = `m${look % messages.length}`;
        const path = [...nodesUpFrom(talk, head)];
        const chars = path.reduce((sum, { item }) => sum + (item && 'text' in item ? item.text.length : 0), 0);
        expect(charsOf(talk, head)).toBe(chars);
        expect(itemsUpTo(talk, head, 3).earlier).toBe(Math.max(0, path.length - 3));
        const parents = new Set([...talk.nodes.values()].map(({ parentId }) => parentId));
        const onPath = new Set(path.map(({ id }) => id));
        const ends = [...talk.nodes.keys()].filter((id) => !parents.has(id) && !onPath.has(id));
        expect(
          abandonedPaths(talk, head)
            .map((each) => each.head)
            .toSorted(),
        ).toEqual(ends.toSorted());
      }
    }),
  );
});

test('[WS-66] a summary counts in place of what it stands for, on the paths that go on from there alone', () => {
  const talk = talkOf([
    { parent: null, role: 'user', text: 'a'.repeat(1_000) },
    { parent: 0, role: 'assistant', text: 'b'.repeat(1_000) },
    { parent: 1, role: 'user', text: 'And?' },
    { parent: 2, role: 'assistant', text: 'Yes.' },
    { parent: 0, role: 'assistant', text: 'Other' },
  ]);
  expect(charsOf(talk, 'm3')).toBe(2_008);
  const body = {
    messageId: 'msg_s',
    first: 'm0',
    last: 'm1',
    textId: `sha256:${'a'.repeat(64)}`,
    modelId: 'x',
    chars: 30,
  };
  const at = '2026-01-01T00:00:00.000Z';
  foldTranscript(talk, { v: 1, seq: 99, id: 'e99', at, kind: 'message.summary', key: null, data: { body } });
  expect(charsOf(talk, 'm3')).toBe(38);
  expect(charsOf(talk, 'm4')).toBe(1_005);
});

test('what another program wrote on a path that was left can be found; other cards alone are no path', () => {
  const talk = talkOf([{ parent: null, role: 'user', text: 'one' }]);
  const card = (messageId: string, parentId: string, event: string, facts: object): void =>
    foldTranscript(talk, {
      v: 1,
      seq: 100,
      id: messageId,
      at: `2026-01-02 ${messageId}`,
      kind: 'message.card',
      key: null,
      data: { body: { messageId, parentId, event, facts, stamp: null } },
    } as unknown as LogEvent);
  card('c1', 'm0', 'draft_changes_applied', { client: 'Agent One', path: 'a.csv' });
  card('c2', 'm0', 'model_switched', { to: 'm' });
  card('c3', 'm0', 'model_switched', { to: 'n' });
  expect(abandonedPaths(talk, 'c3')).toMatchObject([{ head: 'c1', messages: 0, text: 'Agent One: a.csv' }]);
});
