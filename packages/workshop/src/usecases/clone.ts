import type { ConversationEvent } from '@atelier/contracts';
import type { Tree } from '@atelier/kernel/core';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { EventLog, ImportRefused, NewCommit } from '@atelier/kernel/ports';
import { type Bench, editsIn } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import type { WorkbenchEvent } from '../core/conversation.ts';
import type { BenchEventOf, Stamp } from '../core/events.ts';
import { type GateRefused, gate } from '../core/gating.ts';
import { benchStream, type MessageId, type RunId, type WorkbenchId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { nodesUpFrom } from '../view/path-items.ts';
import type { Transcript } from '../view/transcript.ts';
import { commitOf } from './record.ts';
import { workbenchName } from './workbenches.ts';

type CloneMode = BenchEventOf<'workbench.cloned'>['mode'];

type Deps = Pick<WorkshopPorts, 'newId'> & { readonly log: Pick<EventLog, 'importStream'> };

const eventsPerCommit = 400;

/**
 * A copy with a stream of its own, there whole or not at all. Consent is none of it; of the history, only what the
 * active path says: checkpoints and Drafts stay with the original.
 */
export const cloneWorkbench =
  ({ log, newId }: Deps) =>
  async (
    from: { readonly bench: Bench; readonly talk: Transcript; readonly context: Tree | null },
    wish: { readonly mode: CloneMode; readonly name: string | undefined },
    actor: Actor,
  ): Promise<Result<{ readonly workbenchId: WorkbenchId; readonly seq: number }, GateRefused | ImportRefused>> => {
    const { bench, talk } = from;
    const gated = gate(bench, 'change_files');
    if (!gated.ok) return gated;
    if (!bench.id || !bench.published) return err({ code: 'WORKBENCH_NOT_FOUND' });
    const workbenchId: WorkbenchId = newId('wb');
    const context = wish.mode === 'clone_files_only' ? null : bench.context;
    const born: WorkbenchEvent[] = [
      {
        kind: 'workbench.created',
        workbenchId,
        name: workbenchName(wish.name ?? bench.name),
        tree: bench.published,
        modelId: bench.modelId,
        folder: null,
        holds: [bench.published],
      },
      { kind: 'workbench.cloned', from: bench.id, mode: wish.mode },
    ];
    if (Object.keys(bench.settings).length > 0)
      born.push({ kind: 'workbench.settings_changed', set: bench.settings as Record<string, never> });
    if (context)
      for (const category of categoriesOf(from.context)) {
        const hasDirectEdits = editsIn(bench).includes(category);
        born.push({ kind: 'context.placed', category, tree: context, hasDirectEdits, holds: [context] });
      }
    const stamp: Stamp = { published: bench.published, context, draft: null };
    const said = wish.mode === 'clone_all' ? pathAgain(talk, bench, stamp, newId) : [];
    const commits: NewCommit[] = [commitOf({ holds: new Map() }, born, actor)];
    for (let at = 0; at < said.length; at += eventsPerCommit)
      commits.push(commitOf({ holds: new Map() }, said.slice(at, at + eventsPerCommit), actor));
    const imported = await log.importStream(benchStream(workbenchId), commits);
    return imported.ok ? ok({ workbenchId, seq: imported.value.next }) : imported;
  };

const categoriesOf = (context: Tree | null): ReadonlySet<string> =>
  new Set(Object.keys(context?.entries ?? {}).flatMap((path) => path.split('/')[0] ?? []));

/** The active path told again, under ids of its own. Cards speak of a history that the copy does not have. */
const pathAgain = (talk: Transcript, bench: Bench, stamp: Stamp, newId: Deps['newId']): readonly WorkbenchEvent[] => {
  let parentId: MessageId | null = null;
  return [...nodesUpFrom(talk, bench.head)].reverse().flatMap(({ item }): readonly WorkbenchEvent[] => {
    if (item?.kind !== 'user' && item?.kind !== 'assistant') return [];
    const messageId: MessageId = newId('msg');
    const placed = { kind: 'message.placed', messageId, parentId, stamp } as const;
    parentId = messageId;
    if (item.kind === 'user')
      return [
        { kind: 'message.user', data: { messageId, text: item.text } },
        { ...placed, role: 'user', runId: null },
      ];
    const runId: RunId = newId('run');
    const run = { runId, messageId };
    const { modelId } = item;
    const ended: ConversationEvent =
      item.state === 'interrupted'
        ? { kind: 'message.assistant_interrupted', data: run }
        : { kind: 'message.assistant_completed', data: { ...run, isCut: item.state === 'cut' } };
    return [
      { kind: 'run.started', data: { runId, modelId, effort: null, cap: null, scopeHash: '' } },
      { kind: 'message.assistant_started', data: { ...run, modelId } },
      { ...placed, role: 'assistant', runId },
      { kind: 'message.assistant_partial', data: { messageId, offset: 0, text: item.text } },
      ended,
      { kind: 'run.completed', data: { runId } },
    ];
  });
};
