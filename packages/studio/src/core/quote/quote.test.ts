import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workLineCost } from '../accounting/accounting.ts';
import { stateAfter } from '../decide/conclude.ts';
import { demoProject } from '../demo/seed.ts';
import { Quote } from '../domain/quote.ts';
import type { PaymentPart } from '../domain/workspace.ts';
import { projectOf } from '../fold/records.ts';
import { emptyProjectState } from '../fold/state.ts';
import { aMaterial, anElement, aWork, sha256, standardPolicy } from '../testing/records.ts';
import { previewQuote } from './client-quote.ts';
import { compareQuotes } from './compare.ts';
import { issueQuote } from './issue.ts';
import { issueFindings } from './issue-findings.ts';
import { nextVersion, numberFor, numberGaps, quoteNumber } from './numbering.ts';
import { payTotal } from './payment-plan.ts';
import { issued, novaCompany, novaState, snapshotOf, working } from './testing/nova.ts';
import { vatMoves } from './vat-change.ts';

const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code);

test('the demo project is quoted to the agora, from approved elements and General', () => {
  const quote = Quote.parse(issued(novaState()));
  expect(quote.buckets.map(({ title, priceMinor }) => [title.en, priceMinor])).toEqual([
    ['Logo wall', 1_180_000],
    ['Main stage', 843_000],
    ['Info counter', 415_000],
    ['Entrance arch', 558_000],
    ['Management, design and logistics', 565_000],
  ]);
  expect([quote.subtotalMinor, quote.vatMinor, quote.totalMinor]).toEqual([3_561_000, 640_980, 4_201_980]);
  expect(quote.validUntil).toBe('2026-05-16');
});

test('the seeded demo project gives the same offer as the one written out here', () => {
  const now = '2026-04-16T08:00:00.000Z';
  const seeded = demoProject({
    projectId: 'prj_demo',
    by: 'dana',
    now,
    today: '2026-04-16',
    policy: standardPolicy,
    sha256,
  });
  const quote = issued(stateAfter(emptyProjectState(), seeded, now));
  expect(quote.buckets.map(({ priceMinor }) => priceMinor)).toEqual([1_180_000, 843_000, 415_000, 558_000, 565_000]);
  expect(quote.totalMinor).toBe(4_201_980);
});

test('what nobody approved is on the preview, outside the total, and never on an issued quote', () => {
  const state = novaState(aWork('wrk_50', { elementId: 'el_5', pricing: { mode: 'fixed', amountMinor: 100_000 } }));
  const preview = previewQuote(working(state), { version: 1, today: '2026-04-16', locale: 'he' });
  expect(preview.unapproved.map(({ title }) => title.en)).toEqual(['Media wall']);
  expect(preview.totalMinor).toBe(4_201_980);
  expect(issued(state).buckets.some(({ elementId }) => elementId === 'el_5')).toBe(false);
  expect(codes(issueFindings(working(state), []).toAcknowledge)).toEqual(['QUOTE_UNAPPROVED_COST']);
});

test('optional and alternative elements stand outside the total with a price of their own', () => {
  const extra = anElement('el_6', { name: { en: 'Photo corner' }, quoteRole: 'optional' });
  const instead = anElement('el_7', { name: { en: 'Vinyl letters' }, quoteRole: 'alternative', alternativeGroup: 'a' });
  const state = novaState(
    extra,
    instead,
    aWork('wrk_60', { elementId: 'el_6', pricing: { mode: 'fixed', amountMinor: 150_000 } }),
    aWork('wrk_70', { elementId: 'el_7', pricing: { mode: 'fixed', amountMinor: 90_000 } }),
  );
  state.pricing = { discount: { bps: 1_000 }, reason: 'old client' };
  const quote = issued(state);
  expect(quote.buckets.slice(-3).map(({ role, priceMinor }) => [role, priceMinor])).toEqual([
    ['optional', 219_000],
    ['alternative', 132_000],
    ['included', 565_000],
  ]);
  expect(quote.discountMinor).toBe(356_100);
  expect(quote.subtotalMinor).toBe(3_204_900);
  // Chosen, and approved again, it counts.
  const chosen = { ...extra, quoteRole: 'included' as const };
  state.records.element.set('el_6', chosen);
  expect(issued(state).subtotalMinor).toBe(3_204_900);
  state.snapshots.set('el_6', [snapshotOf(chosen, 2)]);
  expect(issued(state).subtotalMinor).toBe(Math.round((3_561_000 + 219_000) * 0.9));
});

