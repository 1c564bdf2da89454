import { describe, expect, test } from 'vitest';
import { quoteInputsOf } from '../quote/quote-inputs.ts';
import { workingQuote } from '../quote/working-quote.ts';
import { approve, change, codes, company, issue, open, quoteNumber, total } from '../testing/deeds.ts';
import { set, tombstone } from '../testing/ops.ts';
import { sha256 } from '../testing/records.ts';
import { demoStudio, idOfName, policyOne } from '../testing/studio.ts';

test('[ST-39] a changed colour makes the element dirty; approved again it is v2, the issued quote stays and is flagged', () => {
  const studio = demoStudio();
  issue(studio);
  const [quote] = [...studio.state.quotes.values()];
  const frozen = JSON.stringify(quote);
  const wall = idOfName(studio, 'Logo wall');
  change(studio, set('c', 'element', wall, { colors: [{ name: { he: 'כחול', en: 'blue' } }] }));
  expect(open(studio)).toEqual(['I08']);
  approve(studio, 'Logo wall');
  expect(studio.state.snapshots.get(wall)?.map(({ version }) => version)).toEqual([1, 2]);
  expect(JSON.stringify(studio.state.quotes.get(quote?.id ?? ''))).toBe(frozen);
  expect(open(studio)).toEqual(['I05']);
});

test('approving what somebody changed meanwhile is refused, and approving twice makes no second version', () => {
  const studio = demoStudio();
  const wall = idOfName(studio, 'Logo wall');
  expect(
    codes(studio.run({ type: 'approveElement', elementIds: [wall], expectedSpecHashes: { [wall]: 'old' } })),
  ).toEqual(['APPLY_CONFLICT']);
  approve(studio, 'Logo wall');
  expect(studio.state.snapshots.get(wall)?.length).toBe(1);
});

test('[ST-41] a newer policy moves no price; it is flagged with the difference', () => {
  const studio = demoStudio();
  const before = total(studio);
  const second = { ...policyOne, id: 'pol_standard2', version: 2, vatBps: 1_700 };
  change(studio, set('q', 'element', idOfName(studio, 'Photo corner'), { qty: 2 }));
  const policies = [policyOne, second];
  const wall = idOfName(studio, 'Media wall');
  studio.run({ type: 'setProjectSettings', quotePrefix: 'N' }, { policies });
  expect([total(studio), studio.state.records.element.has(wall)]).toEqual([before, true]);
  const flag = [...studio.state.flags.values()].find(({ invariant }) => invariant === 'I14');
  expect(flag?.message.en).toBe('Policy v2 is available (−₪356.10).');
  studio.run({ type: 'pinPolicy', policyVersionId: 'pol_standard2' }, { policies });
  expect([total(studio), open(studio)]).toEqual([before - 35_610, []]);
});

test("[ST-65] an owner's discount, margin and VAT move the preview and no issued version; nobody else may", () => {
  const studio = demoStudio();
  issue(studio);
  const issued = JSON.stringify([...studio.state.quotes.values()]);
  const before = total(studio);
  const pricing = { type: 'setProjectPricing', discount: { bps: 1_000 }, vatBps: 0, reason: 'Eilat' } as const;
  expect(codes(studio.run(pricing, { role: 'editor', userId: 'noa' }))).toEqual(['NOT_ALLOWED']);
  expect(total(studio)).toBe(before);
  studio.run(pricing);
  expect(total(studio)).toBe(3_561_000 - 356_100);
  expect(JSON.stringify([...studio.state.quotes.values()])).toBe(issued);
});

