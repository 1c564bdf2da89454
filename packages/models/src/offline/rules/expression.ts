import { refuse } from '../plan.ts';
import { markColumns } from '../reading/marks.ts';
import type { Table } from '../rule.ts';
import { isNumeric } from '../rule.ts';

export type Token =
  | { readonly kind: 'number' | 'sign'; readonly text: string }
  | { readonly kind: 'column'; readonly name: string };

/** Sums over columns: numbers, columns of numbers, + - * / and brackets. Anything else is not understood, so not done. */
export const readExpression = (
  written: string,
  table: Table,
  quoted: readonly string[],
  name = '',
): readonly Token[] => {
  const tokens: Token[] = [];
  const columns = table.columns.toSorted((a, b) => b.name.length - a.name.length);
  const marked = markColumns(written, columns, quoted).replace(/(?<![\p{L}])(?:[ובלמהכש] )+(?=@c)/gu, '');
  let rest = inSigns(marked).replace(/@c(\d+)/g, (_all, at) => columns[Number(at)]?.name ?? '');
  while (rest !== '') {
    const column = columns.find(
      ({ name }) =>
        rest.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length)),
    );
    const plain = /^(\d+(?:\.\d+)?)(?![\p{L}\p{N}_.])|^([-+*/()])|^[×]/u.exec(rest);
    const part = column || plain ? undefined : columnByPart(rest, table, name);
    if (part) {
      tokens.push({ kind: 'column', name: part.column });
      rest = rest.slice(part.length).trim();
    } else if (column) {
      if (!isNumeric(column)) {
        return refuse(`${column.name} has no numbers to calculate with.`, `בעמודה ${column.name} אין מספרים לחישוב.`);
      }
      tokens.push({ kind: 'column', name: column.name });
      rest = rest.slice(column.name.length).trim();
    } else if (plain) {
      tokens.push({ kind: plain[1] === undefined ? 'sign' : 'number', text: plain[0] === '×' ? '*' : plain[0] });
      rest = rest.slice(plain[0].length).trim();
    } else {
      const list = table.columns.map(({ name }) => name).join(', ');
      return refuse(
        `I can’t calculate "${rest.slice(0, 40)}". Use numbers, + - * / and these columns: ${list}.`,
        `איני יודע לחשב "${rest.slice(0, 40)}". השתמשו במספרים, + - * / ובעמודות: ${list}.`,
      );
    }
  }
  return isWellFormed(tokens)
    ? tokens
    : refuse(`"${written}" is not a complete calculation.`, `"${written}" אינו חישוב שלם.`);
};

/** Words that stand in the name of one column of numbers; of several, the one that shares a word with the new name. */
const columnByPart = (
  rest: string,
  { columns }: Table,
  name: string,
): { readonly column: string; readonly length: number } | undefined => {
  const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const heads = columns.filter(isNumeric).map((each) => ({ name: each.name, own: wordsIn(each.name) }));
  for (let count = 3; count > 0; count -= 1) {
    const run = new RegExp(`^(?:the )?\\p{L}+(?: \\p{L}+){${count - 1}}(?![\\p{L}\\p{N}])`, 'iu').exec(rest)?.[0];
    if (run === undefined) continue;
    const said = wordsIn(run.replace(/^the /iu, ''));
    const fitting = heads.filter(({ own }) => said.every((word) => own.includes(word)));
    const near = fitting.filter(({ own }) => wordsIn(name).some((word) => own.includes(word) && !said.includes(word)));
    const [only, other] = fitting.length > 1 ? near : fitting;
    if (only && !other) return { column: only.name, length: run.length };
    if (fitting.length > 1) {
      const list = fitting.map((each) => each.name).join(', ');
      return refuse(`Which column is "${run}": ${list}?`, `איזו עמודה היא "${run}": ${list}?`);
    }
  }
  return undefined;
};

