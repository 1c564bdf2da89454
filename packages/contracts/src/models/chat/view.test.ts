import { describe, expect, test } from 'vitest';
import { type ChatEvent, chatStream } from './events.ts';
import { type ChatView, emptyChat, foldChat } from './view.ts';

const after = (...events: readonly ChatEvent[]): ChatView => from(emptyChat, ...events);
const from = (view: ChatView, ...events: readonly ChatEvent[]): ChatView =>
  events.reduce(
    (folded, event, seq) => foldChat(folded, { ...event, seq, at: `2026-11-15T00:00:0${seq % 10}.000Z` }),
    view,
  );

const runId = 'run_1';
const sent: ChatEvent = { kind: 'message.sent', data: { messageId: 'm1', text: 'Hello?' } };
const started: ChatEvent = {
  kind: 'run.started',
  data: { runId, modelId: 'openai:x', effort: null, cap: 500, scopeHash: 'sha256:s' },
};
const turn = (messageId: string, at = 1): ChatEvent => ({
  kind: 'turn.started',
  data: { runId, messageId, turn: at, of: 50, estimate: 100, profile: {} },
});
const text = (messageId: string, offset: number, piece: string): ChatEvent => ({
  kind: 'message.text',
  data: { messageId, offset, text: piece },
});
const ended = (messageId: string, isCut = false): ChatEvent => ({
  kind: 'turn.ended',
  data: { runId, messageId, isCut },
});
const answered: ChatEvent = { kind: 'run.ended', data: { runId, outcome: 'answered' } };
const kinds = ({ items }: ChatView) =>
  items.map((item) => ('state' in item ? `${item.kind} ${item.state}` : item.kind));

test('the stream has a name that the log accepts', () => expect(chatStream).toMatch(/^[a-z]+\/[a-z]+$/));

describe('text', () => {
  test('pieces join where they end; one that was recorded twice or out of place changes nothing', () => {
    const view = after(
      sent,
      started,
      turn('a1'),
      text('a1', 0, 'Hel'),
      text('a1', 3, 'lo'),
      text('a1', 3, 'lo'),
      text('a1', 9, '!'),
    );
    expect(view.items[1]).toMatchObject({ kind: 'assistant', text: 'Hello', state: 'streaming' });
    expect(view.run).toMatchObject({ state: 'running', speaking: 'a1', meter: { cap: 500, estimate: 100 } });
  });
  test('a turn of tool calls alone leaves no empty bubble', () => {
    expect(kinds(after(sent, started, turn('a1'), ended('a1'), turn('a2', 2)))).toEqual([
      'user',
      'assistant streaming',
    ]);
  });
  test('an attempt that is made again takes back what it had written', () => {
    const again: ChatEvent = { kind: 'run.restarted', data: { runId, messageId: 'a1', attempt: 1 } };
    const view = after(
      sent,
      started,
      turn('a1'),
      text('a1', 0, 'Half'),
      again,
      text('a1', 0, 'Whole'),
      ended('a1'),
      answered,
    );
    expect(view.items.at(-1)).toMatchObject({ text: 'Whole', state: 'done' });
    expect(view.run).toBeNull();
  });
  test('an answer that ran out of room says so', () => {
    const view = after(sent, started, turn('a1'), text('a1', 0, 'Ha'), ended('a1', true), answered);
    expect(kinds(view)).toEqual(['user', 'assistant cut']);
  });
});

