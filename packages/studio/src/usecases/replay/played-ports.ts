import { studioStream } from '@atelier/contracts/studio';
import { err, type Json, type LogEvent, ok, type Sha256 } from '@atelier/kernel/core';
import type { BlobId } from '@atelier/kernel/ports';
import { readProjectEvent } from '../../core/events/project-event.ts';
import { readWorkspaceEvent } from '../../core/events/workspace-event.ts';
import { foldProject } from '../../core/fold/fold-project.ts';
import { emptyProjectState } from '../../core/fold/state.ts';
import type { Difference } from '../../core/replay/differences.ts';
import type { TracedEvent } from '../../core/replay/portable-trace.ts';
import { emptyWorkspace, foldWorkspace } from '../../core/workspace/workspace.ts';
import type { SkillModels, StudioPorts } from '../../ports/index.ts';
import type { ModelAbsent, ModelAnswer } from '../../ports/skill-models.ts';
import type { Commit } from '../commit.ts';
import { promptHash } from './prompt-hash.ts';
import type { Trace } from './read-trace.ts';

type Appended = { readonly kind: string; readonly data: Readonly<Record<string, Json>> };

export type PlayedPorts = {
  readonly ports: StudioPorts;
  readonly commit: Commit;
  /** What the turn wrote to the project this time. */
  readonly written: readonly Appended[];
  /** Where it asked the world for something else than was recorded. */
  readonly strayed: () => readonly Difference[];
};

/** The world as a turn's tape has it: nothing is read or asked that is not in the trace. */
export const playPorts = ({ tape, project, workspace }: Trace, sha256: Sha256): PlayedPorts => {
  const written: Appended[] = [];
  const strayed: Difference[] = [];
  const stored = new Map<string, Uint8Array>();
  const next = <Item>(items: readonly Item[]) => {
    let at = 0;
    // Code that looks once more than it did then sees what it saw last.
    return (): Item | undefined => items[Math.min(at++, items.length - 1)];
  };

  const [projectSeq, workspaceSeq] = [next(tape.project), next(tape.workspace)];
  const [appended, clock] = [next(tape.appends), next(tape.clock)];
  const projectState = emptyProjectState();
  const projectAt = folded(project, projectState, (event) => {
    const known = readProjectEvent(event);
    if (known) foldProject(projectState, known);
    else projectState.seq = event.seq + 1;
  });
  const workspaceState = emptyWorkspace();
  const workspaceAt = folded(workspace, workspaceState, (event) => {
    const known = readWorkspaceEvent(event);
    if (known) foldWorkspace(workspaceState, known);
    else workspaceState.seq = event.seq + 1;
  });
  const names = new Map(tape.names);
  const readerLang = tape.lang;
  const models = playModels(tape, sha256, strayed);

  const ports: StudioPorts = {
    log: {
      read: async (stream, { from = 0, limit = 1_000 } = {}) => {
        const events = (stream === studioStream ? workspace : project).filter(({ seq }) => seq >= from).slice(0, limit);
        return ok({
          events: events.map((event) => loggedAs(stream, event)),
          next: (events.at(-1)?.seq ?? from - 1) + 1,
        });
      },
      content: async () => undefined,
      append: async () => {
        const told = (appended() ?? {}) as { readonly next?: number; readonly error?: { readonly code: 'STALE' } };
        if (told.error) return err(told.error as never);
        const next = told.next ?? 0;
        return ok({ first: next, next, events: [], repeated: false });
      },
    },
    projects: {
      at: async () => {
        const seq = projectSeq() ?? 0;
        return ok({ state: projectAt(seq), seq });
      },
      saveIfDue: async () => {},
    } as unknown as StudioPorts['projects'],
    workspaces: {
      at: async () => {
        const seq = workspaceSeq() ?? 0;
        return ok({ state: workspaceAt(seq), seq });
      },
      saveIfDue: async () => {},
    } as unknown as StudioPorts['workspaces'],
    blobs: {
      put: async (bytes) => {
        const id: BlobId = `sha256:${sha256(bytes)}`;
        stored.set(id, bytes);
        return id;
      },
      get: async (id) => stored.get(id),
    },
    models: models.port,
    nameOf: async (id) => names.get(id) ?? undefined,
    ...(readerLang !== null && { readerLang: async () => readerLang }),
    tell: () => {},
    sha256,
    now: () => new Date(clock() ?? 0),
    random: () => 0,
    onFault: (cause) => {
      throw cause;
    },
  };

  const commit: Commit = async (_stream, build) => {
    const seq = projectSeq() ?? 0;
    const built = await build(projectAt(seq), seq);
    if (!built.ok) return built;
    for (const { kind, data } of built.value.events)
      written.push(JSON.parse(JSON.stringify({ kind, data: await inlined(data, stored) })) as Appended);
    return ok({ seq: seq + built.value.events.length, isWritten: true });
  };
  return { ports, commit, written, strayed: () => [...strayed, ...models.unasked()] };
};