test('General can be spread over the elements; what is hidden from the client is part of General', () => {
  const state = novaState();
  const policy = state.policy;
  if (!policy) throw new Error('no policy');
  state.policy = { ...policy, spreadGeneral: true, rounding: { ...policy.rounding, unitMinor: 1 } };
  const spread = issued(state);
  expect(spread.buckets).toHaveLength(4);
  const hidden = state.records.element.get('el_4');
  if (!hidden) throw new Error('no arch');
  const kept = { ...hidden, clientVisible: false };
  state.records.element.set('el_4', kept);
  state.snapshots.set('el_4', [snapshotOf(kept, 2)]);
  const without = issued(state);
  expect(without.buckets).toHaveLength(3);
  expect(Math.abs(without.subtotalMinor - spread.subtotalMinor)).toBeLessThan(5);
});

test('what is hidden from the client is paid for only when it is approved and part of the offer', () => {
  const hidden = anElement('el_6', { name: { he: 'מחסן', en: 'Store room' }, clientVisible: false });
  const cost = aWork('wrk_60', { elementId: 'el_6', pricing: { mode: 'fixed', amountMinor: 500_000 } });
  const state = novaState(hidden, cost);
  state.snapshots.delete('el_6');
  expect(issued(state).totalMinor).toBe(4_201_980);
  const open = issueFindings(working(state), []).toAcknowledge;
  expect(codes(open)).toEqual(['QUOTE_UNAPPROVED_COST']);
  expect(open[0]?.message.en).toContain('Store room');
  const optional = { ...hidden, quoteRole: 'optional' as const };
  state.records.element.set('el_6', optional);
  state.snapshots.set('el_6', [snapshotOf(optional)]);
  expect(issued(state).totalMinor).toBe(4_201_980);
  state.records.element.set('el_6', hidden);
  state.snapshots.set('el_6', [snapshotOf(hidden, 2)]);
  expect(issued(state).totalMinor).toBeGreaterThan(4_201_980);
});

test('a quote says an approved element as it was approved, and asks before hiding that it changed', () => {
  const state = novaState();
  const wall = state.records.element.get('el_1');
  if (!wall) throw new Error('no wall');
  state.records.element.set('el_1', { ...wall, name: { he: 'קיר כחול', en: 'Blue wall' } });
  expect(issued(state).buckets[0]?.title).toEqual({ he: 'קיר לוגו', en: 'Logo wall' });
  const { blocked, toAcknowledge } = issueFindings(working(state), []);
  expect([codes(blocked), codes(toAcknowledge)]).toEqual([[], ['QUOTE_DIRTY_ELEMENTS']]);
});

test('an approved element without cost is not offered for nothing unless somebody knows it', () => {
  const state = novaState();
  const media = state.records.element.get('el_5');
  if (!media) throw new Error('no media wall');
  const acks = () => codes(issueFindings(working(state), []).toAcknowledge);
  expect(acks()).toEqual([]);
  state.snapshots.set('el_5', [snapshotOf(media)]);
  expect(acks()).toEqual(['QUOTE_NO_PRICE']);
  const elsewhere = { ...media, costHandledElsewhere: true };
  state.records.element.set('el_5', elsewhere);
  state.snapshots.set('el_5', [snapshotOf(elsewhere)]);
  expect(acks()).toEqual([]);
});

test('the same state issued twice is the same offer; any word of it changed is another', () => {
  const first = issued(novaState());
  const again = issued(novaState(), {
    id: 'qt_2',
    version: 2,
    today: '2026-04-20',
    issuedAt: '2026-04-20T09:00:00.000Z',
    atSeq: 900,
  });
  expect(again.contentHash).toBe(first.contentHash);
  expect(issued(novaState(), { locale: 'en' }).contentHash).not.toBe(first.contentHash);
  const dearer = novaState(aMaterial('mat_90', { elementId: 'el_1' }));
  expect(issued(dearer).contentHash).not.toBe(first.contentHash);
});

