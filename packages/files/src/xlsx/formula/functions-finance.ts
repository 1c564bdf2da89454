import { guarded, matrixArg, numberArg, numbersOf, optionalArg, pass, rangeNumbers, wholeArg } from './arguments.ts';
import { eitherWay } from './doubt.ts';
import type { Argument } from './evaluate.ts';
import type { Run } from './functions.ts';
import { full } from './matrix.ts';
import { Unsupported } from './unsupported.ts';
import { DIVIDED, isError, NUM, type Scalar } from './values.ts';

const run = (work: (args: readonly Argument[]) => Scalar): Run =>
  guarded((args: readonly Argument[]) => {
    const value = work(args);
    return typeof value === 'number' && !Number.isFinite(value) ? NUM : value;
  });

/** 1 for payments at the beginning of a period. */
const dueOf = (argument: Argument | undefined): number => (numberArg(argument, 0) === 0 ? 0 : 1);

/** What money grows by, beside itself, without the digits that 1 + rate would lose. */
const growthOf = (rate: number, periods: number): { readonly growth: number; readonly gain: number } => {
  const power = rate > -1 ? periods * Math.log1p(rate) : Number.NaN;
  return Number.isNaN(power)
    ? { growth: (1 + rate) ** periods, gain: (1 + rate) ** periods - 1 }
    : { growth: Math.exp(power), gain: Math.expm1(power) };
};

const payment = (rate: number, periods: number, present: number, future: number, due: number): number => {
  if (periods === 0) return pass(NUM);
  if (rate === 0) return -(present + future) / periods;
  const { growth, gain } = growthOf(rate, periods);
  return (-rate * (present * growth + future)) / ((1 + rate * due) * gain);
};

const futureValue = (rate: number, periods: number, paid: number, present: number, due: number): number => {
  if (rate === 0) return -(present + paid * periods);
  const { growth, gain } = growthOf(rate, periods);
  return -(present * growth + (paid * (1 + rate * due) * gain) / rate);
};

const presentValue = (rate: number, periods: number, paid: number, future: number, due: number): number => {
  if (rate === 0) return -(future + paid * periods);
  const { growth, gain } = growthOf(rate, periods);
  return -(future + (paid * (1 + rate * due) * gain) / rate) / growth;
};

const interest = (args: readonly Argument[]): number => {
  const [rateArg, which, periodsArg, presentArg, futureArg, dueArg] = args;
  const [rate, period, periods] = [numberArg(rateArg), numberArg(which), numberArg(periodsArg)];
  const [present, future, due] = [numberArg(presentArg), numberArg(futureArg, 0), dueOf(dueArg)];
  if (period < 1 || period > periods) return pass(NUM);
  const paid = payment(rate, periods, present, future, due);
  if (due === 1 && period === 1) return 0;
  return due === 1
    ? (futureValue(rate, period - 2, paid, present, 1) - paid) * rate
    : futureValue(rate, period - 1, paid, present, 0) * rate;
};

/** The rate at which something becomes zero, found by halving once a sign change is known. */
const rootOf = (at: (rate: number) => number, guess: number): number => {
  // From the guess outwards, so that the root nearest to it is the one that is found.
  let [low, high] = [guess, guess];
  for (let width = 0.01; width < 1e6; width *= 1.6) {
    const [nextLow, nextHigh] = [Math.max(-0.999_999, guess - width), guess + width];
    if (at(nextLow) * at(low) <= 0) {
      high = low;
      low = nextLow;
      break;
    }
    if (at(high) * at(nextHigh) <= 0) {
      low = high;
      high = nextHigh;
      break;
    }
    low = nextLow;
    high = nextHigh;
  }
  if (at(low) * at(high) > 0) return pass(NUM);
  for (let step = 0; step < 200 && high - low > 1e-16; step++) {
    const middle = (low + high) / 2;
    if (at(low) * at(middle) <= 0) high = middle;
    else low = middle;
  }
  const root = (low + high) / 2;
  if (Math.abs(root) < 1e-8) throw new Unsupported('a rate next to nothing');
  // The last digits are those of the search, and each program has a search of its own.
  return eitherWay(root, root * (1 + 1e-13));
};

const npv = (rate: number, flows: readonly number[]): number =>
  flows.reduce((total, flow, index) => total + flow / (1 + rate) ** (index + 1), 0);

/** Flows that change sign more than once have several rates of return, and programs find different ones. */
const refuseSeveralRoots = (flows: readonly number[]): void => {
  const signs = flows.filter((it) => it !== 0).map(Math.sign);
  const changes = signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length;
  if (changes === 0) pass(NUM);
  if (changes > 1) throw new Unsupported('several rates of return');
};

