import { derivedId, type Json } from '@atelier/kernel/core';
import type { Flag } from '../domain/findings.ts';
import type { AutoFix } from '../domain/patch.ts';
import { copyRecords } from '../fold/records.ts';
import { applyFixes } from '../patch/apply.ts';
import { hashOf } from '../patch/hash.ts';
import { elementInvariants } from './elements.ts';
import { lineInvariants } from './lines.ts';
import { linkInvariants } from './links.ts';
import { quoteInvariants } from './quotes.ts';
import { taskInvariants } from './tasks.ts';
import type { Finding, FollowUp, Invariant, ReconcileWorld } from './world.ts';

/** Everything that must hold, in the order of its ids. */
export const invariants: readonly Invariant[] = [
  ...lineInvariants,
  ...taskInvariants,
  ...elementInvariants,
  ...quoteInvariants,
  ...linkInvariants,
].sort((a, b) => (a.id < b.id ? -1 : 1));

const mostPasses = 3;

export type Reconciled = {
  readonly passes: number;
  readonly fixes: readonly AutoFix[];
  /** New flags, and those that opened again because what was seen changed. */
  readonly opened: readonly Flag[];
  readonly closed: readonly string[];
  /** For flags that opened: what a draft could do about them. */
  readonly followUp: readonly FollowUp[];
  /** The ops that would still do something about what is open now; asked only when a proposal waits somewhere. */
  readonly wanted: () => ReadonlySet<string>;
};

/** Puts right what can be put right without touching money or text, and flags the rest. The same state gives the same. */
export const reconcile = (given: ReconcileWorld): Reconciled => {
  const world = { ...given, records: copyRecords(given.records) };
  const fixes: AutoFix[] = [];
  let passes = 0;
  for (; passes < mostPasses; passes += 1) {
    const found = invariants.flatMap(({ fix }) => fix?.(world) ?? []);
    if (found.length === 0) break;
    fixes.push(...found);
    applyFixes(world.records, found, '', 0);
  }
  const opened: Flag[] = [];
  const followUp: FollowUp[] = [];
  const present = new Set<string>();
  const proposing: Finding[] = [];
  for (const invariant of invariants)
    for (const finding of invariant.find?.(world) ?? []) {
      const flag = flagOf(world, invariant, finding);
      present.add(flag.id);
      if (finding.followUp) proposing.push(finding);
      const known = world.flags.get(flag.id);
      if (known && known.status !== 'resolved' && known.evidenceHash === flag.evidenceHash) continue;
      opened.push(flag);
      followUp.push(...(finding.followUp?.() ?? []));
    }
  const closed = [...world.flags.values()]
    .filter(({ id, status }) => status === 'open' && !present.has(id))
    .map(({ id }) => id);
  const wanted = () => new Set(proposing.flatMap((finding) => (finding.followUp?.() ?? []).map(({ opId }) => opId)));
  return { passes: Math.max(1, passes), fixes, opened, closed, followUp, wanted };
};

export const isNothing = ({ fixes, opened, closed }: Reconciled): boolean =>
  fixes.length === 0 && opened.length === 0 && closed.length === 0;

const flagOf = ({ sha256 }: ReconcileWorld, { id, severity }: Invariant, finding: Finding): Flag => ({
  id: derivedId('flg', sha256, JSON.stringify([id, finding.refs.map((ref) => ref.id), finding.key ?? ''])),
  invariant: id,
  severity: finding.severity ?? (severity === 'none' ? 'info' : severity),
  refs: [...finding.refs],
  message: finding.message,
  evidenceHash: hashOf(sha256, finding.evidence as Json).slice(0, 32),
  status: 'open',
  actions: [...finding.actions],
});
