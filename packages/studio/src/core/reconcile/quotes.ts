import { accountingHash, effectivePolicy, priceProject } from '../accounting/accounting.ts';
import type { Quote } from '../domain/quote.ts';
import type { PolicyVersion, ProjectPricing } from '../domain/workspace.ts';
import { isLive, liveOf, projectOf } from '../fold/records.ts';
import { price } from '../money/price.ts';
import { moneyText, signedMoneyText } from '../words/format.ts';
import { both } from '../words/issue.ts';
import type { Invariant, ReconcileWorld } from './world.ts';

/** What the direct costs frozen with a quote come to under these terms. */
const pricedUnder = ({ frozen }: Quote, policy: PolicyVersion, pricing: ProjectPricing | null) => {
  const { subtotalMinor, vatMinor, totalMinor } = price(
    frozen.directMinor.map((each) => ({ ...each, directMinor: BigInt(each.directMinor) })),
    effectivePolicy(policy, pricing),
  );
  return [subtotalMinor, vatMinor, totalMinor].map(Number);
};

const isPricedLike = (quote: Quote, policy: PolicyVersion, pricing: ProjectPricing | null): boolean => {
  const [subtotal, vat, total] = pricedUnder(quote, policy, pricing);
  return subtotal === quote.subtotalMinor && vat === quote.vatMinor && total === quote.totalMinor;
};

/** The totals of an issued quote, computed again from what was frozen with it. */
export const isSound = (quote: Quote): boolean =>
  isPricedLike(quote, quote.frozen.policy, quote.frozen.pricing ?? null);

const sound: Invariant = {
  id: 'I04',
  severity: 'error',
  holds: "An issued quote's totals are what its frozen inputs come to",
  otherwise: 'flag: it is damaged; it cannot be sent',
  find: ({ quotes }) =>
    [...quotes.values()]
      .filter((quote) => !isSound(quote))
      .map(({ id, number, version, totalMinor }) => ({
        refs: [{ entity: 'quote', id }],
        message: both(
          `הצעה ${number} גרסה ${version} פגומה: הסכומים אינם מתאימים.`,
          `Quote ${number} v${version} is damaged: its totals do not add up.`,
        ),
        evidence: totalMinor,
        actions: ['dismiss'],
      })),
};

/** The last quote that was issued, unless it is over. */
export const latestQuote = (quotes: ReadonlyMap<string, Quote>): Quote | undefined => {
  let latest: Quote | undefined;
  for (const quote of quotes.values()) if (!latest || quote.version > latest.version) latest = quote;
  return latest && ['issued', 'sent', 'accepted'].includes(latest.status) ? latest : undefined;
};

type QuoteWorld = Pick<ReconcileWorld, 'records' | 'snapshots' | 'policy' | 'pricing' | 'sha256'>;

/** Approved versions a client would see now, of elements that an offer does not have. */
const joined = (quote: Quote, { records, snapshots }: QuoteWorld): readonly string[] => {
  const offered = new Set(quote.buckets.map(({ elementId }) => elementId));
  return liveOf(records.element).flatMap(({ id }) => {
    const latest = snapshots.get(id)?.at(-1);
    return latest?.spec.clientVisible && !offered.has(id) ? [latest.id] : [];
  });
};

/** The approved version of each offered element as it is now; none for what was removed. */
const versionsNow = (quote: Quote, { records, snapshots }: QuoteWorld): readonly (string | null)[] =>
  quote.buckets.flatMap(({ elementId }) =>
    elementId === null
      ? []
      : isLive(records.element.get(elementId))
        ? (snapshots.get(elementId)?.at(-1)?.id ?? null)
        : null,
  );

/** Whether costs, terms, or what is approved moved since it was issued. */
export const isOutdated = (quote: Quote, world: QuoteWorld): boolean => {
  const { records, policy, pricing, sha256 } = world;
  const issued = quote.buckets.flatMap(({ elementId, snapshotId }) => (elementId === null ? [] : [snapshotId]));
  return (
    quote.accountingHash !== accountingHash(sha256, records) ||
    versionsNow(quote, world).some((version, at) => version !== issued[at]) ||
    joined(quote, world).length > 0 ||
    (policy !== null && isSound(quote) && !isPricedLike(quote, policy, pricing))
  );
};

const upToDate: Invariant = {
  id: 'I05',
  severity: 'warn',
  holds: 'The latest issued quote has the current costs, terms and approved versions',
  otherwise: 'flag: the quote is out of date; issue it again',
  find: (world) => {
    const quote = latestQuote(world.quotes);
    if (!quote || !isOutdated(quote, world)) return [];
    // Only what moved is told: a flag that somebody dismissed for other reasons stays closed.
    const terms = world.policy === null || isPricedLike(quote, world.policy, world.pricing);
    const more = [
      ...joined(quote, world),
      ...(terms || world.policy === null ? [] : pricedUnder(quote, world.policy, world.pricing)),
    ];
    return [
      {
        refs: [{ entity: 'quote', id: quote.id }],
        message: both(
          `הצעה ${quote.number} גרסה ${quote.version} אינה מעודכנת. הפיקו אותה שוב.`,
          `Quote ${quote.number} v${quote.version} is out of date. Issue it again.`,
        ),
        evidence: [accountingHash(world.sha256, world.records), versionsNow(quote, world), ...more],
        actions: ['reissue', 'dismiss'],
      },
    ];
  },
};

const newestPolicy: Invariant = {
  id: 'I14',
  severity: 'info',
  holds: 'The pinned policy is its newest version',
  otherwise: 'flag with the difference in price; nothing moves by itself',
  find: ({ records, policy, pricing, newestPolicy: newest }) => {
    if (!policy || !newest || newest.id === policy.id || newest.currency !== policy.currency) return [];
    const total = (which: typeof policy): number => Number(priceProject(records, which, pricing).totalMinor);
    const delta = total(newest) - total(policy);
    return [
      {
        refs: [{ entity: 'project', id: projectOf(records).id }],
        message: both(
          `מדיניות גרסה ${newest.version} זמינה (${delta === 0 ? moneyText(0, policy.currency) : signedMoneyText(delta, policy.currency)}).`,
          `Policy v${newest.version} is available (${delta === 0 ? moneyText(0, policy.currency) : signedMoneyText(delta, policy.currency)}).`,
        ),
        evidence: newest.id,
        actions: ['pinNewest', 'dismiss'],
      },
    ];
  },
};

export const quoteInvariants: readonly Invariant[] = [sound, upToDate, newestPolicy];
