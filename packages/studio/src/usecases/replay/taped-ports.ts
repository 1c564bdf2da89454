import type { ProjectRole, StudioEvent } from '@atelier/contracts/studio';
import { studioStream } from '@atelier/contracts/studio';
import type { Json } from '@atelier/kernel/core';
import type { TurnTape } from '../../core/replay/tape.ts';
import type { StudioPorts } from '../../ports/index.ts';
import type { Commit } from '../commit.ts';
import type { StudioCaller } from '../turn-caller.ts';
import { promptHash } from './prompt-hash.ts';

export type TapedPorts = {
  readonly ports: StudioPorts;
  readonly commit: Commit;
  /** What was told up to now. */
  readonly tape: () => TurnTape;
};

type Begun = {
  readonly request: StudioEvent;
  readonly caller: StudioCaller;
  readonly role: ProjectRole;
  readonly workspaceId: string;
};

/** The world of one turn, and a record of all it told: clock, models, names, and at which seq each stream was read. */
export const tapePorts = (
  ports: StudioPorts,
  commit: Commit,
  { request, caller, role, workspaceId }: Begun,
): TapedPorts => {
  const taken = {
    project: [] as number[],
    workspace: [] as number[],
    appends: [] as Json[],
    clock: [] as number[],
    chosen: [] as [string, boolean][],
    answers: [] as TurnTape['answers'],
    names: [] as [string, string | null][],
  };
  let lang: TurnTape['lang'] = null;
  const lists = Object.values(taken) as unknown[][];

  const taped: StudioPorts = {
    ...ports,
    log: {
      ...ports.log,
      append: async (stream, events, options) => {
        const appended = await ports.log.append(stream, events, options);
        if (stream === studioStream)
          taken.appends.push(
            appended.ok ? { next: appended.value.next } : { error: appended.error as unknown as Json },
          );
        return appended;
      },
    },
    projects: {
      ...ports.projects,
      at: async (stream) => {
        const now = await ports.projects.at(stream);
        if (now.ok) taken.project.push(now.value.seq);
        return now;
      },
    },
    workspaces: {
      ...ports.workspaces,
      at: async (stream) => {
        const now = await ports.workspaces.at(stream);
        taken.workspace.push(now.ok ? now.value.seq : 0);
        return now;
      },
    },
    models: {
      isChosen: async (purpose) => {
        const isChosen = await ports.models.isChosen(purpose);
        taken.chosen.push([purpose, isChosen]);
        return isChosen;
      },
      generate: async (ask) => {
        const answered = await ports.models.generate(ask);
        taken.answers.push({
          purpose: ask.purpose,
          name: ask.name,
          asked: promptHash(ports.sha256, ask),
          answer: answered as unknown as TurnTape['answers'][number]['answer'],
        });
        return answered;
      },
    },
    ...(ports.nameOf && {
      nameOf: async (id: string) => {
        const name = await ports.nameOf?.(id);
        taken.names.push([id, name ?? null]);
        return name;
      },
    }),
    ...(ports.readerLang && {
      readerLang: async () => {
        const read = (await ports.readerLang?.()) ?? 'he';
        lang = read;
        return read;
      },
    }),
    now: () => {
      const now = ports.now();
      taken.clock.push(now.getTime());
      return now;
    },
  };

  return {
    ports: taped,
    commit: (stream, build) => {
      const before = lists.map(({ length }) => length);
      return commit(stream, (state, seq) => {
        // A decision that lost a race is taken again: only the last one counts.
        lists.forEach((list, at) => {
          list.length = before[at] ?? 0;
        });
        taken.project.push(seq);
        return build(state, seq);
      });
    },
    tape: () => ({
      v: 1,
      request: request as unknown as Json,
      caller: { userId: caller.userId, isAdmin: caller.isAdmin },
      role,
      workspaceId,
      ...(structuredClone(taken) as typeof taken),
      lang,
    }),
  };
};
