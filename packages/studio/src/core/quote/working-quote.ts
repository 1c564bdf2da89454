import { effectivePolicy } from '../accounting/accounting.ts';
import type { Element, ElementSnapshot, Project, Section } from '../domain/entities.ts';
import type { QuoteBucket } from '../domain/quote.ts';
import type { Company, PaymentPlan, PolicyVersion, ProjectPricing } from '../domain/workspace.ts';
import { type Bucket, type Priced, price } from '../money/price.ts';
import { describeElement } from './description.ts';

/** What one element, or General, costs. */
export type CostOf = {
  readonly elementId: string | null;
  readonly directMinor: number | bigint;
  readonly orphanedMinor: number | bigint;
};

export type QuoteInputs = {
  readonly project: Project;
  /** Those that are not tombstoned. */
  readonly elements: readonly Element[];
  /** The latest of each element. */
  readonly snapshots: ReadonlyMap<string, ElementSnapshot>;
  readonly dirtyElementIds: ReadonlySet<string>;
  readonly sections: readonly Section[];
  readonly accounting: { readonly perElement: readonly CostOf[]; readonly inputHash: string };
  readonly policy: PolicyVersion;
  readonly pricing: ProjectPricing | null;
  readonly paymentPlan: PaymentPlan;
  readonly company: Company | null;
};

/** An element on the working quote; one that nobody approved is shown, and stands outside every total. */
export type WorkingBucket = QuoteBucket & { readonly isApproved: boolean; readonly isDirty: boolean };

export type WorkingQuote = {
  readonly inputs: QuoteInputs;
  readonly policy: PolicyVersion;
  readonly buckets: readonly WorkingBucket[];
  readonly priced: Priced;
  /** The direct costs behind the buckets of the total. */
  readonly directs: readonly Bucket[];
  readonly orphanedMinor: bigint;
  /** Elements the client would not see, that cost something and that nobody approved: what they cost is not offered. */
  readonly hiddenUnapproved: readonly Pick<Element, 'id' | 'name'>[];
};

/** The quote as it would be issued now. */
export const workingQuote = (inputs: QuoteInputs): WorkingQuote => {
  const policy = effectivePolicy(inputs.policy, inputs.pricing);
  const all = elementsInOrder(inputs);
  const shown = all.filter(isShown);
  const hidden = all.filter((each) => !isShown(each));
  const isOffered = ({ spec, isApproved }: Shown) => isApproved && spec.quoteRole === 'included';
  const ownPlaces = [...shown, ...hidden.filter((each) => !isOffered(each))];
  const costOf = costsByPlace(inputs, new Set(ownPlaces.map(({ element }) => element.id)));
  const inTotal = shown.filter(isOffered);
  const general = costOf(null);
  const directs: readonly Bucket[] = [
    ...inTotal.map(({ element }) => ({ elementId: element.id, directMinor: costOf(element.id) })),
    ...(general > 0n ? [{ elementId: null, directMinor: general }] : []),
  ];
  const priced = price(directs, policy);
  const priceById = new Map(priced.buckets.map(({ elementId, priceMinor }) => [elementId, priceMinor]));
  // What stands outside the total is priced by itself: it bears no share of General and no discount.
  const alone = (directMinor: bigint): bigint =>
    price([{ elementId: 'alone', directMinor }], { ...policy, discount: null, spreadGeneral: false }).buckets[0]
      ?.priceMinor ?? 0n;
  const buckets = shown.map((element) =>
    bucketOf(element, priceById.get(element.element.id) ?? alone(costOf(element.element.id)), inputs),
  );
  const generalPrice = priceById.get(null);
  return {
    inputs,
    policy,
    buckets: generalPrice === undefined ? buckets : [...buckets, generalBucket(generalPrice)],
    priced,
    directs,
    orphanedMinor: inputs.accounting.perElement.reduce((all, each) => all + BigInt(each.orphanedMinor), 0n),
    hiddenUnapproved: hidden.flatMap(({ element, isApproved }) =>
      isApproved || costOf(element.id) === 0n ? [] : [element],
    ),
  };
};

type Shown = {
  readonly element: Element;
  readonly spec: Pick<Element, 'name' | 'qty' | 'quoteRole'> & Partial<ElementSnapshot['spec']>;
  readonly snapshot: ElementSnapshot | undefined;
  readonly isApproved: boolean;
};

const isShown = ({ spec, element }: Shown): boolean => (spec.clientVisible ?? element.clientVisible) === true;

const elementsInOrder = ({ elements, snapshots, sections }: QuoteInputs): readonly Shown[] => {
  const placeOfSection = new Map(sections.map(({ id, sortKey }) => [id, sortKey]));
  const place = ({ sectionId }: Element): number =>
    sectionId === undefined ? Number.MAX_SAFE_INTEGER : (placeOfSection.get(sectionId) ?? Number.MAX_SAFE_INTEGER);
  return elements
    .map((element): Shown => {
      const snapshot = snapshots.get(element.id);
      return { element, spec: snapshot?.spec ?? element, snapshot, isApproved: snapshot !== undefined };
    })
    .sort(
      ({ element: a }, { element: b }) =>
        place(a) - place(b) || a.sortKey - b.sortKey || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
};

/** Cost that has no place of its own is General: what was removed, and what is part of the offer without being seen. */
const costsByPlace = ({ accounting }: QuoteInputs, ownPlaces: ReadonlySet<string>) => {
  const costByElement = new Map<string | null, bigint>();
  for (const { elementId, directMinor } of accounting.perElement) {
    const place = elementId !== null && ownPlaces.has(elementId) ? elementId : null;
    costByElement.set(place, (costByElement.get(place) ?? 0n) + BigInt(directMinor));
  }
  return (elementId: string | null): bigint => costByElement.get(elementId) ?? 0n;
};

const bucketOf = (
  { element, spec, snapshot, isApproved }: Shown,
  priceMinor: bigint,
  { sections, dirtyElementIds }: QuoteInputs,
): WorkingBucket => {
  const text = spec.clientText ?? describeElement(snapshot?.spec ?? element);
  const section = sections.find(({ id }) => id === (spec.sectionId ?? element.sectionId));
  const pictures = (spec.pictures ?? []).filter(({ onQuote }) => onQuote).map(({ blob }) => blob);
  return {
    elementId: element.id,
    snapshotId: snapshot?.id ?? null,
    ...(snapshot ? { snapshotVersion: snapshot.version } : {}),
    title: spec.name,
    ...(text === undefined ? {} : { clientText: text }),
    qty: spec.qty,
    priceMinor: Number(priceMinor),
    role: spec.quoteRole,
    ...(spec.alternativeGroup === undefined ? {} : { alternativeGroup: spec.alternativeGroup }),
    ...(section === undefined ? {} : { sectionTitle: section.title }),
    ...(pictures.length === 0 ? {} : { pictures }),
    isApproved,
    isDirty: dirtyElementIds.has(element.id),
  };
};

const generalBucket = (priceMinor: bigint): WorkingBucket => ({
  elementId: null,
  snapshotId: null,
  title: { he: 'ניהול, תכנון ולוגיסטיקה', en: 'Management, design and logistics' },
  qty: 1,
  priceMinor: Number(priceMinor),
  role: 'included',
  isApproved: true,
  isDirty: false,
});
