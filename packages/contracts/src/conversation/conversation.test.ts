import { describe, expect, test } from 'vitest';
import { type Conversation, emptyConversation, foldConversation, newestItems } from './conversation.ts';
import { type ConversationEvent, flawIn } from './events.ts';

const after = (...events: readonly ConversationEvent[]): Conversation => from(emptyConversation, ...events);
const from = (view: Conversation, ...events: readonly ConversationEvent[]): Conversation =>
  events.reduce((folded, event, seq) => {
    expect(flawIn(event)).toBeUndefined();
    return foldConversation(folded, { ...event, seq, at: `2026-11-15T00:00:0${seq % 10}.000Z` });
  }, view);

const runId = 'run_1';
const sent: ConversationEvent = { kind: 'message.user', data: { messageId: 'm1', text: 'Hello?' } };
const started: ConversationEvent = {
  kind: 'run.started',
  data: { runId, modelId: 'openai:x', effort: null, cap: 500, scopeHash: 'sha256:s' },
};
const turn = (messageId: string, at = 1): readonly ConversationEvent[] => [
  { kind: 'run.turn_started', data: { runId, turn: at, of: 50, estimate: 100, profile: {} } },
  { kind: 'message.assistant_started', data: { runId, messageId, modelId: 'openai:x' } },
];
const text = (messageId: string, offset: number, piece: string): ConversationEvent => ({
  kind: 'message.assistant_partial',
  data: { messageId, offset, text: piece },
});
const completed = (messageId: string, isCut = false): ConversationEvent => ({
  kind: 'message.assistant_completed',
  data: { runId, messageId, isCut },
});
const answered: ConversationEvent = { kind: 'run.completed', data: { runId } };
const because = { code: 'PROVIDER_UNAVAILABLE', message: '' } as const;
const kinds = ({ items }: Conversation) =>
  items.map((item) => ('state' in item ? `${item.kind} ${item.state}` : item.kind));

describe('text', () => {
  test('pieces join where they end; one that was recorded twice or out of place changes nothing', () => {
    const pieces = [text('a1', 0, 'Hel'), text('a1', 3, 'lo'), text('a1', 3, 'lo'), text('a1', 9, '!')];
    const view = after(sent, started, ...turn('a1'), ...pieces);
    expect(view.items[1]).toMatchObject({ kind: 'assistant', text: 'Hello', state: 'streaming' });
    expect(view.run).toMatchObject({ state: 'running', speaking: 'a1', meter: { cap: 500, estimate: 100 } });
  });
  test('a turn of tool calls alone leaves no empty bubble', () => {
    const view = after(sent, started, ...turn('a1'), completed('a1'), ...turn('a2', 2));
    expect(kinds(view)).toEqual(['user', 'assistant streaming']);
  });
  test('a stream that broke keeps the words that were shown', () => {
    const broken: ConversationEvent = { kind: 'message.assistant_interrupted', data: { runId, messageId: 'a1' } };
    const paused: ConversationEvent = { kind: 'run.paused', data: { runId, state: 'paused', because } };
    const view = after(sent, started, ...turn('a1'), text('a1', 0, 'Half'), broken, paused);
    expect(view.items[1]).toMatchObject({ text: 'Half', state: 'interrupted' });
    expect(view.run).toMatchObject({ state: 'paused', speaking: null, because });
  });
  test('an answer that ran out of room says so', () => {
    const view = after(sent, started, ...turn('a1'), text('a1', 0, 'Ha'), completed('a1', true), answered);
    expect(kinds(view)).toEqual(['user', 'assistant cut']);
  });
});

const metered = (cost: number | null): ConversationEvent => ({
  kind: 'run.metered',
  data: { runId, tokensIn: 100, tokensCached: 40, tokensOut: 10, cost, isEstimate: false },
});

