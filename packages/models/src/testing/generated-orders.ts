/** Tables as people keep them, made by chance from a seed, and what is true of them by plain code. */
export type GeneratedOrder = {
  readonly ref: number;
  readonly day: string;
  readonly kind: string;
  readonly client: string;
  readonly status: string;
  readonly collected: string;
  readonly qty: number;
  readonly amount: number | undefined;
  readonly notes: string;
};

export type GeneratedOrders = {
  readonly csv: string;
  readonly rows: readonly GeneratedOrder[];
  /** Days written so that the day could be the month. */
  readonly isUnclear: boolean;
};

const chance = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

type DayStyle = 'year first' | 'day first' | 'mixed' | 'unclear';
const two = (value: number): string => String(value).padStart(2, '0');

export const generateOrders = (seed: number): GeneratedOrders => {
  const pick = chance(seed * 7919 + 17);
  const of = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const style = of<DayStyle>(['year first', 'day first', 'mixed', 'unclear']);
  const yes = of([['Yes'], ['yes', 'Y'], ['YES', 'yes', 'y']]);
  const no = of([['No'], ['no', 'N'], ['no']]);
  const hasPart = pick(3) === 0;
  const count = 14 + pick(20);
  const rows = Array.from({ length: count }, (_, at): GeneratedOrder => {
    const month = 1 + pick(4);
    const isLate = style !== 'unclear';
    return {
      ref: 501 + at,
      day: `2025-${two(month)}-${two(1 + pick(isLate ? 28 : 12))}`,
      kind: of(['Dog', 'Dog', 'dog', 'Dog ', 'Cat', 'cat', 'Parrot']),
      client: of(['Ann Hall', 'Ben Ortiz', 'Cid Vale', 'Dina Roe']),
      status: of(['Open', 'Paid', 'Part paid', 'open']),
      collected: pick(6) === 0 ? '' : hasPart && pick(9) === 0 ? 'part' : of(pick(2) === 0 ? yes : no),
      qty: 1 + pick(6),
      amount: pick(8) === 0 ? undefined : 100 + pick(9000) / 4,
      notes: of(['', '', '', 'cancelled', 'cancelled by phone', 'ring first']),
    };
  });
  // One day that can only be day first, where days are told apart at all.
  const told = rows.map((row, at) => (at === 0 && style !== 'unclear' ? { ...row, day: '2025-02-27' } : row));
  const all = pick(3) === 0 ? [...told, told[2] as GeneratedOrder] : told;
  const written = (day: string, at: number): string => {
    const [year, month, date] = day.split('-');
    const isTyped = style === 'day first' || style === 'unclear' || (style === 'mixed' && at % 3 === 0);
    return isTyped ? `${date}/${month}/${year}` : day;
  };
  const money = (amount: number | undefined): string =>
    amount === undefined ? 'tbc' : `"${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}"`;
  const lines = all.map((row, at) =>
    [
      row.ref,
      written(row.day, at),
      row.kind,
      row.client,
      row.status,
      row.collected,
      row.qty,
      money(row.amount),
      row.notes,
    ].join(','),
  );
  const total = all.reduce((sum, { qty }) => sum + qty, 0);
  const totals = pick(2) === 0 ? [`Total,,,,,,${total},,`] : [];
  const csv = ['Ref,Date,Kind,Client,Status,Collected,Qty,Amount,Notes', ...lines, ...totals].join('\n');
  return { csv: `${csv}\n`, rows: all, isUnclear: style === 'unclear' };
};
