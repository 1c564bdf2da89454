import { distance } from '../reading/spelling.ts';
import { quoted } from './said-names.ts';
import type { Sheet } from './sheets.ts';

const fix =
  '(?:[\\s,.;–-]+(?:so |and |can you |could you )*(?:please |pls )*(?:fix|correct|change|sort|mend|put)(?: (?:it|that|this|them))?(?: right)?(?: (?:everywhere|throughout|please|for me))*(?: please)?)?';
const name = '(?:"[^"]+"|[^,.;:!?"]+?)';
const typos: readonly RegExp[] = [
  new RegExp(
    `^(?:.*?(?:typo|mistake|spelling|misspelt|misspelled|wrong)[^,:.]*[,:.]\\s*)?(?<from>${name}) (?:should|must|needs to|ought to) (?:be|read|say)(?: spelt| spelled| written| called)? (?<to>${name})${fix}$`,
    'iu',
  ),
  new RegExp(
    `^(?<from>${name}) is (?:a typo|a mistake|misspelt|misspelled|spelt wrong|spelled wrong|wrong|written wrong|a spelling mistake)[\\s,;:–-]+(?:it )?(?:should|must|needs to) (?:be|read|say) (?<to>${name})${fix}$`,
    'iu',
  ),
  new RegExp(
    `^(?:i |we |someone |somebody |they |ive |i've )?(?:wrote|typed|put|spelt|spelled|misspelt|entered|written) (?<from>${name}) (?:instead of|when it should be|but it should be|where it should be|but (?:it's|its|it is)) (?<to>${name})${fix}$`,
    'iu',
  ),
];
export const respelled = (words: string, sheets: readonly Sheet[]): string | undefined => {
  const capital =
    /^(?<word>[\p{L} &-]+?) should (?:have|start with|begin with|be written with) (?:an? )?(?:capital|big|upper ?case)(?: letter)?(?: \p{L})?(?: like (?:the (?:others|rest)|everywhere else|all the others))?$/iu.exec(
      words,
    )?.groups?.word;
  if (capital !== undefined) {
    const to = capital.charAt(0).toUpperCase() + capital.slice(1);
    return to === capital || !isWritten(capital, sheets) ? undefined : `Replace ${quoted(capital)} with ${quoted(to)}`;
  }
  const right =
    /(?:is |are )?(?:really |actually )?(?:spelt|spelled|written) (?<right>[\p{L}&'-]+(?: \p{Lu}[\p{L}&'-]+)*) with (?:only )?(?:one|a single|two|a|an|double) \p{L}+/iu.exec(
      words,
    )?.groups?.right;
  if (right !== undefined && !/(?<![\p{L}])not(?![\p{L}])/iu.test(words)) {
    const wrong = nearWritten(right, sheets);
    return wrong === undefined ? undefined : `Replace ${quoted(wrong)} with ${quoted(right)}`;
  }
  // "I've spelt Brennan wrong on one of the repairs": what is written almost so.
  const spelt =
    /(?:spelt|spelled|written|typed|misspelt|misspelled) (?<right>\p{Lu}[\p{L}&'-]+)(?: wrong(?:ly)?| incorrectly)?(?: (?:on|in) (?:one|some|two|a couple|a few)(?: of [^,.;]*| places?| rows?)?| somewhere| once| in places)?[,.;]* (?:please |pls |can you |could you |and )*(?:put|fix|correct|change|sort|mend)(?: (?:it|that|this|them))?(?: right)?(?: please)?$/u.exec(
      words,
    )?.groups?.right;
  if (spelt !== undefined && !/(?<![\p{L}])not(?![\p{L}])/iu.test(words)) {
    const wrong = nearWritten(spelt, sheets);
    return wrong === undefined ? undefined : `Replace ${quoted(wrong)} with ${quoted(spelt)}`;
  }
  // "Beth's surname is wrong somewhere, it's Ostler": what is written almost so.
  const meant =
    /(?:is|are|was) (?:\p{L}+ )?(?:wrong|misspelt|misspelled|spelt wrong|spelled wrong|written wrong)(?: [^,.;:]*)?[,.;:–-]+ ?(?:it'?s|it is|it should be|should be|it'?s really) (?<right>\p{Lu}[\p{L}&'-]+)(?:[,.;\s]+(?:please |pls |can you |could you |and )*(?:fix|correct|change|sort|mend)(?: (?:it|that|this|them|please|for me))*)?$/u.exec(
      words,
    )?.groups?.right;
  if (meant !== undefined && !/(?<![\p{L}])not(?![\p{L}])/iu.test(words)) {
    const wrong = nearWritten(meant, sheets);
    return wrong === undefined ? undefined : `Replace ${quoted(wrong)} with ${quoted(meant)}`;
  }
  const same =
    /^(?:and )?(?:the )?same (?:for|with|goes for) (?<right>\p{Lu}[\p{L}'-]+),? (?:sometimes|somewhere|in places|in some places|elsewhere|once|twice|at times) (?:it |it's |its )?(?:says?|is written|is called|written|called) (?:as )?(?<from>\p{Lu}[\p{L}'-]+)$/u.exec(
      words,
    )?.groups;
  if (same?.right && same.from)
    return isWritten(same.from, sheets) && isWritten(same.right, sheets)
      ? `Replace ${quoted(same.from)} with ${quoted(same.right)}`
      : undefined;
  const mistake =
    /^(?:ב\S+ )?(?:יש|כתוב|רשום|מופיע)(?: (?:שם|פעם|אחת|פעמיים|כמה פעמים|לפעמים|במקום אחד))* (?<from>[\p{L}"' -]+?),? (?:ו?זו|ו?זה|ו?זאת) (?:טעות|שגיאה|לא נכון),? (?:זה )?(?:צריך|צריך להיות|צ"ל|אמור להיות|הנכון הוא) (?<to>\p{L}[\p{L}"' -]*?)(?:[,.;\s]+(?:תתק(?:ן|ני)|תק(?:ן|ני)|תש(?:ן|ני)|לתקן|בבקשה|את זה))*$/u.exec(
      words,
    )?.groups;
  if (mistake?.from && mistake.to) {
    const from = mistake.from.trim();
    return isWritten(from, sheets) && from !== mistake.to.trim()
      ? `החלף ${quoted(from)} ב-${quoted(mistake.to.trim())}`
      : undefined;
  }
  const hebrew =
    /^(?:ב\S+ )?(?:(?:יש|כתוב|רשום|מופיע)(?: (?:שם|פעם|פעמיים|כמה פעמים|לפעמים|בטעות))* )(?<from>[\p{L}"' -]+?)(?: (?:עם|במקום) [^,]+)?[,.;]\s*(?:(?:ת|ל)תק(?:ן|ני)|תתק(?:ן|ני)|תש(?:ן|ני)|צריך להיות|זה צריך להיות|תכתבי?|תק(?:ן|ני))(?: את זה| בבקשה)* ?(?:ל-?)?(?<to>\p{L}[\p{L}"' -]*)$/u.exec(
      words,
    )?.groups;
  if (hebrew?.from && hebrew.to) {
    const from = hebrew.from.trim();
    return isWritten(from, sheets) && from !== hebrew.to
      ? `החלף ${quoted(from)} ב-${quoted(hebrew.to.trim())}`
      : undefined;
  }
  const parts = typos.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.from || !parts.to) return undefined;
  const from = parts.from
    .trim()
    .replace(/^["']+|["']+$/gu, '')
    .replace(/^(?:the |it says |where it says )/iu, '');
  const to = parts.to
    .trim()
    .replace(/^["']+|["']+$/gu, '')
    .replace(/ (?:everywhere|throughout|instead|please|not .+)$/iu, '');
  // Nothing but a slip is mended so: what reads quite otherwise is another change.
  const isSlip =
    distance(from.toLowerCase(), to.toLowerCase()) <= Math.max(1, Math.min(3, Math.floor(from.length / 3)));
  return isSlip && from !== to && isWritten(from, sheets) ? `Replace ${quoted(from)} with ${quoted(to)}` : undefined;
};

const isWord = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
const isWritten = (word: string, sheets: readonly Sheet[]): boolean =>
  sheets.some(({ heads, shown }) =>
    shown.some((row) => heads.some(({ at, kind }) => kind === 'text' && isWord(word).test(String(row[at] ?? '')))),
  );

/** The one word of the tables that is written almost like the right one. */
const nearWritten = (right: string, sheets: readonly Sheet[]): string | undefined => {
  const found = new Set(
    sheets.flatMap(({ heads, shown }) =>
      shown.flatMap((row) =>
        heads.flatMap(({ at, kind }) => {
          const cell = String(row[at] ?? '');
          return kind !== 'text'
            ? []
            : cell
                .split(/[^\p{L}&'-]+/u)
                .filter(
                  (word) =>
                    word !== right &&
                    word.length > 3 &&
                    word[0] === right[0] &&
                    distance(word.toLowerCase(), right.toLowerCase()) === 1,
                );
        }),
      ),
    ),
  );
  return found.size === 1 ? [...found][0] : undefined;
};