test('the answer that ends a run carries what all of it took; words before a pause do not count twice', () => {
  const half = [sent, started, ...turn('a1'), metered(7), text('a1', 0, 'Half')] as const;
  const paused: ConversationEvent = { kind: 'run.paused', data: { runId, state: 'paused', because } };
  const stopped = after(...half, paused);
  expect(stopped.items[1]).toMatchObject({ id: 'a1', meter: { spent: 7, tokensIn: 100, tokensCached: 40 } });
  const resumed: ConversationEvent = {
    kind: 'run.resumed',
    data: { runId, modelId: 'openai:x', effort: null, cap: null },
  };
  const done = from(stopped, resumed, ...turn('a2'), metered(5), text('a2', 0, 'All'), completed('a2'), answered);
  const [first, last] = done.items.filter(({ kind }) => kind === 'assistant');
  expect(first).not.toHaveProperty('meter');
  expect(last).toMatchObject({ id: 'a2', meter: { spent: 12, tokensIn: 200, tokensOut: 20, unpriced: 0 } });
  // What a run took never stands under the answer of another question.
  const next = from(
    done,
    { kind: 'message.user', data: { messageId: 'm2', text: 'And?' } },
    started,
    metered(3),
    answered,
  );
  expect(next.items.find((item) => 'meter' in item)).toMatchObject({ id: 'a2', meter: { spent: 12 } });
  // The built-in model takes nothing, and nothing is said of it.
  expect(
    after(sent, started, ...turn('a1'), text('a1', 0, 'Hi'), completed('a1'), answered).items[1],
  ).not.toHaveProperty('meter');
});

describe('a run', () => {
  const begun = [sent, started, ...turn('a1'), text('a1', 0, 'Half')] as const;
  test('waits with a countdown and goes on', () => {
    const waiting: ConversationEvent = {
      kind: 'run.waiting',
      data: {
        runId,
        attempt: 1,
        of: 3,
        afterMs: 500,
        until: '2026-11-15T00:00:09.000Z',
        code: 'PROVIDER_RATE_LIMITED',
      },
    };
    expect(after(...begun, waiting).run).toMatchObject({ state: 'retrying', retry: { attempt: 1, of: 3 } });
    const retried: ConversationEvent = { kind: 'run.retried', data: { runId, attempt: 1 } };
    expect(after(...begun, waiting, retried).run).toMatchObject({ state: 'running', retry: null });
  });
  test.each([
    ['run.canceled', { runId, reason: 'person' }],
    ['run.failed', { runId, because }],
  ] as const)('that ended with %s can be taken up again, and what it was saying was interrupted', (kind, data) => {
    const view = after(...begun, { kind, data } as ConversationEvent);
    expect(view.run).toMatchObject({ state: 'stopped', speaking: null });
    expect(kinds(view)).toEqual(['user', 'assistant interrupted', 'note']);
    const resumed: ConversationEvent = {
      kind: 'run.resumed',
      data: { runId, modelId: 'google:y', effort: 'low', cap: null },
    };
    const on = from(view, resumed);
    expect(on.run).toMatchObject({ state: 'running', modelId: 'google:y', effort: 'low', meter: { cap: null } });
    expect(on.items.at(-1)).toMatchObject({ kind: 'note', note: 'model_switched', detail: 'google:y' });
  });
  test('asks before it sends, and is over when that is denied', () => {
    const consent = { providerId: 'openai', modelId: 'openai:x', scopeHash: 'sha256:s' };
    const asking: ConversationEvent = {
      kind: 'run.paused',
      data: {
        runId,
        state: 'needs_consent',
        because: { code: 'EGRESS_CONSENT_REQUIRED', message: '' },
        consent: { ...consent, files: [{ path: 'a.csv', sizeBytes: 4 }] },
      },
    };
    const view = after(sent, started, ...turn('a1'), asking);
    expect(view.run).toMatchObject({ state: 'needs_consent', consent });
    expect(kinds(view)).toEqual(['user']);
    const denied = from(view, { kind: 'run.canceled', data: { runId, reason: 'denied' } });
    expect(denied).toMatchObject({ run: null, items: [{}, { kind: 'note', note: 'denied' }] });
    const granted: ConversationEvent = { kind: 'consent.granted', data: { runId, consent, remember: true } };
    expect(from(view, granted).run).toMatchObject({ state: 'paused', consent: null });
  });
  test('that is over hears nothing more', () => {
    const view = after(...begun, completed('a1'), answered);
    const late: ConversationEvent = { kind: 'run.failed', data: { runId, because } };
    expect(from(view, late, ...turn('a9'))).toEqual(view);
    const other = from(view, sent, { ...started, data: { ...started.data, runId: 'run_2' } });
    expect(from(other, late)).toEqual(other);
  });
  test('is metered, and so is the conversation; calls without a price or without figures are counted apart', () => {
    const metered = (cost: number | null, isEstimate: boolean): ConversationEvent => ({
      kind: 'run.metered',
      data: { runId, tokensIn: 10, tokensCached: 4, tokensOut: 2, cost, isEstimate },
    });
    const view = after(...begun, metered(7, false), metered(null, true));
    const sum = { spent: 7, unpriced: 1, estimated: 1, tokensIn: 20, tokensCached: 8, tokensOut: 4 };
    expect(view.run?.meter).toMatchObject({ ...sum, estimate: null });
    expect(view.meter).toEqual(sum);
  });
  test('says which phase and which step it is in', () => {
    const phase: ConversationEvent = { kind: 'run.phase_started', data: { runId, phase: 'implement' } };
    const item: ConversationEvent = { kind: 'run.item_started', data: { runId, item: 2, of: 3, label: 'Add a sheet' } };
    expect(after(sent, started, phase, item).run).toMatchObject({
      phase: 'implement',
      item: { at: 2, of: 3, label: 'Add a sheet' },
    });
    const done: ConversationEvent = { kind: 'run.item_done', data: { runId, item: 2 } };
    expect(after(sent, started, phase, item, done).run).toMatchObject({ phase: 'implement', item: null });
  });
  test('shows each call once, however often it was begun', () => {
    const call: ConversationEvent = {
      kind: 'tool.called',
      data: { runId, callId: 'c1', entryId: 1, name: 'read_file', access: 'read', input: { path: 'a.csv' } },
    };
    const returned: ConversationEvent = {
      kind: 'tool.returned',
      data: { runId, callId: 'c1', entryId: 1, outcome: 'unknown', ms: null, result: { ok: false }, content: null },
    };
    expect(kinds(after(...begun, call, call))).toEqual(['user', 'assistant streaming', 'tool running']);
    const halted = after(...begun, call, { kind: 'run.canceled', data: { runId, reason: 'person' } });
    expect(kinds(halted)).toEqual(['user', 'assistant interrupted', 'tool unknown', 'note']);
    expect(after(...begun, call, returned).items.at(-1)).toMatchObject({ state: 'unknown', result: { ok: false } });
    // A crash may leave the answer of a call whose beginning was never shown.
    expect(kinds(after(...begun, returned))).toEqual(['user', 'assistant streaming']);
  });
});

