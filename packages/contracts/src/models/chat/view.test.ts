import { describe, expect, test } from 'vitest';
import { type ChatEvent, chatStream, flawInChat } from './events.ts';
import { type ChatView, emptyChat, foldChat } from './view.ts';

const after = (...events: readonly ChatEvent[]): ChatView => from(emptyChat, ...events);
const from = (view: ChatView, ...events: readonly ChatEvent[]): ChatView =>
  events.reduce((folded, event, seq) => {
    expect(flawInChat(event)).toBeUndefined();
    return foldChat(folded, { ...event, seq, at: `2026-11-15T00:00:0${seq % 10}.000Z` });
  }, view);

test('the stream has a name that the log accepts', () => expect(chatStream).toMatch(/^[a-z]+\/[a-z]+$/));

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
    const model: ChatEvent = { kind: 'model.switched', data: { modelId: 'openai:x', effort: 'high' } };
    const sent: ChatEvent = { kind: 'message.user', data: { messageId: 'm1', text: 'Hello?' } };
    const view = after(model, added, sent);
    expect(from(view, { kind: 'chat.cleared', data: { files: false } })).toEqual({
      ...emptyChat,
      modelId: 'openai:x',
      effort: 'high',
      files: view.files,
    });
    expect(from(view, { kind: 'chat.cleared', data: { files: true } }).files).toEqual([]);
  });
});
