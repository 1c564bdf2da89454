import { tokensOf } from '../language/normalise.ts';
import { lexicon, verbs as routeVerbs } from './lexicon.ts';
import { frameless, type Spoken } from './read.ts';
import { everydayVerbs } from './slip.ts';
import { isSlip, words } from './weigh.ts';

/** "תכניס…", "use…": said to somebody who should do it. */
export const isOrder = (tokens: readonly string[]): boolean => {
  const [opening] = tokens;
  if (opening === undefined) return false;
  if (words.openingVerbs.has(opening)) return true;
  if ([...words.openingVerbs].some((verb) => isSlip(opening, { text: verb, isStem: false }))) return true;
  const first = opening.startsWith('ות') ? opening.slice(1) : opening;
  return first.startsWith('ת') && first.length >= 4 && !words.notImperative.has(first);
};

/** "No", "more" and "without" open an order when nothing else is said, but not beside a story. */
const noVerbs = new Set(tokensOf('no more another without בלי עוד too over'));
const verbs = new Set(
  [...words.openingVerbs, ...words.making, ...tokensOf(lexicon.CHG[2])].filter((word) => !noVerbs.has(word)),
);

/** Where one thing ends and another begins. A comma inside a number parts nothing. */
export const clausesOf = (text: string): readonly string[] =>
  text
    .split(
      /[,;.!\n]+(?=\s|$)|\s[-–—]\s|(?<=\?)|\s(?=(?:אבל|אלא|רק|אז|לכן|but|just|only|therefore)\s|so (?!much|many|far|that))/u,
    )
    .filter((clause) => tokensOf(clause).length > 0);

/** Whether a clause tells somebody to do something, whatever is told or asked beside it. */
export const orders = (clause: string): boolean => {
  const tokens = frameless(tokensOf(clause));
  const opening = tokens[0] ?? '';
  if (noVerbs.has(opening) || everydayVerbs.has(opening)) return false;
  return verbs.has(opening) || (/^ו?ת/.test(opening) && isOrder(tokens));
};

/** "מוותרים", "מורידים": what is decided for all, said as done. */
const decided = new Set(
  (routeVerbs.CHG ?? '').split(/\s+/).flatMap((verb) => {
    const stem = tokensOf(verb.split(':')[1] ?? '')
      .join('')
      .replace(/ה$/, '');
    return stem.length >= 3 ? [`מ${stem}ימ`] : [];
  }),
);
const forAll = new Set(tokensOf('אנחנו אז בסוף בעצם החלטנו סגרנו'));
const goes = /^(?:take|cut|leave|throw|pull|kick|knock|bring|put|turn|move|scale|tone)$/;
const where = new Set(tokensOf('out off away down up back'));
const english = new Set(tokensOf(lexicon.CHG[2]).filter((word) => /^[a-z]{3,}$/.test(word)));

/** "Take it out", "we're dropping the booth", "מוותרים על הקיר": a change, said in other words than an order. */
export const announces = ({ tokens }: Spoken, text: string): boolean =>
  clausesOf(text).some((clause) => {
    const said = frameless(tokensOf(clause));
    return goes.test(said[0] ?? '') && said.slice(1).some((word) => where.has(word));
  }) ||
  tokens.some((token, at) => {
    const before = tokens[at - 1];
    if (decided.has(token.replace(/^[וש]/, '')))
      return before === undefined || forAll.has(before) || /^[וש]/.test(token);
    return ['were', 'are', 'im', 'am'].includes(before ?? '') && isGoing(token);
  });

/** "dropping" is "drop", "removing" is "remove". */
const isGoing = (word: string): boolean => {
  const stem = /^([a-z]{3,})ing$/.exec(word)?.[1];
  return stem !== undefined && [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')].some((form) => english.has(form));
};
