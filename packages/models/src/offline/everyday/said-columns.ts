import { namesOfHead } from './naming.ts';
import { isRate } from './pairs.ts';
import { headCalled, placeSaid, quoted, tableCalled } from './said-names.ts';
import { plain, type Sheet } from './sheets.ts';

const ofColumn = '(?:column|heading|header|col|column heading|column header)';
const inPlace = '(?:(?:in|on|for) (?:the |my |our )?(?<in>[^,:]+?)[,:]? )?';
const renames: readonly RegExp[] = [
  new RegExp(
    `^${inPlace}(?:the )?(?:${ofColumn} (?<from>[^,]+?)|(?<from2>[^,]+?) ${ofColumn}) (?:should|must|needs to|ought to|has to) (?:be|say|read)(?: (?:called|named|renamed(?: to)?|headed|titled))? (?<to>[^,]+)$`,
    'iu',
  ),
  new RegExp(
    `^${inPlace}(?:call|name|label|title) (?:the )?(?:${ofColumn} (?<from>[^,]+?)|(?<from2>[^,]+?) ${ofColumn}) (?:as )?(?<to>"[^"]+"|\\p{Lu}[^,]*)(?: instead)?$`,
    'iu',
  ),
  /^(?:ב(?<in>[^,:]+?)[,:]? )?(?:ה?עמודה|עמודת|ה?כותרת|ה?טור) (?<from>[^,]+?) (?:צריך|צריכה|אמורה?|חייבת?) (?:להיקרא|להיות|לומר) (?<to>[^,]+)$/u,
  /^(?:rename|change|call) (?:the )?(?:(?:column|heading|head|header|title) )?(?<from>[^,]+?)(?: (?:column|heading|header))? (?:to|into|as) (?<to>[^,]+)$/iu,
  /^(?:תשני?|שני?|לשנות|תחליפי?|תקראי?) (?:את )?(?:ה?שם של |שם )?(?:ה?כותרת|ה?עמודה|עמודת|ה?טור) (?<from>[^,]+?) ל-?(?<to>[^,]+)$/u,
];
export const renamed = (words: string, sheets: readonly Sheet[]): string | undefined => {
  if (!/column|heading|header|rename|כותרת|עמוד|טור/iu.test(words) || /\.(?:csv|xlsx|docx)(?![\p{L}])/iu.test(words))
    return undefined;
  const read = renames.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  const parts = read && { from: read.from ?? read.from2, to: read.to?.replace(/^["'“”]+|["'“”]+$/gu, '') };
  if (!parts?.from || !parts.to) return undefined;
  const own = read?.in === undefined ? undefined : tableCalled(read.in, sheets);
  if (read?.in !== undefined && !own) return undefined;
  // "… to Referred by in the patient list": the table is named behind the new name.
  const tail = / (?:in|on|of) (?<place>(?:the|my|our) [^,]+?|[^,]+? (?:list|table|sheet|file|tab))$/iu.exec(parts.to);
  const place = own ?? (tail?.groups?.place === undefined ? undefined : tableCalled(tail.groups.place, sheets));
  const to = place && tail ? parts.to.slice(0, tail.index) : parts.to;
  const fits = (place ? [place] : sheets).flatMap((sheet) => {
    const target = sheet.document ? undefined : headCalled(parts.from ?? '', sheet);
    return target ? [{ sheet, head: target.head }] : [];
  });
  const exact = fits.filter(({ head }) => plain(head.name) === plain(parts.from ?? ''));
  const [only, other] = exact.length > 0 ? exact : fits;
  return only && !other
    ? `rename the column ${quoted(only.head.name)} to ${quoted(to.trim())} in ${placeSaid(only.sheet)}`
    : undefined;
};

const wanting =
  "(?:can (?:i|we|you) (?:have|get|add|put(?: in)?|make)|could (?:i|we|you) (?:have|get|add|put(?: in)?|make)|have|get|i need|we need|i want|we want|id like|i'd like|need|want|add|put(?: in)?|insert|make|create|give me)";
const being = "(?:,? (?:that is|that's|thats|which is|being|equal to|with|as|is|calculated as|worked out as)| ?=|:|,)";
const columnWays: readonly RegExp[] = [
  // "Parts: can I have a column Margin (we sell for minus we pay)".
  new RegExp(
    `^(?:(?:in |on |to |for )?(?:the |my |our )?(?<place>[^,:]+?)[:,] ?)?${wanting} (?:an? |another )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=()]+?) ?\\((?:=|that is|which is|so)? ?(?<expr>[^()]+)\\)$`,
    'iu',
  ),
  new RegExp(
    `^(?:in |on |to |for )?(?:the |my |our )?(?<place>[^,:]+?): ?${wanting} (?:an? |another )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=()]+?)${being}\\s*(?<expr>.+)$`,
    'iu',
  ),
  new RegExp(
    `^${wanting} (?:an? |another )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=()]+?) (?:to|in|into|on|for) (?<place>[^,:()]+?) ?\\((?:=|that is|which is)? ?(?<expr>[^()]+)\\)$`,
    'iu',
  ),
  /^(?:add|put|insert|create|make|i need|i want|i'd like|want|need|give me)(?: in| me)? (?:an?|another|one more) (?:new |extra )?column (?:to|in|into|on) (?<place>[^,:]+?)[,:]\s*(?:called |named |with )?(?<name>[^,:=]+?)(?:,| =|:| that is| that's| which is| being)\s*(?<expr>.+)$/iu,
  /^(?:in|on|to|for) (?<place>[^,]+?),? (?:please )?(?:i want|i need|i'd like|add|put|insert|make|create|can we have|can i have)(?: in| me)? (?:an? )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=]+?)(?:,? (?:that is|that's|which is|being|equal to|with)| ?=|:|,)\s*(?<expr>.+)$/iu,
  /^(?:add|put|insert|create|make)(?: in)? (?:an? )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=]+?) (?:to|in|into|on) (?<place>[^,:]+?)(?:,? (?:that is|that's|which is|which shows|that shows|being|equal to|with)| ?=|:|,)\s*(?<expr>.+)$/iu,
  /^(?:add|put|insert|create|make)(?: in)? (?:an? )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=]+?)(?:,? (?:that is|that's|which is|which shows|that shows|being|equal to|calculated as|worked out as)| ?=|:|,)\s*(?<expr>.+)$/iu,
  /^(?:תוסי(?:ף|פי)|הוסי(?:ף|פי)|להוסיף) (?<place>[^,:]*?)\s?עמודה (?:חדשה |בסוף )*(?:בשם |של )?(?<name>[^,:=]+?)(?:,? (?:שהיא|שזה|שהוא|ששווה ל|שיהיה בה)| ?=|:|,)\s*(?<expr>.+)$/u,
];
/** "Actual minus planned", with the whole names of the columns; undefined where a word of it is none. */
const expressionIn = (said: string, sheet: Sheet, hint: string): string | undefined => {
  const signs =
    /\s+(?:times|multiplied by|x|×|\*|minus|less|-|−|plus|and|\+|divided by|over|\/|÷|כפול|פחות|ועוד|חלקי|מינוס|פלוס)\s+|\s*[*×/+÷]\s*/giu;
  const operands = said.replace(/[.\s]+$/u, '').split(signs);
  const links = [...said.matchAll(signs)].map(([sign]) => signOf(sign.trim().toLowerCase()));
  if (operands.length < 2) return undefined;
  const heads = sheet.heads.filter(({ kind, isNumbering }) => kind === 'number' && !isNumbering);
  const written = operands.map((operand) => {
    const bare = operand
      .trim()
      .replace(/^(?:the|of the|its|their) /iu, '')
      .replace(/ (?:column|for (?:each|every) (?:row|one))$/iu, '');
    if (/^\d+(?:[.,]\d+)?$/.test(bare)) return bare.replace(',', '.');
    const word = plain(bare);
    const whole = heads.filter((head) => namesOfHead(head).whole.includes(word) || plain(head.name) === word);
    const parts = heads.filter(
      (head) => namesOfHead(head).parts.includes(word) || namesOfHead(head).units.includes(word),
    );
    // "Electricity cost = kWh × 0.28": of two that are counted in kWh, the one that the new name speaks of.
    const hinted = parts.filter((head) =>
      plain(head.name)
        .split(' ')
        .some((each) => each.length > 3 && plain(hint).split(' ').includes(each)),
    );
    const found =
      whole.length > 0
        ? whole
        : parts.length > 1 && hinted.length === 1
          ? hinted
          : parts.length > 1
            ? parts.filter((head) => !isRate(head))
            : parts;
    return found.length === 1 ? quoted(found[0]?.name ?? '') : undefined;
  });
  if (written.some((each) => each === undefined) || !written.some((each) => each?.startsWith('"'))) return undefined;
  return written.map((each, at) => (at === 0 ? each : `${links[at - 1]} ${each}`)).join(' ');
};
const signOf = (word: string): string =>
  /^(?:times|multiplied by|x|×|\*|כפול)$/u.test(word)
    ? '*'
    : /^(?:minus|less|-|−|פחות|מינוס)$/u.test(word)
      ? '-'
      : /^(?:divided by|over|\/|÷|חלקי)$/u.test(word)
        ? '/'
        : '+';

/** "… at the end, … , 2 decimals": where the column stands anyway, and how it is rounded. */
const rounding =
  /,?\s*(?:and |with |to |rounded )*(?:rounded )?(?:to |with )?(?<digits>\d|one|two|three) (?:decimals?|decimal places?|digits?|ספרות)(?: (?:after|behind) the point)?$/iu;
export const withColumn = (said: string, sheets: readonly Sheet[]): string | undefined => {
  const digits = rounding.exec(said)?.groups?.digits;
  const words = said
    .replace(rounding, '')
    .replace(/ (?:at the (?:very )?end|on the right|as the last column)(?=[,:]| of | to | in | called |$)/iu, '');
  for (const way of columnWays) {
    const parts = way.exec(words)?.groups;
    if (!parts?.name || !parts.expr) continue;
    // "A column Profit in the parts list (…)": the table stands behind the name.
    const behind =
      parts.place === undefined
        ? / (?:to|in|into|on|for) (?<place>(?:the |my |our )?[^,:]+)$/iu.exec(parts.name)
        : null;
    const isPlace = behind?.groups?.place !== undefined && tableCalled(behind.groups.place, sheets) !== undefined;
    const place = isPlace ? behind?.groups?.place : parts.place?.replace(/^ל|^ב/u, '');
    const name = isPlace ? parts.name.slice(0, behind?.index) : parts.name;
    const called = place === undefined || place.trim() === '' ? undefined : tableCalled(place, sheets);
    if (place !== undefined && place.trim() !== '' && !called) continue;
    const fits = (called ? [called] : sheets).filter(
      (sheet) => !sheet.document && expressionIn(parts.expr ?? '', sheet, name) !== undefined,
    );
    const [only, other] = fits;
    if (!only || other) continue;
    const column = `column ${quoted(name.trim())} = ${expressionIn(parts.expr, only, name)}`;
    return `add a ${column}${digits === undefined ? '' : ` rounded to ${digits} decimals`} to ${placeSaid(only)}`;
  }
  return undefined;
};
