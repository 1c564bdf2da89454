import { ok } from '@atelier/kernel/core';
import type { Handlers } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { refusedBy } from './words.ts';

type Names =
  | 'StudioCompanySet'
  | 'StudioDefaultsSet'
  | 'StudioModelsSet'
  | 'StudioDirectorySet'
  | 'StudioPolicyPreview'
  | 'StudioPolicyPublish'
  | 'StudioPriceListPreview'
  | 'StudioPriceListPublish';

/** What all projects share: who offers, to and from whom, at which terms and prices. */
export const createWorkspaceHandlers = ({ workspace }: OpenStudio): Handlers<Names> => ({
  StudioCompanySet: async ({ requestId, company }, { person }) => {
    const set = await workspace.setCompany(requestId, company, person);
    return set.ok ? set : refusedBy('StudioCompanySet', set.error);
  },
  StudioDefaultsSet: async ({ requestId, defaults }, { person }) => {
    const set = await workspace.setDefaults(requestId, defaults, person);
    return set.ok ? set : refusedBy('StudioDefaultsSet', set.error);
  },
  StudioModelsSet: async ({ requestId, models }, { person }) => {
    const set = await workspace.setModels(requestId, models, person);
    return set.ok ? set : refusedBy('StudioModelsSet', set.error);
  },
  StudioDirectorySet: async ({ requestId, record }, { person }) => {
    const set = await workspace.setDirectory(requestId, record, person);
    return set.ok ? set : refusedBy('StudioDirectorySet', set.error);
  },
  StudioPolicyPreview: async ({ policy }) => ok({ effects: [...(await workspace.previewPolicy(policy))] }),
  StudioPolicyPublish: async ({ requestId, policy }, { person }) => {
    const published = await workspace.publishPolicy(requestId, policy, person);
    return published.ok ? published : refusedBy('StudioPolicyPublish', published.error);
  },
  StudioPriceListPreview: async ({ items }) => ok(await workspace.previewPriceList(items)),
  StudioPriceListPublish: async ({ requestId, ...list }, { person }) => {
    const published = await workspace.publishPriceList(requestId, list, person);
    return published.ok ? published : refusedBy('StudioPriceListPublish', published.error);
  },
});
