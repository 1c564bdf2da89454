import { dayPattern, isoOf, nearestYear, readAmount, readDay, writeDayLike } from '../../reading/said-values.ts';

/** A value in a text: a price, a time, a day, a share, or a number of something. */
export type Fact = { readonly kind: string; readonly said: string; readonly at: number };

const money = String.raw`[£$€₪] ?\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)?(?: ?[₪€]| (?:pounds|quid|euros|dollars|shekels|שח|ש"ח|ש״ח|שקל|שקלים)(?![\p{L}])|p(?![\p{L}\d]))`;
const kinds: readonly (readonly [string, RegExp])[] = [
  ['day', new RegExp(`(?<![\\d.])(?:${dayPattern}|\\d{1,2}\\.\\d{1,2}(?![\\d.]))(?!\\s?(?:%|kg))`, 'giu')],
  ['time', /(?<![\d.:])(?:\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)(?![\p{L}])|\d{1,2}:\d\d)(?!\d)/giu],
  ['money', new RegExp(`(?<![\\d.])(?:${money})`, 'giu')],
  ['share', /(?<![\d.])\d+(?:\.\d+)?%/gu],
  ['number', /(?<![\d.,/£$€₪:\p{L}-])\d+(?:\.\d+)?(?![\d.,]*\d|\s?%|[/:]|[\p{L}])/gu],
];

/** The values of a text in their order; what is part of one is not another. */
export const factsIn = (text: string): readonly Fact[] => {
  const found: Fact[] = [];
  for (const [kind, pattern] of kinds)
    for (const match of text.matchAll(pattern)) {
      const [at, end] = [match.index, match.index + match[0].length];
      if (found.some((each) => at < each.at + each.said.length && end > each.at)) continue;
      if (kind === 'day' && readDay(match[0]) === undefined) continue;
      const unit =
        kind === 'number' ? /^\s?-?(\p{L}+)/u.exec(text.slice(end))?.[1]?.toLowerCase().replace(/s$/u, '') : undefined;
      found.push({ kind: kind === 'number' ? `number of ${unit ?? ''}` : kind, said: match[0], at });
    }
  return found.toSorted((a, b) => a.at - b.at);
};

/** The new value as the old one is written; undefined where that is not sure. */
export const writtenLike = (fact: Fact, old: Fact): string | undefined => {
  switch (fact.kind) {
    case 'day': {
      const [day, was] = [readDay(fact.said), readDay(old.said)];
      if (!day || !was) return undefined;
      const year =
        day.year ?? (was.year === undefined ? undefined : nearestYear(day, isoOf({ ...was, year: was.year })));
      return writeDayLike({ ...day, ...(year === undefined ? {} : { year }) }, old.said);
    }
    case 'time': {
      const [isTwelve, wasTwelve] = [/[ap]m$/iu.test(fact.said), /[ap]m$/iu.test(old.said)];
      if (isTwelve === wasTwelve) return fact.said;
      const clock = /^(\d{1,2})(?:[:.](\d\d))? ?([ap])m$/iu.exec(fact.said);
      if (!clock || wasTwelve) return undefined;
      const hour = (Number(clock[1]) % 12) + (clock[3]?.toLowerCase() === 'p' ? 12 : 0);
      return `${String(hour).padStart(old.said.startsWith('0') ? 2 : 1, '0')}:${clock[2] ?? '00'}`;
    }
    case 'money': {
      const pence = /^(\d+)p$/iu;
      if (pence.test(fact.said) || pence.test(old.said))
        return pence.test(fact.said) && pence.test(old.said) ? fact.said : undefined;
      const [now, was] = [readAmount(fact.said), readAmount(old.said)];
      if (!now || !was || (now.sign !== was.sign && now.sign !== '' && was.sign !== '')) return undefined;
      const figures = now.value.toFixed(Math.max(now.decimals, was.decimals === 2 ? 2 : 0));
      return old.said.replace(/\d[\d,]*(?:\.\d+)?/u, figures);
    }
    default:
      return old.said.replace(/\d[\d,]*(?:\.\d+)?/u, /\d[\d,]*(?:\.\d+)?/u.exec(fact.said)?.[0] ?? '');
  }
};