describe('what is written', () => {
  test.each([
    [
      'half a token',
      {
        kind: 'run.metered',
        data: { runId, tokensIn: 12, tokensCached: 0, tokensOut: 3.5, cost: 1, isEstimate: false },
      },
    ],
    [
      'less than none',
      {
        kind: 'run.metered',
        data: { runId, tokensIn: -12, tokensCached: 0, tokensOut: 3, cost: 1, isEstimate: false },
      },
    ],
    ['a field of nobody’s', { kind: 'run.completed', data: { runId, reasoning: 'secret' } }],
    ['the loop’s own state', { kind: 'run.stepped', data: { runId } }],
  ])('is checked by its writer: %s is refused', (_name, event) => expect(flawIn(event)).toBeTypeOf('string'));

  test('a conversation with a damaged figure in it opens, without the figure', () => {
    const damaged = { kind: 'run.metered', data: { runId, tokensIn: 12, tokensOut: 3.5, cost: -4, isEstimate: false } };
    const view = foldConversation(after(sent, started), { ...damaged, seq: 2, at: '' });
    expect(view.meter).toMatchObject({ tokensIn: 12, tokensOut: 0, tokensCached: 0, spent: 0 });
  });
  test('what a newer version wrote changes nothing that is shown', () => {
    const view = after(sent, started);
    expect(foldConversation(view, { kind: 'run.of_tomorrow', data: { anything: 1 }, seq: 9, at: '' })).toBe(view);
  });
});

test('a view holds the newest part however long the conversation is, and counts the rest', () => {
  let view = emptyConversation;
  for (let at = 0; at < 3_000; at += 1) {
    const event = { kind: 'message.user', data: { messageId: `m${at}`, text: 'x' } };
    view = foldConversation(view, { ...event, seq: at, at: '' });
    expect(view.items.length).toBeLessThanOrEqual(newestItems + 100);
  }
  expect(view.earlier + view.items.length).toBe(3_000);
  expect(view.items.at(-1)).toMatchObject({ id: 'm2999' });
});