test('every reason against issuing is named', () => {
  const state = novaState();
  const open = {
    id: 'flg_1',
    invariant: 'I02',
    severity: 'error',
    refs: [],
    message: { en: 'x' },
    evidenceHash: 'e',
    status: 'open',
    actions: [],
  } as const;
  expect(codes(issueFindings(working(state), [{ ...open, refs: [], actions: [] }]).blocked)).toEqual([
    'QUOTE_OPEN_ERRORS',
  ]);
  expect(issueFindings(working(state), [{ ...open, refs: [], actions: [], status: 'dismissed' }]).blocked).toEqual([]);
  state.snapshots.clear();
  state.records.materialLine.clear();
  state.records.workLine.clear();
  state.paymentPlan = [{ label: { en: 'all' }, amount: { bps: 9_000 }, due: { kind: 'onOrder' } }];
  expect(codes(issueFindings(working(state, null), []).blocked)).toEqual([
    'QUOTE_NO_APPROVED_ELEMENT',
    'QUOTE_NO_LINES',
    'QUOTE_NO_COMPANY',
    'QUOTE_PAYMENTS_OPEN',
  ]);
});

test('orphaned cost and a low margin need an acknowledgement', () => {
  const state = novaState(aMaterial('mat_91', { elementId: null, status: 'orphaned' }));
  state.pricing = { marginBps: 100, reason: 'a favour' };
  expect(codes(issueFindings(working(state), []).toAcknowledge)).toEqual(['QUOTE_ORPHANED_COST', 'QUOTE_LOW_MARGIN']);
});

test('a VAT exemption prints its reason, unless the reason is also about our margin', () => {
  const state = novaState();
  state.pricing = { vatBps: 0, reason: 'אילת' };
  expect(issued(state)).toMatchObject({ vatBps: 0, vatMinor: 0, totalMinor: 3_561_000, vatReason: 'אילת' });
  state.pricing = { vatBps: 0, marginBps: 2_000, reason: 'אילת, וירדנו ל-20% רווח' };
  expect(issued(state).vatReason).toBeUndefined();
});

test('an issued quote does not move when company, prices and policy do', () => {
  const state = novaState();
  const quote = issued(state);
  const frozen = JSON.stringify(quote);
  state.records.materialLine.clear();
  state.pricing = { discount: { bps: 5_000 }, reason: 'x' };
  expect(issued(state).totalMinor).not.toBe(quote.totalMinor);
  expect(JSON.stringify(quote)).toBe(frozen);
});

test('without a company nothing is issued', () => {
  const facts = {
    id: 'qt_1',
    number: 'Q-1',
    version: 1,
    issuedAt: '2026-04-16T08:00:00.000Z',
    issuedBy: 'dana',
    today: '2026-04-16',
    atSeq: 1,
    planHash: 'p',
    locale: 'he',
  } as const;
  expect(issueQuote(working(novaState(), null), facts, sha256)).toEqual({ ok: false, error: { code: 'NO_COMPANY' } });
  expect(novaCompany.name.he).toBe('סטודיו אור בע״מ');
});

test('two versions compare line by line and total by total', () => {
  const before = issued(novaState());
  const state = novaState(aMaterial('mat_92', { elementId: 'el_1' }));
  state.records.element.delete('el_2');
  const after = issued(state, { id: 'qt_2', version: 2 });
  const { buckets, totals, texts } = compareQuotes(before, after);
  expect(buckets.map(({ elementId, kind }) => [elementId, kind])).toEqual([
    ['el_1', 'changed'],
    [null, 'changed'],
    ['el_2', 'removed'],
  ]);
  expect(totals.map(({ name }) => name)).toEqual(['subtotalMinor', 'vatMinor', 'totalMinor']);
  expect(texts).toEqual(['payments']);
  expect(compareQuotes(before, before)).toEqual({ buckets: [], totals: [], texts: [] });
  const [wall, ...rest] = before.buckets;
  if (!wall) throw new Error('no wall');
  const reworded = {
    ...before,
    buckets: [
      {
        ...wall,
        title: { en: 'Wall' },
        clientText: { en: 'x' },
        qty: 2,
        role: 'optional' as const,
        snapshotId: 'es_9',
      },
      ...rest,
    ],
  };
  expect(compareQuotes(before, reworded).buckets).toMatchObject([
    { kind: 'changed', fields: ['title', 'clientText', 'qty', 'role', 'snapshot'] },
  ]);
});

test('a project keeps its number, others get the next of the year, and gaps can be listed', () => {
  const first = numberFor([], { projectId: 'prj_a', turnId: 'trn_1', year: 2026 });
  const second = numberFor([first], { projectId: 'prj_b', turnId: 'trn_2', year: 2026 });
  expect([first.number, second.number, quoteNumber('Q', second)]).toEqual([1, 2, 'Q-2026-0002']);
  expect(numberFor([first, second], { projectId: 'prj_a', turnId: 'trn_9', year: 2027 })).toBe(first);
  expect(numberFor([first, second], { projectId: 'prj_c', turnId: 'trn_9', year: 2027 }).number).toBe(1);
  expect(numberGaps([first, second], new Set(['prj_b']))).toEqual([first]);
  expect(nextVersion([])).toEqual({ version: 1 });
  expect(nextVersion([issued(novaState())])).toMatchObject({ version: 2, supersedes: 'qt_1' });
});

