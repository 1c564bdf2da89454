import { decide } from '../decide/decide.ts';
import type { Outcome, TurnFacts } from '../decide/facts.ts';
import { type DraftLimits, proposeDraft } from '../decide/skill-turn.ts';
import { demoProject } from '../demo/seed.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { StudioEvent } from '../domain/studio-event.ts';
import { type NewProjectEvent, type ProjectEvent, ProjectEventBody } from '../events/project-event.ts';
import { foldProject } from '../fold/fold-project.ts';
import { emptyProjectState, type ProjectState } from '../fold/state.ts';
import { standardPolicy } from '../projects/create.ts';
import { sha256 } from './records.ts';

export const policyOne = standardPolicy('pol_standard1');

type Who = Partial<
  Pick<TurnFacts, 'userId' | 'role' | 'policies' | 'company' | 'quoteNumber' | 'openQuestions' | 'changeSet' | 'today'>
>;

/** A project in memory: events are decided, read back as the log would give them, and folded. */
export const createStudio = (seed: readonly NewProjectEvent[] = []) => {
  const state: ProjectState = emptyProjectState();
  const log: ProjectEvent[] = [];
  let turns = 0;

  const record = (events: readonly NewProjectEvent[]): void => {
    for (const { key: _key, ...event } of events) {
      // Through JSON, as a log would keep it: what does not survive is not in the event.
      const body = ProjectEventBody.parse(JSON.parse(JSON.stringify(event)));
      const recorded = {
        ...body,
        seq: log.length,
        at: '2026-04-16T08:00:00.000Z',
        id: `evt_${log.length}`,
      } as ProjectEvent;
      log.push(recorded);
      foldProject(state, recorded);
    }
  };

  const facts = (who: Who = {}): TurnFacts => {
    turns += 1;
    return {
      now: '2026-04-16T08:00:00.000Z',
      today: '2026-04-16',
      turnId: `trn_${turns}`,
      userId: 'dana',
      role: 'owner',
      sha256,
      policies: [policyOne],
      ...who,
    };
  };

  const run = (event: StudioEvent, who?: Who): Outcome => {
    const outcome = decide(state, event, facts(who));
    record(outcome.events);
    return outcome;
  };

  /** What a skill would propose, as the next revision of the person's draft. */
  const propose = (
    ops: readonly PatchOp[],
    who?: Who,
    limits: Partial<DraftLimits> = {},
    carry: 'all' | readonly string[] = 'all',
  ) => {
    const turn = facts(who);
    const proposed = proposeDraft(
      state,
      turn,
      { title: { en: 'Change' }, ops: ops.map((op) => ({ ...op, groupId: turn.turnId })), carry, dropped: [] },
      { maxOps: 40, ...limits },
    );
    if (proposed.ok) record(proposed.value.events);
    return proposed;
  };

  record(seed);
  return { state, log, run, propose, record, facts };
};

export type Studio = ReturnType<typeof createStudio>;

export const demoStudio = (): Studio =>
  createStudio(
    demoProject({
      projectId: 'prj_demo',
      by: 'dana',
      now: '2026-04-16T08:00:00.000Z',
      today: '2026-04-16',
      policy: policyOne,
      sha256,
    }),
  );

/** The id of the entity with this English name, title or label. */
export const idOfName = ({ state }: Pick<Studio, 'state'>, name: string): string => {
  for (const map of Object.values(state.records))
    for (const value of (
      map as Map<string, { id: string; name?: { en?: string }; title?: { en?: string }; label?: { en?: string } }>
    ).values())
      if (value.name?.en === name || value.title?.en === name || value.label?.en === name) return value.id;
  throw new Error(`nothing is called ${name}`);
};