const of = '(@c\\d+|\\d+(?:\\.\\d+)?)';
const percent = '(\\d+(?:\\.\\d+)?) ?(?:%|percent|per cent|אחוזים?|אחוז)';
const column = '(?: column| columns)?';
const spoken: readonly (readonly [string, string])[] = [
  [`(?:the )?sum of (?:the )?${of}${column} (?:and|plus|\\+|&) (?:the )?${of}${column}`, '($1 + $2)'],
  [`(?:the )?product of (?:the )?${of}${column} (?:and|times|\\*|&) (?:the )?${of}${column}`, '($1 * $2)'],
  [`(?:the )?difference (?:between|of) (?:the )?${of}${column} and (?:the )?${of}${column}`, '($1 - $2)'],
  [
    `(?:multiplying |multiplies |multiply )(?:the )?${of}${column} (?:by|with|and|times) (?:the )?${of}${column}`,
    '($1 * $2)',
  ],
  [`(?:adding |adds |add )(?:the )?${of}${column} (?:and|to|plus) (?:the )?${of}${column}`, '($1 + $2)'],
  [`(?:subtracting |subtracts |subtract )(?:the )?${of}${column} from (?:the )?${of}${column}`, '($2 - $1)'],
  [`(?:dividing |divides |divide )(?:the )?${of}${column} by (?:the )?${of}${column}`, '($1 / $2)'],
  [
    `(?:the )?${of}${column} (?:plus|with|\\+) (?:an? )?(?:extra |additional )?${percent}(?: added| on top| more)?`,
    '($1 * (1 + $2 / 100))',
  ],
  [`(?:the )?${of}${column} (?:increased|raised) by ${percent}`, '($1 * (1 + $2 / 100))'],
  [`(?:the )?${of}${column} (?:minus|less|-) ${percent}`, '($1 * (1 - $2 / 100))'],
  [`(?:the )?${of}${column} (?:reduced|decreased|lowered|discounted) by ${percent}`, '($1 * (1 - $2 / 100))'],
  [`${percent} (?:of )?(?:the )?(?:מתוך |מ-?|של )?${of}${column}`, '($2 * $1 / 100)'],
  [`(?:half (?:of )?|חצי (?:מ|של )?)(?:the )?${of}${column}`, '($1 / 2)'],
  [`(?:double|twice|פעמיים) (?:the )?${of}${column}`, '($1 * 2)'],
  [`(?:the )?${of}${column} doubled`, '($1 * 2)'],
  [`(?:המכפלה|מכפלה|מכפלת) (?:של )?${of} (?:ב-?|ו-?|כפול )?${of}`, '($1 * $2)'],
  [`(?:הסכום|סכום) (?:של )?${of} (?:ו-?|ועוד )${of}`, '($1 + $2)'],
  [`(?:ההפרש|הפרש) (?:בין |של )?${of} (?:ל-?|ו-?|לבין )${of}`, '($1 - $2)'],
];
const signs: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\s\d)])(?:times|multiplied by|x|כפול|מוכפל ב-?|פי)(?=[\s\d(@])/giu, ' * '],
  [/(?<=[\s\d)])(?:plus|added to|ועוד|פלוס|בתוספת)(?=[\s\d(@])/giu, ' + '],
  [/(?<=[\s\d)])(?:minus|less|פחות|מינוס)(?=[\s\d(@])/giu, ' - '],
  [/(?<=[\s\d)])(?:divided by|over|per|חלקי|מחולק ב-?|לחלק ל-?|לחלק ב-?)(?=[\s\d(@])/giu, ' / '],
  [/÷/gu, ' / '],
];

/** A calculation said in words, in signs. What is not known stays as it is and is refused where it is read. */
const inSigns = (marked: string): string => {
  let signed = marked
    .replace(/(?<![\p{L}])(?:the|of the|column|columns|a|result of)(?= )(?! (?:sum|product|difference))/giu, (word) =>
      /^(?:the|column|columns|a|result of)$/i.test(word) ? '' : word,
    )
    .replace(/\s+/g, ' ');
  for (const [words, sign] of spoken) signed = signed.replace(new RegExp(words, 'giu'), sign);
  for (const [words, sign] of signs) signed = signed.replace(words, sign);
  return signed.replace(/\s+/g, ' ').trim();
};

/** Operand, operator, operand; brackets balanced. A leading minus is an operator without a left side and is not taken. */
const isWellFormed = (tokens: readonly Token[]): boolean => {
  let depth = 0;
  let wantsOperand = true;
  for (const token of tokens) {
    const sign = token.kind === 'sign' ? token.text : '';
    if (sign === '(') {
      if (!wantsOperand) return false;
      depth += 1;
    } else if (sign === ')') {
      if (wantsOperand || depth === 0) return false;
      depth -= 1;
    } else if (sign === '') {
      if (!wantsOperand) return false;
      wantsOperand = false;
    } else {
      if (wantsOperand) return false;
      wantsOperand = true;
    }
  }
  return !wantsOperand && depth === 0;
};

export const writeExpression = (tokens: readonly Token[], column: (name: string) => string): string =>
  tokens.map((token) => (token.kind === 'column' ? column(token.name) : token.text)).join(' ');