const part = (amount: PaymentPart['amount']): PaymentPart => ({
  label: { en: 'part' },
  amount,
  due: { kind: 'onOrder' },
});

test('percentages share what the fixed sums leave, to the agora', () => {
  const plan = payTotal([part({ minor: 1_000_000 }), part({ bps: 5_000 }), part({ bps: 5_000 })], 4_201_981);
  expect(plan.ok && plan.value.map(({ minor }) => minor)).toEqual([1_000_000, 1_600_991, 1_600_990]);
  expect(payTotal([part({ minor: 5 })], 6)).toMatchObject({ ok: false, error: { code: 'PAYMENTS_DO_NOT_ADD_UP' } });
  expect(payTotal([part({ bps: 9_999 })], 6).ok).toBe(false);
  expect(payTotal([part({ minor: 7 }), part({ bps: 10_000 })], 6).ok).toBe(false);
  expect(payTotal([part({ minor: 6 })], 6).ok).toBe(true);
});

test('whatever the percentages, the parts add up to the total', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 9_999 }), { maxLength: 11 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), cuts, (total, at) => {
      const edges = [0, ...[...new Set(at)].sort((a, b) => a - b), 10_000];
      const plan = payTotal(
        edges.slice(1).map((edge, nth) => part({ bps: edge - (edges[nth] ?? 0) })),
        total,
      );
      expect(plan.ok && plan.value.reduce((all, { minor }) => all + minor, 0)).toBe(total);
    }),
  );
});

test('a new rate of VAT lists the open projects and unanswered quotes it moves, the next event first', () => {
  const later = novaState();
  const sooner = novaState();
  const project = { ...projectOf(sooner.records), id: 'prj_soon', eventDate: '2026-05-01' };
  sooner.records.project.clear();
  sooner.records.project.set(project.id, project);
  const exempt = novaState();
  exempt.pricing = { vatBps: 0, reason: 'Eilat' };
  later.quotes.set('qt_1', issued(later));
  later.quotes.set('qt_0', { ...issued(later), id: 'qt_0', status: 'accepted' });
  const moves = vatMoves([later, exempt, sooner], 1_900);
  expect(moves.map(({ projectId, fromMinor, toMinor }) => [projectId, fromMinor, toMinor])).toEqual([
    ['prj_soon', 4_201_980, 4_237_590],
    ['prj_nova', 4_201_980, 4_237_590],
  ]);
  expect(moves[1]?.quotes.map(({ quoteId, fromMinor, toMinor }) => [quoteId, fromMinor, toMinor])).toEqual([
    ['qt_1', 4_201_980, 4_237_590],
  ]);
  expect(vatMoves([later], 1_800)).toEqual([]);
});

test('[ST-89] night, Friday and Shabbat work costs its factor in the line, the element and the quote', () => {
  const night = { nightBps: 12_500, fridayBps: 15_000, shabbatBps: 20_000 };
  const pricing = { mode: 'hourly', minutes: 95, crew: 2, rateMinorPerHour: 13_333 } as const;
  const costs = Object.values(night).map((factorBps) =>
    workLineCost(aWork('wrk_n', { pricing: { ...pricing, factorBps } })),
  );
  // 95 min × 2 × ₪133.33 = ₪422.21167 at the plain rate.
  expect(costs).toEqual([52_776, 63_332, 84_442]);
  const state = novaState(
    ...Object.values(night).map((factorBps, at) =>
      aWork(`wrk_9${at}`, { elementId: 'el_1', pricing: { ...pricing, factorBps } }),
    ),
  );
  const quote = issued(state);
  const direct = 807_108 + 52_776 + 63_332 + 84_442;
  expect(quote.frozen.directMinor.find(({ elementId }) => elementId === 'el_1')?.directMinor).toBe(direct);
  // 12% overhead, 5% contingency, 25% markup, to the next ₪10.
  const base = direct + Math.round(direct * 0.12) + Math.round(direct * 0.05);
  expect(quote.buckets[0]?.priceMinor).toBe(Math.round((base * 1.25) / 1_000) * 1_000);
  expect(quote.buckets[0]?.priceMinor).toBe(1_474_000);
});
