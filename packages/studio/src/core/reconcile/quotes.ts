import { accountingHash, effectivePolicy, priceProject } from '../accounting/accounting.ts';
import type { Quote } from '../domain/quote.ts';
import { projectOf } from '../fold/records.ts';
import { price } from '../money/price.ts';
import { moneyText, signedMoneyText } from '../words/format.ts';
import { both } from '../words/issue.ts';
import type { Invariant, ReconcileWorld } from './world.ts';

/** The totals of an issued quote, computed again from what was frozen with it. */
export const isSound = (quote: Quote): boolean => {
  const { policy, pricing, directMinor } = quote.frozen;
  const again = price(
    directMinor.map((each) => ({ ...each, directMinor: BigInt(each.directMinor) })),
    effectivePolicy(policy, pricing ?? null),
  );
  return (
    Number(again.subtotalMinor) === quote.subtotalMinor &&
    Number(again.vatMinor) === quote.vatMinor &&
    Number(again.totalMinor) === quote.totalMinor
  );
};

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

/** Whether prices or approved versions moved since it was issued. */
export const isOutdated = (
  quote: Quote,
  { records, snapshots, sha256 }: Pick<ReconcileWorld, 'records' | 'snapshots' | 'sha256'>,
): boolean =>
  quote.accountingHash !== accountingHash(sha256, records) ||
  quote.buckets.some(
    ({ elementId, snapshotId }) => elementId !== null && snapshots.get(elementId)?.at(-1)?.id !== snapshotId,
  );

const upToDate: Invariant = {
  id: 'I05',
  severity: 'warn',
  holds: 'The latest issued quote has the current costs and approved versions',
  otherwise: 'flag: the quote is out of date; issue it again',
  find: (world) => {
    const quote = latestQuote(world.quotes);
    if (!quote || !isOutdated(quote, world)) return [];
    const versions = quote.buckets.flatMap(({ elementId }) =>
      elementId === null ? [] : (world.snapshots.get(elementId)?.at(-1)?.id ?? null),
    );
    return [
      {
        refs: [{ entity: 'quote', id: quote.id }],
        message: both(
          `הצעה ${quote.number} גרסה ${quote.version} אינה מעודכנת. הפיקו אותה שוב.`,
          `Quote ${quote.number} v${quote.version} is out of date. Issue it again.`,
        ),
        evidence: [accountingHash(world.sha256, world.records), versions],
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
