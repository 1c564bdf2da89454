import type { Project } from '../domain/entities.ts';
import type { Lang, LText } from '../domain/primitives.ts';
import type { PolicyVersion, ProjectCard } from '../domain/workspace.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { standardPolicyName } from '../words/policy-name.ts';
import { standardDefaults } from '../workspace/workspace.ts';

export type NewProject = {
  readonly projectId: string;
  readonly title: LText;
  readonly clientName: string;
  readonly primaryLang: Lang;
  readonly eventDate?: string;
  /** The policy it starts with. */
  readonly policy: PolicyVersion;
  readonly by: string;
  readonly now: string;
};

/** A project's first events: it exists, whoever made it owns it, and a policy is pinned. */
export const createProject = (
  given: NewProject,
  more: Partial<Project> = {},
  facts: { readonly clonedFrom?: string; readonly isDemo?: true } = {},
): readonly NewProjectEvent[] => {
  const { projectId, by, now, policy, eventDate } = given;
  const project: Project = {
    id: projectId,
    title: given.title,
    client: { name: given.clientName },
    primaryLang: given.primaryLang,
    currency: policy.currency,
    timeZone: 'Asia/Jerusalem',
    ...standardDefaults,
    projectStage: 'ideation',
    features: { studioTabV1: true },
    // A viewer is often a client or a supplier, and a cost that was seen can't be taken back.
    settings: { judge: 'auto', costVisibility: 'editors' },
    isArchived: false,
    isTemplate: false,
    ...(eventDate === undefined ? {} : { eventDate }),
    ...more,
    createdAt: now,
    createdBy: by,
    updatedAt: now,
    updatedSeq: 0,
    origin: { source: 'manual' },
    tombstone: null,
  };
  return [
    { kind: 'project.created', key: `created:${projectId}`, data: { by, project, ...facts } },
    { kind: 'member.set', data: { by, userId: by, role: 'owner' } },
    { kind: 'policy.pinned', data: { by, policy } },
  ];
};

/** What the list of projects shows of one. */
export const cardOf = (project: Project, more: Pick<ProjectCard, 'isDemo' | 'clonedFrom'> = {}): ProjectCard => ({
  projectId: project.id,
  title: project.title,
  clientName: project.client.name,
  ...(project.client.clientId === undefined ? {} : { clientId: project.client.clientId }),
  ...(project.eventDate === undefined ? {} : { eventDate: project.eventDate }),
  stage: project.projectStage,
  isArchived: project.isArchived,
  isTemplate: project.isTemplate,
  ...(project.features.studioTabV1 ? {} : { isStudioOff: true }),
  ...more,
});

/** What a studio in Israel starts from. VAT is data, so that a change of law is a new version and no new program. */
export const standardPolicy = (id: string): PolicyVersion => ({
  id,
  name: standardPolicyName,
  version: 1,
  currency: 'ILS',
  overheadBps: 1_200,
  contingencyBps: 500,
  marginMode: 'markup',
  marginBps: 2_500,
  minMarginBps: 1_500,
  vatBps: 1_800,
  rounding: { unitMinor: 1_000, mode: 'half_up', apply: 'per_element' },
  discount: null,
  spreadGeneral: false,
  tradeRates: {
    design: 17_000,
    carpentry: 14_000,
    metal: 16_000,
    paint: 12_000,
    print: 13_000,
    electric: 16_000,
    rigging: 18_000,
    install: 13_000,
    transport: 12_000,
    av: 16_000,
    textile: 13_000,
    pm: 17_000,
    other: 13_000,
  },
  labourFactors: { nightBps: 15_000, fridayBps: 15_000, shabbatBps: 20_000 },
  validDays: 30,
});