describe('a run', () => {
  const begun = [sent, started, turn('a1'), text('a1', 0, 'Half')] as const;
  test('waits with a countdown and goes on', () => {
    const waiting: ChatEvent = {
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
    const restarted: ChatEvent = { kind: 'run.restarted', data: { runId, messageId: 'a1', attempt: 1 } };
    expect(after(...begun, waiting, restarted).run).toMatchObject({ state: 'running', retry: null });
  });
  test.each([
    ['canceled', 'stopped'],
    ['failed', 'stopped'],
  ] as const)('that is %s can be taken up again, and what it was saying was interrupted', (outcome, state) => {
    const view = after(...begun, { kind: 'run.ended', data: { runId, outcome } });
    expect(view.run).toMatchObject({ state, speaking: null });
    expect(kinds(view)).toEqual(['user', 'assistant interrupted', 'note']);
    const resumed: ChatEvent = { kind: 'run.resumed', data: { runId, modelId: 'google:y', effort: 'low', cap: null } };
    const on = from(view, resumed);
    expect(on.run).toMatchObject({ state: 'running', modelId: 'google:y', effort: 'low', meter: { cap: null } });
    expect(on.items.at(-1)).toMatchObject({ kind: 'note', note: 'model_switched', detail: 'google:y' });
  });
  test('asks before it sends, and is over when that is denied', () => {
    const consent = { providerId: 'openai', modelId: 'openai:x', scopeHash: 'sha256:s' };
    const asking: ChatEvent = {
      kind: 'run.paused',
      data: {
        runId,
        state: 'needs_consent',
        because: { code: 'EGRESS_CONSENT_REQUIRED', message: '' },
        consent: { ...consent, files: [{ path: 'a.csv', sizeBytes: 4 }] },
      },
    };
    const view = after(sent, started, turn('a1'), asking);
    expect(view.run).toMatchObject({ state: 'needs_consent', consent });
    expect(kinds(view)).toEqual(['user']);
    const denied = from(
      view,
      { kind: 'consent.answered', data: { runId, consent, decision: 'deny' } },
      { kind: 'run.ended', data: { runId, outcome: 'denied' } },
    );
    expect(denied).toMatchObject({ run: null, items: [{}, { kind: 'note', note: 'denied' }] });
  });
  test('that is over hears nothing more', () => {
    const view = after(...begun, ended('a1'), answered);
    const late: ChatEvent = { kind: 'run.ended', data: { runId, outcome: 'failed' } };
    expect(from(view, late, turn('a9'))).toEqual(view);
    const other = from(view, sent, { ...started, data: { ...started.data, runId: 'run_2' } });
    expect(from(other, late)).toEqual(other);
  });
  test('is metered, and so is the whole chat; a call without a price is counted apart', () => {
    const metered = (cost: number | null): ChatEvent => ({
      kind: 'call.metered',
      data: { runId, tokensIn: 10, tokensOut: 2, cost, isEstimate: false },
    });
    const view = after(...begun, metered(7), metered(null));
    expect(view.run?.meter).toMatchObject({ spent: 7, unpriced: 1, tokensIn: 20, tokensOut: 4, estimate: null });
    expect(view.meter).toEqual({ spent: 7, unpriced: 1, tokensIn: 20, tokensOut: 4 });
  });
  test('shows each call once, however often it was begun', () => {
    const call: ChatEvent = {
      kind: 'tool.started',
      data: { runId, callId: 'c1', entryId: 1, name: 'read_file', access: 'read', input: { path: 'a.csv' } },
    };
    const finished: ChatEvent = {
      kind: 'tool.finished',
      data: { runId, callId: 'c1', outcome: 'unknown', ms: null, result: { ok: false } },
    };
    expect(kinds(after(...begun, call, call))).toEqual(['user', 'assistant streaming', 'tool running']);
    const halted = after(...begun, call, { kind: 'run.ended', data: { runId, outcome: 'canceled' } });
    expect(kinds(halted)).toEqual(['user', 'assistant interrupted', 'tool unknown', 'note']);
    expect(after(...begun, call, finished).items.at(-1)).toMatchObject({ state: 'unknown', result: { ok: false } });
  });
});

describe('files', () => {
  const added: ChatEvent = { kind: 'chat.file_added', data: { path: 'a.csv', version: 'v1', sizeBytes: 4 } };
  const made = (path: string, version: string): ChatEvent => ({
    kind: 'chat.file_made',
    data: { path, version, sizeBytes: 9, action: 'modified', tool: 't', summary: '' },
  });
  test('a dropped file that the model changed is still the person’s, and knows what it was', () => {
    expect(after(added, made('a.csv', 'v2'), made('b.csv', 'v3')).files).toMatchObject([
      { path: 'a.csv', version: 'v2', origin: 'user', droppedVersion: 'v1', changed: true },
      { path: 'b.csv', version: 'v3', origin: 'agent', droppedVersion: null, changed: true },
    ]);
    expect(after(added, made('a.csv', 'v2'), made('a.csv', 'v1')).files).toMatchObject([{ changed: false }]);
  });
  test('clearing keeps the choice of model, and the files unless they are to go', () => {
    const model: ChatEvent = { kind: 'chat.model_set', data: { modelId: 'openai:x', effort: 'high' } };
    const view = after(model, added, sent, started);
    expect(from(view, { kind: 'chat.cleared', data: { files: false } })).toEqual({
      ...emptyChat,
      modelId: 'openai:x',
      effort: 'high',
      files: view.files,
    });
    expect(from(view, { kind: 'chat.cleared', data: { files: true } }).files).toEqual([]);
  });
});

test('what a run keeps for itself and what a newer version wrote change nothing that is shown', () => {
  const view = after(sent, started);
  for (const kind of ['run.stepped', 'chat.of_tomorrow']) {
    expect(foldChat(view, { kind, data: { anything: 1 }, seq: 9, at: '' })).toEqual(view);
  }
});