const dated = (values: Argument | undefined, dates: Argument | undefined): { flows: number[]; years: number[] } => {
  const numbers = (argument: Argument | undefined) =>
    full(matrixArg(argument))
      .flat()
      .map((it) => (typeof it === 'number' ? it : isError(it) ? pass(it) : refuseGap()));
  const [flows, days] = [numbers(values), numbers(dates)];
  if (flows.length !== days.length || flows.length === 0) return pass(NUM);
  return { flows, years: days.map((day) => (Math.floor(day) - Math.floor(days[0] as number)) / 365) };
};

const refuseGap = (): never => {
  throw new Unsupported('flows with gaps');
};

const xnpv = (rate: number, { flows, years }: { flows: number[]; years: number[] }): number =>
  flows.reduce((total, flow, index) => total + flow / (1 + rate) ** (years[index] as number), 0);

export const financeFunctions: Readonly<Record<string, Run>> = {
  PMT: run(([rate, periods, present, future, due]) =>
    payment(numberArg(rate), numberArg(periods), numberArg(present), numberArg(future, 0), dueOf(due)),
  ),
  FV: run(([rate, periods, paid, present, due]) =>
    futureValue(numberArg(rate), numberArg(periods), numberArg(paid), numberArg(present, 0), dueOf(due)),
  ),
  PV: run(([rate, periods, paid, future, due]) =>
    presentValue(numberArg(rate), numberArg(periods), numberArg(paid), numberArg(future, 0), dueOf(due)),
  ),
  NPER: run(([rateArg, paidArg, presentArg, futureArg, dueArg]) => {
    const [rate, paid, present] = [numberArg(rateArg), numberArg(paidArg), numberArg(presentArg)];
    const [future, due] = [numberArg(futureArg, 0), dueOf(dueArg)];
    if (rate === 0) return paid === 0 ? NUM : -(present + future) / paid;
    const each = paid * (1 + rate * due);
    const share = (each - future * rate) / (each + present * rate);
    return share <= 0 ? NUM : Math.log(share) / Math.log(1 + rate);
  }),
  RATE: run(([periodsArg, paidArg, presentArg, futureArg, dueArg, guess]) => {
    const [periods, paid, present] = [numberArg(periodsArg), numberArg(paidArg), numberArg(presentArg)];
    const [future, due] = [numberArg(futureArg, 0), dueOf(dueArg)];
    if (future !== 0 && Math.sign(future) === Math.sign(present)) throw new Unsupported('several rates');
    const at = (rate: number) => presentValue(rate, periods, paid, future, due) - present;
    return rootOf(at, optionalArg(guess, 0.1));
  }),
  IPMT: run(interest),
  PPMT: run((args) => {
    const [rate, , periods, present, future, due] = args;
    const paid = payment(numberArg(rate), numberArg(periods), numberArg(present), numberArg(future, 0), dueOf(due));
    return paid - interest(args);
  }),
  NPV: run(([rate, ...flows]) => {
    const by = numberArg(rate);
    return by === -1 ? DIVIDED : npv(by, numbersOf(flows));
  }),
  IRR: run(([values, guess]) => {
    const flows = rangeNumbers(values);
    refuseSeveralRoots(flows);
    return rootOf((rate) => npv(rate, flows), optionalArg(guess, 0.1));
  }),
  XNPV: run(([rate, values, dates]) => {
    const by = numberArg(rate);
    return by <= -1 ? NUM : xnpv(by, dated(values, dates));
  }),
  XIRR: run(([values, dates, guess]) => {
    const known = dated(values, dates);
    refuseSeveralRoots(known.flows);
    return rootOf((rate) => xnpv(rate, known), optionalArg(guess, 0.1));
  }),
  SLN: run(([cost, salvage, life]) => {
    const years = numberArg(life);
    return years === 0 ? DIVIDED : (numberArg(cost) - numberArg(salvage)) / years;
  }),
  SYD: run(([cost, salvage, life, period]) => {
    const [years, at] = [numberArg(life), numberArg(period)];
    if (years <= 0 || at < 1 || at > years) return NUM;
    return ((numberArg(cost) - numberArg(salvage)) * (years - at + 1) * 2) / (years * (years + 1));
  }),
  EFFECT: run(([nominal, periods]) => {
    const [rate, times] = [numberArg(nominal), wholeArg(periods)];
    return rate <= 0 || times < 1 ? NUM : (1 + rate / times) ** times - 1;
  }),
  NOMINAL: run(([effective, periods]) => {
    const [rate, times] = [numberArg(effective), wholeArg(periods)];
    return rate <= 0 || times < 1 ? NUM : ((1 + rate) ** (1 / times) - 1) * times;
  }),
};
