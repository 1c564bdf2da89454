import { tokensOf, variantsOf } from '../language/normalise.ts';
import { lexicon, routes } from '../routing/lexicon.ts';

/** Words that are no part of a new thing's name: what routes speak of, colours, and the glue of both languages. */
const glue = `
  a an the to of in on for with and or at by from it is be as this that these those all my our me us please
  here there too very just only up down out off into over under per each
  את של על עם אל או גם רק כל זה זאת זו אלה יש אין כן לא לנו לי שלי שלנו בבקשה כאן שם מאוד קצת ממש עד בין תחת
  purple pink orange yellow green brown grey gray gold silver beige turquoise navy
  כחול כחולה אדום אדומה לבן לבנה שחור שחורה ירוק ירוקה צהוב צהובה כתום כתומה סגול סגולה ורוד ורודה חום אפור אפורה זהב כסף בז טורקיז
  meter meters metre metres cm mm m מטר סמ ממ high wide deep long tall גובה רוחב עומק אורך
`;

const entries = routes.flatMap((route) =>
  ([1, 2, 3] as const).flatMap((weight) => lexicon[route][weight].split(/[,\s]+/).filter(Boolean)),
);
const whole = new Set([...tokensOf(glue), ...entries.filter((entry) => !entry.endsWith('*')).flatMap(tokensOf)]);
const beginnings = entries.filter((entry) => entry.endsWith('*')).map((entry) => tokensOf(entry.slice(0, -1)).join(''));

export const isKnownWord = (token: string): boolean =>
  variantsOf(token).some((form) => whole.has(form) || beginnings.some((beginning) => form.startsWith(beginning)));
