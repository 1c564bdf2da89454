import { type PricingEffect, projectStream, type WorkspaceView } from '@atelier/contracts/studio';
import { derivedId, ok } from '@atelier/kernel/core';
import { materialLineCost, priceProject } from '../core/accounting/accounting.ts';
import { newPrices } from '../core/accounting/new-prices.ts';
import type {
  Company,
  DirectoryRecord,
  PolicyVersion,
  PriceListItem,
  ProjectDefaults,
  StudioModels,
} from '../core/domain/index.ts';
import { projectOf } from '../core/fold/records.ts';
import type { ProjectState } from '../core/fold/state.ts';
import type { WorkspaceState } from '../core/workspace/workspace.ts';
import type { StudioPorts } from '../ports/index.ts';
import { createFlagProjects } from './flag-projects.ts';
import type { WorkspaceCommit } from './workspace-commit.ts';
import { workspaceNow } from './workspace-now.ts';

export const workspaceView = (state: WorkspaceState): WorkspaceView => {
  const list = state.priceLists.at(-1);
  return {
    projects: [...state.projects.values()].map((card) => ({
      ...card,
      clientName: (card.clientId && state.directory.get(card.clientId)?.name) ?? card.clientName,
    })),
    company: state.company,
    policies: state.policies,
    directory: [...state.directory.values()],
    priceList: list ? { ...list, items: list.items.length } : null,
    models: state.models,
    defaults: state.defaults,
  };
};

type Terms = Omit<PolicyVersion, 'id' | 'version'>;

/** What all projects share. Each change is one event with its actor, and a preview says beforehand what it would move. */
export const createWorkspace = (ports: StudioPorts, commit: WorkspaceCommit) => {
  const { sha256 } = ports;
  const flagProjects = createFlagProjects(ports);

  /** Every project that is still open, folded one after the other: a preview is asked for by a person, not on a timer. */
  const eachOpen = async (visit: (state: ProjectState) => void): Promise<void> => {
    for (const { projectId, isArchived, isTemplate } of (await workspaceNow(ports)).projects.values()) {
      if (isArchived || isTemplate) continue;
      const now = await ports.projects.at(projectStream(projectId));
      if (now.ok && now.value.state.records.project.size > 0) visit(now.value.state);
    }
  };

  return {
    setCompany: (requestId: string, company: Company, by: string) =>
      commit(requestId, () => ok([{ kind: 'company.set', data: { by, company } }])),
    setDefaults: (requestId: string, defaults: ProjectDefaults, by: string) =>
      commit(requestId, () => ok([{ kind: 'defaults.set', data: { by, defaults } }])),
    setModels: (requestId: string, models: StudioModels, by: string) =>
      commit(requestId, () => ok([{ kind: 'models.set', data: { by, models } }])),
    setDirectory: (requestId: string, record: DirectoryRecord, by: string) =>
      commit(requestId, () => ok([{ kind: 'directory.recorded', data: { by, record } }])),
    /** By event day: whose event is soonest is what a person looks at first. */
    previewPolicy: async (terms: Terms): Promise<readonly PricingEffect[]> => {
      const effects: PricingEffect[] = [];
      const policy = { ...terms, id: 'pol_preview', version: 1 };
      await eachOpen((state) => {
        if (!state.policy || state.policy.name !== terms.name) return;
        const effect = effectOf(state, (records) => Number(priceProject(records, policy, state.pricing).totalMinor));
        if (effect) effects.push(effect);
      });
      return effects.sort(byEventDay);
    },
    publishPolicy: async (requestId: string, terms: Terms, by: string) => {
      const id = derivedId('pol', sha256, `${by}\n${requestId}`);
      const recorded = await commit(requestId, (state) => {
        const last = state.policies.findLast(({ name }) => name === terms.name);
        const policy = { ...terms, id, version: (last?.version ?? 0) + 1 };
        return ok([{ kind: 'policy.published', data: { by, policy } }]);
      });
      if (!recorded.ok) return recorded;
      await flagProjects(id, by);
      return ok({ policyId: id, seq: recorded.value.seq });
    },
    previewPriceList: async (items: readonly PriceListItem[]) => {
      const lines: {
        projectId: string;
        lineId: string;
        label: PriceListItem['label'];
        sku: string;
        beforeMinor: number;
        afterMinor: number;
      }[] = [];
      const effects: PricingEffect[] = [];
      await eachOpen((state) => {
        const moved = new Map<string, number>();
        for (const { line, sku, item } of newPrices(state.records, items)) {
          moved.set(line.id, item.unitCostMinor);
          lines.push({
            projectId: projectOf(state.records).id,
            lineId: line.id,
            label: line.label,
            sku,
            beforeMinor: materialLineCost(line),
            afterMinor: materialLineCost({ ...line, unitCostMinor: item.unitCostMinor }),
          });
        }
        const { policy, pricing } = state;
        if (moved.size === 0 || !policy) return;
        const effect = effectOf(state, (records) => {
          const materialLine = new Map(records.materialLine);
          for (const [id, unitCostMinor] of moved) {
            const line = materialLine.get(id);
            if (line) materialLine.set(id, { ...line, unitCostMinor });
          }
          return Number(priceProject({ ...records, materialLine }, policy, pricing).totalMinor);
        });
        if (effect) effects.push(effect);
      });
      return { lines, effects: effects.sort(byEventDay) };
    },
    publishPriceList: async (
      requestId: string,
      facts: {
        readonly currency: string;
        readonly priceAsOf: string;
        readonly source: string;
        readonly items: readonly PriceListItem[];
      },
      by: string,
    ) => {
      const id = derivedId('pli', sha256, `${by}\n${requestId}`);
      const recorded = await commit(requestId, ({ priceLists }) => {
        const list = { ...facts, items: [...facts.items], id, version: (priceLists.at(-1)?.version ?? 0) + 1 };
        return ok([{ kind: 'priceList.published', data: { by, list } }]);
      });
      if (!recorded.ok) return recorded;
      await flagProjects(id, by);
      return ok({ listId: id, seq: recorded.value.seq });
    },
  };
};

const effectOf = (
  state: ProjectState,
  after: (records: ProjectState['records']) => number,
): PricingEffect | undefined => {
  if (!state.policy) return undefined;
  const project = projectOf(state.records);
  const beforeMinor = Number(priceProject(state.records, state.policy, state.pricing).totalMinor);
  const afterMinor = after(state.records);
  if (beforeMinor === afterMinor) return undefined;
  return {
    projectId: project.id,
    title: project.title,
    eventDate: project.eventDate ?? null,
    beforeMinor,
    afterMinor,
    openQuotes: [...state.quotes.values()]
      .filter(({ status }) => status === 'issued' || status === 'sent')
      .map(({ number, version }) => `${number} v${version}`),
  };
};

const byEventDay = (a: PricingEffect, b: PricingEffect): number => {
  const [one, other] = [a.eventDate ?? '9999', b.eventDate ?? '9999'];
  return one < other ? -1 : one > other ? 1 : a.projectId < b.projectId ? -1 : 1;
};
