import type { Element, ElementSnapshot, ProjectView } from '@atelier/contracts/studio';

export type Approval =
  | { readonly state: 'none' }
  | { readonly state: 'approved' | 'dirty'; readonly snapshot: ElementSnapshot };

type Seen = Pick<ProjectView, 'snapshots' | 'specHashes'>;

/** Whether an element is as a person last approved it. */
export const approvalOf = ({ snapshots, specHashes }: Seen, { id }: Pick<Element, 'id'>): Approval => {
  let latest: ElementSnapshot | undefined;
  for (const each of snapshots) if (each.elementId === id && each.version > (latest?.version ?? 0)) latest = each;
  if (latest === undefined) return { state: 'none' };
  return { state: latest.specHash === specHashes[id] ? 'approved' : 'dirty', snapshot: latest };
};
