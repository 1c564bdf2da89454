import type { Sha256 } from '@atelier/kernel/core';
import { accountingHash, accountingOf } from '../accounting/accounting.ts';
import type { ElementSnapshot } from '../domain/entities.ts';
import type { Company } from '../domain/workspace.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { specHash } from '../patch/hash.ts';
import { withClientOf } from '../projects/client.ts';
import type { QuoteInputs } from './working-quote.ts';

type Directory = Parameters<typeof withClientOf>[1];

/** What the quote of a project is made of; nothing before a policy was pinned. */
export const quoteInputsOf = (
  state: Pick<ProjectState, 'records' | 'snapshots' | 'policy' | 'pricing' | 'paymentPlan'>,
  { company, directory }: { readonly company: Company | null; readonly directory: Directory },
  sha256: Sha256,
): QuoteInputs | undefined => {
  const { records, policy } = state;
  if (policy === null) return undefined;
  const elements = liveOf(records.element);
  const snapshots = new Map<string, ElementSnapshot>();
  const dirtyElementIds = new Set<string>();
  for (const element of elements) {
    const latest = state.snapshots.get(element.id)?.at(-1);
    if (!latest) continue;
    snapshots.set(element.id, latest);
    if (latest.specHash !== specHash(sha256, element)) dirtyElementIds.add(element.id);
  }
  return {
    project: withClientOf(projectOf(records), directory),
    elements,
    snapshots,
    dirtyElementIds,
    sections: liveOf(records.section),
    accounting: { perElement: accountingOf(records).perElement, inputHash: accountingHash(sha256, records) },
    policy,
    pricing: state.pricing,
    paymentPlan: state.paymentPlan,
    company,
  };
};
