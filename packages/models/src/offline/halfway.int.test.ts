import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryHost } from '@atelier/files';
import { openFiles } from '@atelier/files/testing';
import type { JsonObject } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import type { ChatMessage, ToolCall } from '../core/chat.ts';
import { toolboxOf } from '../usecases/toolbox-of.ts';
import { createOfflineModel } from './offline-model.ts';

/** The real tools on a real file; of the writes only the first ones are done. */
const ask = async (request: string, doneWrites: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-halfway-'));
  const host = createMemoryHost();
  const files = openFiles(host, { folder });
  host.put('notes.txt', Buffer.from('Ann is here.\nTea is at nine.\n'));
  const toolbox = toolboxOf(files);
  const { signal } = new AbortController();
  const model = createOfflineModel();
  const messages: ChatMessage[] = [{ role: 'user', text: request }];
  let writes = 0;
  const answered = async (call: ToolCall): Promise<JsonObject> => {
    const isWrite = toolbox.tools.some(({ name, access }) => name === call.name && access === 'write');
    if (isWrite && writes++ >= doneWrites)
      return { ok: false, error: { code: 'DISK_FULL', message: 'The disk is full.' } };
    return toolbox.call(call, signal);
  };
  for (;;) {
    let text = '';
    const toolCalls: ToolCall[] = [];
    for await (const event of model.stream({ messages, tools: toolbox.tools }, signal)) {
      if (event.kind === 'text') text += event.delta;
      if (event.kind === 'tool_call') toolCalls.push(event.call);
    }
    if (toolCalls.length === 0) {
      await files.close();
      await rm(folder, { recursive: true });
      return { text, left: Buffer.from(host.bytes('notes.txt') ?? []).toString() };
    }
    messages.push({ role: 'assistant', text, toolCalls });
    for (const call of toolCalls)
      messages.push({ role: 'tool', callId: call.id, name: call.name, result: await answered(call) });
  }
};

test.each([
  [
    'Replace "Ann" with "Eve" in notes.txt, then replace "nine" with "ten" in notes.txt',
    'change anything',
    'Part of what you asked for was done',
  ],
  ['החלף "Ann" ב"Eve" בקובץ notes.txt, ואז החלף "nine" ב"ten" בקובץ notes.txt', 'לא שיניתי דבר', 'חלק מהבקשה כבר בוצע'],
])('%j that fails after its first change never says that nothing was changed', async (request, nothing, part) => {
  const [none, half, whole] = [await ask(request, 0), await ask(request, 1), await ask(request, 2)];
  expect(whole.left).toBe('Eve is here.\nTea is at ten.\n');
  expect(none).toMatchObject({ left: 'Ann is here.\nTea is at nine.\n', text: expect.stringContaining(nothing) });
  expect(half).toMatchObject({
    left: 'Eve is here.\nTea is at nine.\n',
    text: expect.stringContaining('disk is full'),
  });
  expect(half.text).not.toContain(nothing);
  expect(half.text).toContain(part);
});
