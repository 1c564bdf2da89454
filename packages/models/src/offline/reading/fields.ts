/** A field of something to be made: the words that announce it, and whether it holds one text or several. */
export type Field = { readonly name: string; readonly marker: RegExp; readonly isList?: boolean };

/** Words between fields that carry nothing. */
const glue =
  /^(?:[\s,;:.¶–-]+|(?:and|with|that|which|has|have|having|it|its|the|a|an|please|under it|below it|beneath it|below that|underneath|at the (?:very )?(?:end|bottom|back)|as the last one|leave it (?:empty|blank)(?: for now)?|keep it (?:empty|blank)(?: for now)?|empty|blank|for now|שיישאר ריק|שתישאר ריקה|בינתיים|ריק|ריקה|last|also|then|is|are|should|be|ו|עם|ה|ש|יש|בה|בו|שיש|לה|לו|ובה|ובו|מתחתיה|מתחתיו|מתחת|ומתחתיה|ומתחתיו|ומתחת|בסוף|גם|את|של|תהיה|יהיה|יהיו)(?=[\s,;:@]|$))/iu;

/**
 * Reads what follows "add a slide": fields in any order, each announced by its marker, with nothing else between
 * them. The first quoted text without a marker is the first field, the next ones are the second.
 */
export const readFields = (words: string, fields: readonly Field[]): Readonly<Record<string, string>> | undefined => {
  const found: Record<string, string> = {};
  const [first, second] = fields;
  let rest = words.trim();
  const put = (name: string, value: string): boolean => {
    if (name in found || value === '') return false;
    found[name] = value;
    return true;
  };
  while (rest !== '') {
    const field = fields.find(({ marker }) => marker.test(rest));
    if (field) {
      rest = rest.replace(field.marker, '').trim();
      const others = fields.filter(({ name }) => name !== field.name && !(name in found));
      const { value, after } = fieldValue(rest, others, field.isList === true);
      if (!put(field.name, value)) return undefined;
      rest = after.trim();
      continue;
    }
    const quotes = /^@q\d+(?:\s?(?:,|;|and|ו-?)?\s?@q\d+)*/u.exec(rest)?.[0];
    if (quotes) {
      const target = first && !(first.name in found) ? first : second;
      const value = target?.isList || !quotes.includes(' ') ? quotes : (quotes.split(/[\s,;]/)[0] ?? '');
      if (!target || !put(target.name, value)) return undefined;
      rest = rest.slice(value.length).trim();
      continue;
    }
    const next = rest.replace(glue, '').trim();
    if (next === rest) return undefined;
    rest = next;
  }
  return found;
};

const withoutGlue = (words: string): string => {
  const next = words.replace(glue, '').trim();
  return next === words.trim() ? next : withoutGlue(next);
};

/** A quoted text, or plain words up to the next field. */
const fieldValue = (
  rest: string,
  fields: readonly Field[],
  isList: boolean,
): { readonly value: string; readonly after: string } => {
  const quotes = (isList ? /^(?:@q\d+)(?:\s?(?:,|;|and|,\s?and|ו-?)?\s?@q\d+)*/u : /^@q\d+/).exec(rest)?.[0];
  if (quotes) return { value: quotes, after: rest.slice(quotes.length) };
  let end = rest.length;
  for (let at = 1; at < rest.length; at++) {
    if (/^:\s?@q/.test(rest.slice(at)) && !isList) {
      end = at;
      break;
    }
    // "Pests: Wipe the leaves": a colon ends the name where a sentence may follow it.
    if (rest[at] === ':' && fields.some(({ marker }) => marker.test(rest.slice(at)))) {
      end = at;
      break;
    }
    if (!/[\s,;.]/.test(rest[at - 1] ?? '')) continue;
    if (rest[at] === '¶') {
      end = at;
      break;
    }
    const from = withoutGlue(rest.slice(at));
    if (from === '') {
      end = at;
      break;
    }
    if (/^@q/.test(from) && !isList) continue;
    if (
      fields.some(({ marker }) => marker.test(from)) ||
      /^(?:at the (?:very )?(?:end|bottom|back)|as the last)/iu.test(from)
    ) {
      end = at;
      break;
    }
  }
  const value = rest
    .slice(0, end)
    .replace(/(?:[\s,;.]|(?<=\s)(?:and|with|the|עם|ו))+$/iu, '')
    .trim();
  return { value, after: rest.slice(end) };
};

/**
 * Plain words can be a name only when nothing in them could be meant otherwise: a place, a condition, a second wish.
 * In quotes anything can.
 */
export const isPlainName = (words: string): boolean =>
  /^@q\d+$/.test(words) ||
  (words.split(/\s+/).length <= 5 &&
    words.length <= 60 &&
    !/[@=<>{}"¶]|[,;:.!?](?=\s|$)/.test(words) &&
    !/(?<![\p{L}])(?:and|or|but|only|with|without|in|on|at|by|from|into|to|for|of|after|before|between|under|above|below|where|when|if|unless|except|that|which|whose|then|also|as|instead|everywhere|every|each|all|any|slide|slides|page|pages|row|rows|column|columns|cell|cells|sheet|file|folder|section|title|heading|headings|first|last|second|third|next to|both|not|this|these|those|it|them|called|named|titled|text|bullets?|אבל|רק|או|אם|אחרי|לפני|בין|מתחת|מעל|חוץ|בכל|כל|לא|בלי|שקף|שקופית|עמוד|שורה|שורות|עמודה|גיליון|[בלמ]?ה?קובץ|סעיף|כותרת|כותרות|ראשון|אחרון|בסוף|בתחילת|בשם|עם|של|את|גם|וגם)(?![\p{L}])/iu.test(
      words.replace(/^next(?= \p{L}+$)/iu, ''),
    ));

/**
 * Words that describe a text instead of being it ("our new name", "something better"). Several plain words are a name
 * only when they are written like one.
 */
export const isVague = (words: string): boolean => {
  if (/^@q\d+$/.test(words)) return false;
  const isName = /^(?:\p{Lu}|\d)/u.test(words) || /\p{Script=Hebrew}/u.test(words);
  const describes =
    /^(?:our|my|your|his|her|their|its|the|a|an|some|another|other|new|something|anything|nothing|whatever|better|correct|right|same|it|that|this|one|blank|empty|spaces?|name|word|text|value|nicer|different|משהו|אחר|אחרת|חדש|חדשה|שלנו|הנכון|הנכונה|כלום|ריק|מתאים|מתאימה)(?![\p{L}])/u;
  return describes.test(words) || (!isName && /\s/.test(words));
};

/** The items of a list: quoted ones, or plain words parted by commas, semicolons and a last "and". */
export const itemsOf = (words: string): readonly string[] | undefined => {
  const quotes = words.match(/@q\d+/g);
  // Plain words among quoted items are neither: they are not passed over.
  if (quotes)
    return /[\p{L}\p{N}]/u.test(words.replace(/@q\d+|(?<![\p{L}])(?:and|ו)(?![\p{L}])/giu, '')) ? undefined : quotes;
  const isLong = words.includes(';');
  const items = words
    .split(isLong ? /\s*;\s*/u : /\s*,\s*(?:and\s|ו-?(?=\S))?|\s+and\s+|\s+ו-?(?=\p{L})/iu)
    .map((each) => each.replace(/^[•*–-]\s*/u, '').trim())
    .filter((each) => each !== '');
  return items.length > 0 && items.every((each) => isPlainName(each)) ? items : undefined;
};
