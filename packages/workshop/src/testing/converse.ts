import { createIds, systemWorld } from '@atelier/kernel/adapters';
import { ok } from '@atelier/kernel/core';
import { openDiskStorage } from '@atelier/kernel/storage';
import { createDecide } from '@atelier/kernel/usecases';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import { stampNow } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import type { WorkbenchEvent } from '../core/conversation.ts';
import type { MessageId, RunId, WorkbenchId } from '../core/ids.ts';
import { type DecideOnBench, recordOn } from '../usecases/record.ts';

const engine: Actor = { kind: 'engine', name: 'run' };
const turnsEach = 50;

type Deps = { readonly decide: DecideOnBench; readonly newId: (prefix: 'msg' | 'run') => string };

/** So many messages, questions and answers in turn, as runs without calls record them; several turns in one commit. */
export const converse = async ({ decide, newId }: Deps, id: WorkbenchId, messages: number): Promise<void> => {
  for (let done = 0; done < messages; done += 2 * turnsEach) {
    const said = await recordOn({ decide })(id, engine, async (bench) => {
      let head = bench.head;
      const stamp = stampNow(bench);
      const events: WorkbenchEvent[] = [];
      for (let at = done; at < Math.min(messages, done + 2 * turnsEach); at += 2) {
        const [question, answer] = [newId('msg') as MessageId, newId('msg') as MessageId];
        const runId = newId('run') as RunId;
        const run = { runId, messageId: answer };
        const text = `Answer ${at}: the total of row ${at} is ${at * 7}, and nothing else changed since.`;
        events.push(
          {
            kind: 'message.user',
            data: { messageId: question, text: `Question ${at}: what is the total of row ${at}?` },
          },
          { kind: 'message.placed', messageId: question, parentId: head, role: 'user', runId: null, stamp },
          { kind: 'run.ordered', runId, userMessageId: question, mode: 'ask' },
          {
            kind: 'run.started',
            data: { runId, modelId: 'builtin:offline', effort: null, cap: null, scopeHash: '' },
          },
          { kind: 'message.assistant_started', data: { ...run, modelId: 'builtin:offline' } },
          { kind: 'message.placed', messageId: answer, parentId: question, role: 'assistant', runId, stamp: null },
          { kind: 'message.assistant_partial', data: { messageId: answer, offset: 0, text } },
          { kind: 'message.assistant_completed', data: { ...run, isCut: false } },
          { kind: 'message.stamped', messageId: answer, stamp },
          { kind: 'run.completed', data: { runId } },
        );
        head = answer;
      }
      return ok(events);
    });
    if (!said.ok) throw new Error(said.error.code);
  }
};

/** The same, straight into the data of a server that is stopped. */
export const seedTalk = async (dataFolder: string, id: string, messages: number): Promise<void> => {
  const storage = openDiskStorage(dataFolder, {});
  const states = createKeptBenches(storage.log);
  const decide = createDecide({ log: storage.log, states });
  await converse({ decide, newId: createIds(systemWorld) }, id as WorkbenchId, messages);
  await storage.close();
};
