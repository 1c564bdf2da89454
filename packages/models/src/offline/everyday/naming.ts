import { formsOf } from '../reading/marks.ts';
import { translationsOf } from '../reading/translations.ts';
import { type Head, plain } from './sheets.ts';
import { otherNames } from './words.ts';

/** "Planned", "planning" and "plan", "estimated" and "estimate", "arrivals" and "arrives" are of one root. */
export const stemOf = (word: string): string => {
  if (/\p{Script=Hebrew}/u.test(word)) return word.replace(/(?:ים|ות|ה|ת)$/u, '');
  if (word.length < 4) return word;
  const bare = word.replace(
    /(?:ations?|ating|ated|ates?|ations|ally|ings?|als?|ures?|ments?|ions?|ied|ies|ed|ers?|ly|es|s|e|y)$/u,
    '',
  );
  const root = bare.length < 3 ? word : bare;
  return root.replace(/([^aeiouls])\1$/u, '$1');
};

/** What is written short in heads. */
const shortened: readonly (readonly [RegExp, string])[] = [
  [/^est$/u, 'estimate,estimated,estimates,estimation'],
  [/^qty|quant$/u, 'quantity,quantities'],
  [/^amt$/u, 'amount,amounts'],
  [/^(?:no|nr|num)$/u, 'number'],
  [/^(?:tel|ph)$/u, 'phone,telephone,phone number'],
  [/^(?:mob)$/u, 'mobile,phone,mobile number'],
  [/^dept$/u, 'department,departments'],
  [/^desc$/u, 'description'],
  [/^cat$/u, 'category,categories'],
  [/^ref$/u, 'reference'],
  [/^addr$/u, 'address'],
  [/^(?:yrs?)$/u, 'years,year'],
  [/^(?:hrs?|h)$/u, 'hours,hour'],
  [/^(?:mins?)$/u, 'minutes,minute'],
  [/^(?:wks?)$/u, 'weeks,week'],
  [/^(?:kgs?)$/u, 'kg,kilo,kilos,kilogram,kilograms'],
  [/^(?:g|gr)$/u, 'grams,gram'],
  [/^(?:km|kms)$/u, 'kilometres,kilometers,kilometre,km'],
  [/^(?:m3|m³)$/u, 'cubic metres,cubic meters'],
  [/^(?:m2|m²|sqm|מר)$/u, 'square metres,square meters,sqm,מטר,מטרים,מר'],
  [/^(?:l|ltrs?|lt)$/u, 'litres,liters,litre'],
  [/^(?:pcs|pc)$/u, 'pieces,piece'],
  [/^inv$/u, 'invoice'],
  [/^avg$/u, 'average'],
  [/^max$/u, 'maximum'],
  [/^min$/u, 'minimum'],
  [/^resp$/u, 'responsible'],
  [/^(?:mgr)$/u, 'manager'],
  [/^dob$/u, 'date of birth,birthday,born'],
  [/^(?:pos)$/u, 'position'],
  [/^(?:reg)$/u, 'registration'],
];

/** Words of a head that tell nothing by themselves. */
const small =
  /^(?:of|per|in|on|at|by|to|for|the|a|an|and|or|no|nr|is|are|it|we|our|from|with|ref|far|של|עם|את|עד|או)$/u;
const unitMark = /^(?:£|\$|€|₪|gbp|usd|eur|ils|nis|שח|h|hrs?|kg|kgs|g|km|yrs?|days?|mins?|weeks?|m2|m3|l|pcs)$/u;

export type HeadNames = {
  /** Said so, it is this column. */
  readonly whole: readonly string[];
  /** One word of it, or another word for one. */
  readonly parts: readonly string[];
  /** What its numbers are counted in. */
  readonly units: readonly string[];
  readonly stems: readonly string[];
};

/** Every way a head is said. */
export const namesOfHead = (head: Head): HeadNames => {
  const name = plain(head.name);
  const inBrackets = /[([]([^)\]]*)[)\]]/u.exec(head.name)?.[1] ?? '';
  const bare = plain(head.name.replace(/[([].*$/u, ''));
  const words = bare.split(' ').filter((word) => word !== '');
  const own = words.filter((word) => !small.test(word) && !unitMark.test(word) && (word.length > 2 || isShort(word)));
  const long = own.flatMap(longOf);
  const units = [...plain(inBrackets).split(' '), ...words.filter((word) => unitMark.test(word))].filter(
    (word) => word !== '',
  );
  const core = own.join(' ');
  const whole = [name, bare, core, long.length > 0 ? own.map((word) => longOf(word)[0] ?? word).join(' ') : ''].filter(
    (each) => each !== '' && !small.test(each),
  );
  // "בתי ספר" of "בית ספר".
  if (/^בית /u.test(core)) whole.push(core.replace(/^בית /u, 'בתי '), core.replace(/^בית /u, 'בתי ה'));
  // "Per insurance company", "the customer's name": the noun behind it says no more.
  if (head.kind === 'text' && core !== '' && !/(?:name|company|number)s?$/u.test(core))
    whole.push(`${core} company`, `${core} name`);
  const forms = (each: string) =>
    [each, ...formsOf(each), ...translationsOf(each).flatMap(formsOf), ...otherNames(each)].map(plain);
  return {
    whole: [...new Set(whole.flatMap(forms))],
    parts: [...new Set([...own, ...long].flatMap(forms))],
    units: [
      ...new Set(
        units.flatMap((unit) => [...(/^\p{L}{2,}/u.test(unit) ? formsOf(unit).map(plain) : []), ...longOf(unit)]),
      ),
    ],
    stems: [...new Set([...own, ...long].filter((word) => word.length > 2).map(stemOf))],
  };
};

const isShort = (word: string): boolean => shortened.some(([short]) => short.test(word));
const longOf = (word: string): readonly string[] =>
  shortened.flatMap(([short, long]) => (short.test(word) ? long.split(',') : []));
