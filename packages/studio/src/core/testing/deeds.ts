import { accountingOf, priceProject } from '../accounting/accounting.ts';
import type { Company } from '../domain/workspace.ts';
import { specHash } from '../patch/hash.ts';
import { sha256 } from './records.ts';
import { idOfName, type Studio } from './studio.ts';

export const codes = (outcome: { readonly blockers: readonly { readonly code: string }[] }) =>
  outcome.blockers.map(({ code }) => code);
export const open = ({ state }: Studio) =>
  [...state.flags.values()].filter(({ status }) => status === 'open').map(({ invariant }) => invariant);
export const direct = ({ state }: Studio) => accountingOf(state.records).directMinor;
export const total = ({ state }: Studio) => {
  if (!state.policy) throw new Error('no policy');
  return Number(priceProject(state.records, state.policy, state.pricing).totalMinor);
};

/** Proposes, applies and acknowledges whatever is asked. */
export const change = (studio: Studio, ...ops: Parameters<Studio['propose']>[0]) => {
  const proposed = studio.propose(ops);
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  const revision = studio.state.sessions.get('dana')?.draft?.revision ?? 0;
  return studio.run({ type: 'applyDraft', expectedDraftRevision: revision, acknowledge: ['V10', 'V13'] });
};
export const approve = (studio: Studio, ...names: readonly string[]) => {
  const elementIds = names.map((name) => idOfName(studio, name));
  const hashes = elementIds.map((id) => {
    const element = studio.state.records.element.get(id);
    return [id, element ? specHash(sha256, element) : ''];
  });
  return studio.run({ type: 'approveElement', elementIds, expectedSpecHashes: Object.fromEntries(hashes) });
};

export const paint = (studio: Studio) => idOfName(studio, 'Painting');

export const company: Company = { name: { he: 'סטודיו', en: 'Studio' } };
export const quoteNumber = { projectId: 'prj_demo', turnId: 'trn_1', year: 2026, number: 42 };
export const issue = (studio: Studio, acknowledge?: string[], who: object = {}) =>
  studio.run(
    { type: 'issueQuote', locale: 'he', ...(acknowledge ? { acknowledge } : {}) },
    { company, quoteNumber, ...who },
  );
