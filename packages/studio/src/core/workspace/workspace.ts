import type { Json } from '@atelier/kernel/core';
import type {
  Company,
  DirectoryRecord,
  PolicyVersion,
  PriceListVersion,
  ProjectCard,
  ProjectDefaults,
  ReservedNumber,
  SkillOverride,
  StudioModels,
} from '../domain/workspace.ts';
import type { WorkspaceEvent } from '../events/workspace-event.ts';

/** What all projects share, folded from the stream `studio`. */
export type WorkspaceState = {
  seq: number;
  readonly projects: Map<string, ProjectCard>;
  /** Oldest first. */
  readonly policies: PolicyVersion[];
  company: Company | null;
  /** Oldest first. */
  readonly priceLists: PriceListVersion[];
  readonly directory: Map<string, DirectoryRecord>;
  readonly overrides: Map<string, SkillOverride>;
  readonly skills: Map<string, { readonly version: string; readonly promptHash: string; readonly schemaHash: string }>;
  /** By project: one number, reserved at its first quote. */
  readonly numbers: Map<string, ReservedNumber>;
  isBreakerOpen: boolean;
  models: StudioModels;
  defaults: ProjectDefaults;
};

/** Sunday to Thursday, without Israel's holidays. */
export const standardDefaults: ProjectDefaults = {
  quotePrefix: 'Q',
  workWeek: [0, 1, 2, 3, 4],
  nationalHolidays: 'IL',
  holidays: [],
};

export const emptyWorkspace = (): WorkspaceState => ({
  seq: 0,
  projects: new Map(),
  policies: [],
  company: null,
  priceLists: [],
  directory: new Map(),
  overrides: new Map(),
  skills: new Map(),
  numbers: new Map(),
  isBreakerOpen: false,
  models: { router: null, skill: null, judge: null },
  defaults: standardDefaults,
});

/** Moves the state on by one event, in place. */
export const foldWorkspace = (state: WorkspaceState, event: WorkspaceEvent): void => {
  state.seq = event.seq + 1;
  switch (event.kind) {
    case 'project.listed':
      state.projects.set(event.data.card.projectId, event.data.card);
      return;
    case 'policy.published':
      state.policies.push(event.data.policy);
      return;
    case 'company.set':
      state.company = event.data.company;
      return;
    case 'priceList.published':
      state.priceLists.push(event.data.list);
      return;
    case 'defaults.set':
      state.defaults = event.data.defaults;
      return;
    case 'models.set':
      state.models = event.data.models;
      return;
    case 'directory.recorded':
      state.directory.set(event.data.record.id, event.data.record);
      return;
    case 'skill.overridden':
      state.overrides.set(event.data.override.skillId, event.data.override);
      return;
    case 'skill.reverted':
      state.overrides.delete(event.data.skillId);
      return;
    case 'skills.synced':
      state.skills.clear();
      for (const { skillId, ...rest } of event.data.skills) state.skills.set(skillId, rest);
      return;
    case 'quoteNumber.reserved':
      // The first reservation of a project stands: a second one would give it two numbers.
      if (!state.numbers.has(event.data.reserved.projectId))
        state.numbers.set(event.data.reserved.projectId, event.data.reserved);
      return;
    case 'router.breakerChanged':
      state.isBreakerOpen = event.data.open;
      return;
  }
};

/** The newest version of the policy with this name; without a name, of any. */
export const newestPolicy = (state: WorkspaceState, name?: string): PolicyVersion | undefined =>
  state.policies.findLast((policy) => name === undefined || policy.name === name);

export const encodeWorkspace = (state: WorkspaceState): Json =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, value instanceof Map ? [...value] : value]),
  ) as Json;

export const decodeWorkspace = (json: Json): WorkspaceState => {
  const given = json as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(emptyWorkspace()).map(([name, empty]) => [
      name,
      empty instanceof Map ? new Map(given[name] as readonly [string, unknown][]) : (given[name] ?? empty),
    ]),
  ) as WorkspaceState;
};