describe('quotes', () => {
  test('[ST-42] the same state issued twice is offered as no change; a changed one is the next version', () => {
    const studio = demoStudio();
    issue(studio);
    expect(issue(studio).events).toEqual([]);
    studio.run({ type: 'setProjectPricing', discount: { bps: 500 }, reason: 'friend' });
    issue(studio);
    expect([...studio.state.quotes.values()].map(({ number, version, status }) => [number, version, status])).toEqual([
      ['Q-2026-0042', 1, 'superseded'],
      ['Q-2026-0042', 2, 'issued'],
    ]);
    const again = demoStudio();
    issue(again);
    expect([...again.state.quotes.values()][0]?.contentHash).toBe([...studio.state.quotes.values()][0]?.contentHash);
  });

  test('an offer whose days are over is issued again as it is, with new days; one that still holds is not', () => {
    const studio = demoStudio();
    issue(studio);
    const quotes = () => [...studio.state.quotes.values()].map(({ version, validUntil }) => [version, validUntil]);
    expect(issue(studio, undefined, { today: '2026-05-16' }).events).toEqual([]);
    issue(studio, undefined, { today: '2026-05-17' });
    expect(quotes()).toEqual([
      [1, '2026-05-16'],
      [2, '2026-06-16'],
    ]);
    const last = [...studio.state.quotes.values()].at(-1)?.id ?? '';
    studio.run({ type: 'setQuoteStatus', quoteId: last, status: 'expired' });
    issue(studio, undefined, { today: '2026-05-18' });
    expect(quotes().at(-1)).toEqual([3, '2026-06-17']);
    // What the client accepted needs no second paper.
    const accepted = [...studio.state.quotes.values()].at(-1)?.id ?? '';
    studio.run({ type: 'setQuoteStatus', quoteId: accepted, status: 'accepted' });
    expect(issue(studio, undefined, { today: '2027-01-01' }).events).toEqual([]);
  });

  test('a quote is out of date once an element left it, joined it, or its terms moved', () => {
    const issued = () => {
      const studio = demoStudio();
      issue(studio);
      return studio;
    };
    const without = issued();
    change(without, tombstone('gone', 'element', idOfName(without, 'Info counter')));
    expect(open(without)).toContain('I05');
    const joined = issued();
    change(joined, set('free', 'element', idOfName(joined, 'Photo corner'), { costHandledElsewhere: true }));
    approve(joined, 'Photo corner');
    expect(open(joined)).toContain('I05');
    const cheaper = issued();
    cheaper.run({ type: 'setProjectPricing', discount: { bps: 500 }, reason: 'friend' });
    expect(open(cheaper)).toEqual(['I05']);
    const policies = [policyOne, { ...policyOne, id: 'pol_standard2', version: 2, vatBps: 1_700 }];
    const pinned = issued();
    pinned.run({ type: 'pinPolicy', policyVersionId: 'pol_standard2' }, { policies });
    expect(open(pinned)).toEqual(['I05']);
    issue(pinned, undefined, { policies });
    expect(open(pinned)).toEqual([]);
  });

  test('an editor cannot issue, an open error or a missing company blocks', () => {
    const studio = demoStudio();
    expect(codes(issue(studio, [], { role: 'editor', userId: 'noa' }))).toEqual(['FORBIDDEN_ISSUE']);
    expect(codes(studio.run({ type: 'issueQuote', locale: 'he' }, { quoteNumber }))).toEqual([
      'QUOTE_BLOCKED',
      'QUOTE_NO_COMPANY',
    ]);
    change(studio, tombstone('gone', 'element', idOfName(studio, 'Main stage')));
    expect(codes(issue(studio))).toEqual(['QUOTE_BLOCKED', 'QUOTE_OPEN_ERRORS']);
  });

  test('nothing is issued at a total that the person did not see', () => {
    const studio = demoStudio();
    const seen = (seenTotalMinor: number) =>
      studio.run({ type: 'issueQuote', locale: 'he', seenTotalMinor }, { company, quoteNumber });
    const moved = seen(4_201_979);
    expect([codes(moved), moved.events, moved.say.en]).toEqual([
      ['QUOTE_BLOCKED'],
      [],
      'The price changed meanwhile and is ₪42,019.80 now. Look at it and issue again.',
    ]);
    expect(seen(4_201_980).outcome).toBe('done');
  });

  test('what changed since it was approved must be acknowledged', () => {
    const studio = demoStudio();
    change(studio, set('c', 'element', idOfName(studio, 'Logo wall'), { qty: 2 }));
    expect(codes(issue(studio))).toEqual(['ACK_REQUIRED', 'QUOTE_DIRTY_ELEMENTS']);
    expect(issue(studio, ['QUOTE_DIRTY_ELEMENTS']).outcome).toBe('done');
  });

  test('a status follows another only where it can', () => {
    const studio = demoStudio();
    issue(studio);
    const quoteId = [...studio.state.quotes.keys()][0] ?? '';
    studio.run({ type: 'setQuoteStatus', quoteId, status: 'sent' });
    studio.run({ type: 'setQuoteStatus', quoteId, status: 'accepted' });
    expect(studio.state.quotes.get(quoteId)?.status).toBe('accepted');
    expect(codes(studio.run({ type: 'setQuoteStatus', quoteId, status: 'issued' }))).toEqual(['NOT_ALLOWED']);
  });
});

test('[ST-67] optional and alternative elements stand outside the total with their price; choosing one is a draft', () => {
  const studio = demoStudio();
  const [wall, arch] = ['Logo wall', 'Entrance arch'].map((name) => idOfName(studio, name)) as [string, string];
  const whole = total(studio);
  const roles = (id: string) => studio.state.records.element.get(id)?.quoteRole;
  change(
    studio,
    set('a', 'element', arch, { quoteRole: 'alternative', alternativeGroup: 'front' }),
    set('w', 'element', wall, { alternativeGroup: 'front' }),
  );
  approve(studio, 'Logo wall', 'Entrance arch');
  const offered = () => {
    const inputs = quoteInputsOf(studio.state, { company: null, directory: new Map() }, sha256);
    if (!inputs) throw new Error('no policy');
    return workingQuote(inputs);
  };
  const without = Number(offered().priced.totalMinor);
  const beside = offered().buckets.find(({ elementId }) => elementId === arch);
  expect(beside).toMatchObject({ role: 'alternative', priceMinor: 558_000 });
  expect(without).toBe(whole - 658_440);

  const chosen = studio.run({ type: 'chooseOffered', elementId: arch });
  expect(chosen.outcome).toBe('done');
  const draft = studio.state.sessions.get('dana')?.draft;
  expect(draft?.ops.map((op) => op.op === 'set' && [op.id, op.changes])).toEqual([
    [arch, { quoteRole: 'included' }],
    [wall, { quoteRole: 'alternative' }],
  ]);
  // Nothing moved yet.
  expect([roles(arch), roles(wall), Number(offered().priced.totalMinor)]).toEqual(['alternative', 'included', without]);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10'] });
  approve(studio, 'Logo wall', 'Entrance arch');
  expect([roles(arch), roles(wall)]).toEqual(['included', 'alternative']);
  // Of 11,800 and 5,580 before VAT the other one is in the total now.
  expect(Number(offered().priced.totalMinor) - without).toBe(Math.round((558_000 - 1_180_000) * 1.18));

  // An open draft is added to, never replaced.
  change(studio, set('o', 'element', wall, { quoteRole: 'optional', alternativeGroup: null }));
  studio.propose([set('q', 'element', idOfName(studio, 'Photo corner'), { qty: 2 })]);
  studio.run({ type: 'chooseOffered', elementId: wall });
  expect(studio.state.sessions.get('dana')?.draft?.ops).toHaveLength(2);
});
