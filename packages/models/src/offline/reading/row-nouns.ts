import { formsOf } from './marks.ts';

/**
 * Nouns that stand for the rows of some tables and not of others: employees are rows of a payroll and not of a list of
 * repairs. Each kind names the words that a table of such rows has among its heads or in its name.
 */
type RowKind = { readonly nouns: ReadonlySet<string>; readonly signs: ReadonlySet<string> };

const list = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
const kind = (nouns: string, signs: string): RowKind => ({
  nouns: new Set(list(nouns)),
  signs: new Set([...list(nouns), ...list(signs)].flatMap(formsOf)),
});

const kinds: readonly RowKind[] = [
  kind(
    'people, employees, employee, workers, staff, staff members, עובד, עובדים, העובדים, מהעובדים, עובדות, כל העובדים, איש, אנשים, האנשים',
    'person, team, payroll, rota, roster, personnel, member, contact, crew, salary, wage, role, surname, phone, mobile, email, hired, birth, age, shift, צוות, שכר, תפקיד, טלפון, ותק, גיל, משמרת, מחלקה, שם',
  ),
  kind('sales, sale, deals, מכירות, המכירות, מכירה, המכירה', 'sold, revenue, customer, client, buyer, לקוח'),
  kind(
    'expenses, purchases',
    'expense, purchase, cost, spend, spent, bill, supplier, vendor, payee, budget, הוצאה, ספק',
  ),
  kind(
    'orders, order lines, transactions, עסקאות, העסקאות, הזמנות',
    'sale, sold, revenue, customer, client, buyer, invoice, supplier, vendor, qty, quantity, units, amount, מכירה, לקוח, ספק, כמות, סכום',
  ),
];

/** Whether a noun may stand for the rows of a table with these words in its heads and its name. */
export const standsForRows = (noun: string, tableWords: ReadonlySet<string>): boolean => {
  const plain = noun.toLowerCase();
  const own = kinds.filter(({ nouns }) => nouns.has(plain) || nouns.has(plain.replace(/^[ושבלמכה]{1,2}/u, '')));
  return own.length === 0 || own.some(({ signs }) => [...signs].some((sign) => tableWords.has(sign)));
};

/** The words of the heads and of the name of a table. */
export const wordsOfTable = (heads: readonly string[], rowNames: readonly string[]): ReadonlySet<string> =>
  new Set(
    [...heads, ...rowNames].flatMap((name) =>
      name
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== ''),
    ),
  );