/** A stream folded up to where it was read; a turn only ever reads further on. */
const folded = <State>(events: readonly TracedEvent[], state: State, fold: (event: LogEvent) => void) => {
  let at = 0;
  return (seq: number): State => {
    for (let event = events[at]; event && event.seq < seq; event = events[at]) {
      fold(loggedAs('', event));
      at += 1;
    }
    return state;
  };
};

const loggedAs = (stream: string, { seq, id, at, kind, data }: TracedEvent): LogEvent =>
  ({ v: 1, stream, seq, id, at, kind, key: null, data }) as unknown as LogEvent;

const playModels = ({ chosen, answers }: Trace['tape'], sha256: Sha256, strayed: Difference[]) => {
  const left = [...answers];
  const isChosen = new Map<string, boolean[]>();
  for (const [purpose, was] of chosen) isChosen.set(purpose, [...(isChosen.get(purpose) ?? []), was]);
  const port: SkillModels = {
    isChosen: async (purpose) => {
      const told = isChosen.get(purpose) ?? [];
      return (told.length > 1 ? told.shift() : told[0]) ?? false;
    },
    generate: async (ask) => {
      const at = left.findIndex(({ purpose, name }) => purpose === ask.purpose && name === ask.name);
      const [taped] = at < 0 ? [] : left.splice(at, 1);
      const field = `${ask.purpose} ${ask.name}`;
      if (!taped) {
        strayed.push({ step: 'model', field, recorded: 'not asked', now: 'asked' });
        return err({ reason: 'provider_down' });
      }
      const now = promptHash(sha256, ask);
      if (now !== taped.asked)
        strayed.push({ step: 'context', field: `prompt of ${field}`, recorded: taped.asked, now });
      if (!taped.answer.ok) return err(taped.answer.error as ModelAbsent);
      const answer = taped.answer.value as unknown as ModelAnswer<unknown>;
      const parsed = ask.schema.safeParse(answer.value);
      if (parsed.success) return ok({ ...answer, value: parsed.data as never });
      const issue = parsed.error.issues[0];
      strayed.push({
        step: 'model',
        field: `answer of ${field}: ${issue?.path.join('.') ?? ''}`,
        recorded: 'read',
        now: issue?.message ?? 'not read',
      });
      return err({ reason: 'malformed' });
    },
  };
  const unasked = (): readonly Difference[] =>
    left.map(({ purpose, name }) => ({
      step: 'model',
      field: `${purpose} ${name}`,
      recorded: 'asked',
      now: 'not asked',
    }));
  return { port, unasked };
};

/** Long answers stand in content; two turns are compared by what they answered. */
const inlined = async (data: object, stored: ReadonlyMap<string, Uint8Array>): Promise<object> => {
  const { result } = data as { readonly result?: { readonly content?: string } };
  const bytes = typeof result?.content === 'string' ? stored.get(result.content) : undefined;
  return bytes ? { ...data, result: JSON.parse(new TextDecoder().decode(bytes)) } : data;
};
