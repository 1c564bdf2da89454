import type { Lang, LText } from '@atelier/contracts/studio';
import { projectStream } from '@atelier/contracts/studio';
import { derivedId, err, ok, type Result } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { demoProject, practiceProject } from '../core/demo/seed.ts';
import type { PolicyVersion } from '../core/domain/index.ts';
import type { NewProjectEvent } from '../core/events/project-event.ts';
import { projectOf } from '../core/fold/records.ts';
import { cloneProject } from '../core/projects/clone.ts';
import { cardOf, createProject, standardPolicy } from '../core/projects/create.ts';
import { newestPolicy } from '../core/workspace/workspace.ts';
import type { StudioPorts } from '../ports/index.ts';
import { openProject, type TurnRefused } from './admit.ts';
import type { Commit } from './commit.ts';
import type { StudioCaller } from './turn-caller.ts';
import type { WorkspaceCommit } from './workspace-commit.ts';
import { dayIn, workspaceNow } from './workspace-now.ts';

type Made = Result<{ readonly projectId: string }, DecideRefused | TurnRefused>;

/** New projects. The same request twice makes one: its id follows from the request. */
export const createProjects = (ports: StudioPorts, commit: Commit, commitWorkspace: WorkspaceCommit) => {
  const { sha256 } = ports;

  /** A project starts with the newest policy there is; the first project brings one along. */
  const policyFor = async (by: string): Promise<PolicyVersion> => {
    const known = newestPolicy(await workspaceNow(ports));
    if (known) return known;
    const policy = standardPolicy(derivedId('pol', sha256, 'studio-standard/1'));
    await commitWorkspace('policy:first', (state) =>
      ok(state.policies.length > 0 ? [] : [{ kind: 'policy.published', data: { by, policy } }]),
    );
    return newestPolicy(await workspaceNow(ports)) ?? policy;
  };

  /** First the project, then its card: a crash between them is mended by `list`. */
  const found = async (
    projectId: string,
    events: readonly NewProjectEvent[],
    isDemo: boolean,
    clonedFrom?: string,
  ): Promise<Made> => {
    const recorded = await commit(projectStream(projectId), (state) =>
      ok({ events: state.records.project.size > 0 ? [] : events }),
    );
    if (!recorded.ok) return recorded;
    const listed = await list(projectId, {
      ...(isDemo && { isDemo: true }),
      ...(clonedFrom !== undefined && { clonedFrom }),
    });
    return listed.ok ? ok({ projectId }) : listed;
  };

  /** Brings a project's card up to what the project says. */
  const list = async (projectId: string, more: { readonly isDemo?: boolean; readonly clonedFrom?: string } = {}) => {
    const now = await ports.projects.at(projectStream(projectId));
    if (!now.ok) return now;
    if (now.value.state.records.project.size === 0) return ok({ seq: 0 });
    const project = projectOf(now.value.state.records);
    return commitWorkspace(null, (state) => {
      const known = state.projects.get(projectId);
      const card = cardOf(project, {
        ...(known?.isDemo !== undefined && { isDemo: known.isDemo }),
        ...(known?.clonedFrom !== undefined && { clonedFrom: known.clonedFrom }),
        ...more,
      });
      const isSame = known && JSON.stringify(known) === JSON.stringify(card);
      return ok(isSame ? [] : [{ kind: 'project.listed', data: { by: project.createdBy, card } }]);
    });
  };

  return {
    list,
    create: async (
      facts: {
        readonly requestId: string;
        readonly title: LText;
        readonly clientName: string;
        readonly primaryLang: Lang;
        readonly eventDate?: string | undefined;
      },
      { userId: by }: StudioCaller,
    ): Promise<Made> => {
      const projectId = derivedId('prj', sha256, `${by}\n${facts.requestId}`);
      const { title, clientName, primaryLang, eventDate } = facts;
      const policy = await policyFor(by);
      const now = ports.now().toISOString();
      const given = { projectId, title, clientName, primaryLang, policy, by, now };
      const { defaults } = await workspaceNow(ports);
      const events = createProject({ ...given, ...(eventDate !== undefined && { eventDate }) }, defaults);
      return found(projectId, events, false);
    },
    /** The demo and the one to practise on: once for each person, however often it is asked for. */
    demo: async (
      facts: { readonly requestId: string },
      { userId: by }: StudioCaller,
    ): Promise<Result<{ readonly projectId: string; readonly practiceId: string }, DecideRefused | TurnRefused>> => {
      const now = ports.now().toISOString();
      const policy = await policyFor(by);
      const seed = (name: string) => ({
        projectId: derivedId('prj', sha256, `${by}\n${facts.requestId}\n${name}`),
        by,
        now,
        today: dayIn('Asia/Jerusalem', now),
        policy,
        sha256,
      });
      const [demo, practice] = [seed('demo'), seed('practice')];
      const first = await found(demo.projectId, demoProject(demo), true);
      if (!first.ok) return first;
      const second = await found(practice.projectId, practiceProject(practice), true);
      return second.ok ? ok({ projectId: demo.projectId, practiceId: practice.projectId }) : second;
    },
    clone: async (
      facts: {
        readonly requestId: string;
        readonly projectId: string;
        readonly title: LText;
        readonly eventDate?: string | undefined;
        readonly withCosts: boolean;
        readonly asTemplate: boolean;
      },
      caller: StudioCaller,
    ): Promise<Made> => {
      const source = await openProject(ports, facts.projectId, caller);
      if (!source.ok) return source;
      // Whoever may not see costs cannot carry them into a project of their own.
      if (source.value.role === 'viewer' && facts.withCosts) return err({ code: 'FORBIDDEN' });
      const { userId: by } = caller;
      const projectId = derivedId('prj', sha256, `${by}\n${facts.requestId}`);
      const { title, eventDate, withCosts, asTemplate } = facts;
      const withFacts = source.value.canSeeCosts;
      const events = cloneProject(source.value.state, {
        projectId,
        title,
        withCosts,
        withFacts,
        asTemplate,
        policy: source.value.state.policy ?? (await policyFor(by)),
        by,
        now: ports.now().toISOString(),
        sha256,
        ...(eventDate !== undefined && { eventDate }),
      });
      return found(projectId, events, false, facts.projectId);
    },
  };
};
