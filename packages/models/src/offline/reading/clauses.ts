/** What is asked, and what is said around it: greetings are dropped, reasons kept apart for whoever must look at them. */
export type Clauses = { readonly words: string; readonly asides: readonly string[] };

/** Stands between two sentences that both ask: a name or a value never runs on past it. */
const BETWEEN = ' ¶ ';

export const splitClauses = (request: string): Clauses => {
  const asides: string[] = [];
  const kept = request
    .split(
      /(?<=[.!?])(?<!(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|Inc|Ltd|Co|vs|\p{L})\.)\s+(?=\S)(?!(?<=\.\s+)(?:in|on|to|of|by|is|as|and|or|from|for|with|per|where) )|\n+/u,
    )
    .map((sentence) => {
      if (!isPurpose(sentence.trim()) && !isKeeping(sentence.trim()))
        return plainly(withoutReason(sentence.trim(), asides));
      asides.push(sentence.trim());
      return '';
    })
    .filter((sentence) => sentence !== '');
  if (kept.length > 1 && isAddress(kept[0] ?? '')) asides.push(kept.shift() ?? '');
  // "I've just been handed it. What's in it?": then the file is named where nothing is asked.
  const told = kept.findIndex(
    (sentence) => /^(?:i|we|my|our)(?:'\p{L}+)? (?!need|want)[^@]*@src/iu.test(sentence) && mayBeAside(sentence),
  );
  const pointing = kept.some(
    (sentence, at) =>
      at !== told && /(?<![\p{L}])(?:it|its|there|them)(?![\p{L}])/iu.test(sentence) && !/@src/.test(sentence),
  );
  if (told >= 0 && pointing) asides.push(...kept.splice(told, 1));
  const isNamed = kept.some((sentence) => /@src/.test(sentence));
  const isBeside = (sentence: string) => isStatement(sentence) || (isNamed && isHebrewStatement(sentence));
  const asked = kept.filter((sentence) => !isBeside(sentence));
  // "She wants it as an Excel file, can you convert it?": then what was said before is what is asked.
  const meant = asides.findIndex((aside) => /@src/.test(aside));
  if (
    meant >= 0 &&
    asked.length === 1 &&
    /^(?:convert|do|turn|make|change|handle|fix|sort|להמיר|תמיר|לעשות|לסדר|תעשה)(?: (?:it|that|this|את זה|זה|לו|לה|לי))*$/iu.test(
      asked[0] ?? '',
    )
  )
    return { words: plainly(asides[meant] ?? ''), asides: asides.filter((_each, at) => at !== meant) };
  if (asked.length === 0) return { words: kept.join(BETWEEN), asides };
  asides.push(...kept.filter(isBeside));
  return { words: asked.join(BETWEEN), asides };
};

/** "…, so please do it" and "do it, because …": the reason is not the request. */
const withoutReason = (sentence: string, asides: string[]): string => {
  let words = sentence.replace(closing, '');
  const cut = (pattern: RegExp) => {
    const found = pattern.exec(words)?.groups;
    if (found?.why === undefined || !mayBeAside(found.why)) return;
    asides.push(found.why);
    words = words.replace(pattern, (...all) => String((all.at(-1) as Record<string, string>).rest));
  };
  cut(
    /^(?<why>(?:i|we|he|she|they|it|this|that|there|our|my|the|everyone|@src)(?:['\s]).+?),? so (?<rest>(?!(?:i|we|he|she|they|it|you|that)(?:'|\s)).+)$/iu,
  );
  cut(
    /^(?<why>(?:before|after|when|while|since|because|as) (?:i|we|they|he|she|the|our|my) .+?)(?:,| (?=i'd |i would |can you|could you|please )) ?(?<rest>.+)$/iu,
  );
  cut(/^(?<why>.+?), אז (?<rest>.+)$/u);
  cut(/^(?<why>(?:i|we|my|our|the|they|he|she|for)(?:'\p{L}+)? [^,:@]+): (?<rest>.+)$/iu);
  cut(
    /^(?<why>[\p{L}']+(?: [\p{L}']+){0,5})(?:: | - | – | — )(?<rest>(?:describe|summari[sz]e|outline|tell|swap|update|insert|append|export|turn|order|arrange|can|could|would|will|please|what|which|how|who|add|sort|replace|convert|show|list|give|fill|create|make|change|count|total) .+)$/iu,
  );
  cut(
    /^(?<why>(?:i|we|he|she|they|it|this|that|there|our|my|the|everyone|@src)(?:['\s]).+?)(?:,| -| –| —|;) (?<rest>(?:(?:can|could|would|will) (?:you|we|i)|please) .+)$/iu,
  );
  cut(
    /^(?<rest>.*@src.*?), (?<why>(?:i|we|he|she|they|it)(?:'\p{L}+| (?!need the|want the|need a|want a|need all|want all|need to (?:see|know)|want to (?:see|know)|would|should|must)\p{L}+) [^@]+)$/iu,
  );
  cut(
    /^(?<rest>.+?)[,\s]+(?<why>(?:(?:because|so that|in case) (?:i|we|he|she|they|it|you|the|our|my)|(?:since|as|so|before) (?:i|we|he|she|they)|and (?:i|we)(?='ll|'m| will| can))(?:'ll|'m|'d|'ve|'re|'s)? .+)$/iu,
  );
  cut(/^(?<why>[^@:,]+): (?<rest>(?:במקום|תחליף|להחליף|תוסיף|להוסיף|תמיר|למיין|תמיין|תמלא|צריך) .+)$/u);
  cut(/^(?<why>[^@,]+), (?<rest>(?:נא|אפשר|תוכלי?|צריך|אנא|בבקשה|יש ל) .+)$/u);
  cut(
    /^(?<rest>.+?),? (?<why>for (?:my|our|the|his|her|their) (?:manager|boss|director|accountant|bookkeeper|treasurer|board|committee|auditor|tax return|(?:board |team |staff |budget )?meeting|(?:monthly |annual |yearly )?report|newsletter))$/iu,
  );
  cut(/^(?<rest>.+?), (?<why>(?:i|we)'ll [^@]+)$/iu);
  cut(/^(?<rest>.+?)[,\s]+(?<why>(?:כי|כדי|בשביל|לקראת) .+)$/u);
  return words
    .replace(
      /,?\s(?:it|they|that|this|everything|which)(?:'s| is|'re| are)(?: all| just)?\s(?=(?:in|on|inside)\s)/iu,
      ' ',
    )
    .replace(/,?\s(?:זה|הכל|הכול|הנתונים|הם|הן|הוא|היא|ש)\s?(?:הכל\s|הכול\s)?נמצא(?:ת|ים|ות)?\s(?=ב)/u, ' ');
};

/** Names a text, a number, a new file or something to do: then it is part of what is asked. */
const mayBeAside = (words: string): boolean => !/@q|@out|\d|=/.test(words);

const statement =
  /^(?:(?:i|we|he|she|they|it|this|that|there|these|those|everyone|everything|nobody)(?:'(?:m|s|re|ve|d|ll)| \p{L}+)|(?:the|our|my|his|her|their|an?) (?!title|name|heading|header|text|bullet|point|value|body|column|date|amount|sheet|formula|line|result)[\p{L}-]+(?: [\p{L}-]+)? (?:is|are|was|were|has|have|had|wants?|needs?|asks?|asked|works?|uses?|likes?|prefers?|only|said|says|keeps?|got|went|sent|told|left|became|comes?|came|moved|calls?|\p{L}+ed(?<!sorted|grouped|filtered|ordered|saved|converted|called|named|titled|filled|needed|added))) |^(?:אני|אנחנו|הוא|היא|הם|הן|זה|זו|זאת|צריך את זה|צריכה את זה|צריכים את זה|יש לנו|יש לי) |^(?:i|we) \p{L}+$/iu;
/** "The original must stay as it is": so it does, where a new file is made. */
const isKeeping = (sentence: string): boolean =>
  mayBeAside(sentence) &&
  /(?<![\p{L}])(?:original|template|source|itself|as it is|as is|unchanged|untouched|new (?:file|copy|document)|separate file|המקור|המקורי|התבנית|קובץ חדש|כמו שהוא|כמו שהיא)(?![\p{L}])/iu.test(
    sentence,
  ) &&
  /(?<![\p{L}])(?:stay|stays|remain|remains|keep|keeps|leave|leaving|must|should|not|don't|as it is|as is|unchanged|untouched|תשאיר|להשאיר|יישאר|נשאר|שיישאר|אל|בלי|צריך)(?![\p{L}])/iu.test(
    sentence,
  ) &&
  !/(?<![\p{L}])(?:add|replace|change|sort|convert|fill|turn|total|rows?|columns?|הוסף|החלף|מיין|המר|מלא)(?![\p{L}])/iu.test(
    sentence.replace(/(?:not|n't|without) chang(?:e|ing)/iu, ''),
  );

/** "I want to print it": what the result is for. */
const isPurpose = (sentence: string): boolean =>
  /^(?:(?:i|we)(?: just| only| really)? (?:want|need|have|plan|intend|am going|are going)(?: to)? (?!see |know |have |get |find |look |sort |add |replace |change |convert |fill |count |list |show |total |sum |filter |make |create |insert |put |the |a |an |all |only |just |every |\S+ (?:rows|column))|(?:אני )?צרי[כך][הים]* את זה)/iu.test(
    sentence,
  ) &&
  mayBeAside(sentence) &&
  !/@src/.test(sentence);
/** "Caretaker here.": whoever speaks says who it is. Any other few words may narrow what is asked. */
const isAddress = (sentence: string): boolean =>
  sentence.split(' ').length <= 5 &&
  /(?<![\p{L}])(?:here|speaking|ha(?:s|ve) been renamed|כאן)$/iu.test(sentence) &&
  !/[@\d=¶?]/.test(sentence);

const isStatement = (sentence: string): boolean =>
  statement.test(`${sentence} `) && mayBeAside(sentence) && !/@src/.test(sentence);

/** In Hebrew a statement has no word order of its own: it is a sentence that asks nothing and tells to do nothing. */
const asking =
  /(?<![\p{L}])(?:ו?(?:[תל]\p{L}{3,}|הוסף|הוסיפי|החלף|המר|מיין|סנן|הצג|הראה|תן|שמור|מלא|צור|שנה|סכם|מצא|מה|מי|כמה|איזה|אילו|איזו|האם|רק|לפי|בלי|לא|אבל|גם|כותרת|הכותרת|שורה|השורה|שורות|עמודה|עמודות|סכום|ממוצע|בסדר))(?![\p{L}])/u;
const isHebrewStatement = (sentence: string): boolean =>
  /\p{Script=Hebrew}/u.test(sentence) &&
  // One word or two are no sentence: they narrow the one before.
  sentence.trim().split(/\s+/u).length > 2 &&
  mayBeAside(sentence) &&
  !/@src/.test(sentence) &&
  !asking.test(sentence);

const opening =
  /^(?:hi|hello|hey|hiya|dear all|good (?:morning|afternoon|evening|day)|please|pls|kindly|ok|okay|alright|right|so|now|next(?=,)|and|just|quick question|would you mind|(?:can|could|would|will) you(?: please| kindly| just| also| quickly| possibly)*|(?:can|could|may) (?:i|we)(?: please| just)*(?: have| see| get)?|would it be possible to(?: have| see| get)?|is it possible to(?: have| see| get)?|i(?:'d| would) (?:like|love|appreciate)(?: it if you could| you)?(?: to(?: see| know| have| get| find out)?)?|(?:i|we)(?:'d| would)? (?:need|want|wish|have)(?: you)? to(?: see| know| have| get)?|(?:i|we)(?: just| only| really)? (?:need|want)|i'm (?:looking for|after|trying to (?:find|see|get))|(?:my|our|the|his|her) \p{L}+(?: \p{L}+)? (?:wants?|needs?|asked(?: me)? for|would like|requires?|requested)(?: to (?:see|have|know|get))?|let's(?: have| see)?|let me(?: see| know| have)?|help me(?: to)?|go ahead and|do me a favou?r and|do you know|היי|הי|שלום|בוקר טוב|צהריים טובים|ערב טוב|בבקשה|אנא|נא|אפשר(?: בבקשה)?(?: לדעת| לראות| לקבל)?|תוכל[יו]?(?: בבקשה)?|את[ה]? יכול[ה]?|אני (?:צריכ?ה?|צריך|רוצה|מבקשת?|מעוניינ?ת?)(?: לראות| לדעת| לקבל| ש)?|אנחנו (?:צריכים|רוצים)(?: לראות| לדעת)?|צריכ?ה?|צריך|צריכים|אשמח(?: לראות| לדעת| לקבל| ש)?|(?:רואה החשבון|ה\p{L}+) (?:רוצה|צריכה?|צריך|ביקשה?|מבקשת?)(?= את | לראות | לקבל | ש)|בא לי|יש(?= ל\p{L}{3,})|תעזור לי|עזור לי|עכשיו|קודם כל)(?=[\s,!.]|$)[\s,!.]*/iu;
const closing =
  /(?:^|[,.\s!]+)(?:please|pls|thanks(?: a lot| so much| in advance)?|thank you(?: so much| very much| in advance)?|many thanks|cheers|for (?:me|us|her|him|them)|(?:can|could) you(?: do (?:that|this|it))?(?: for me)?|is that possible|(?:would|will) that (?:be possible|work)|if (?:you can|possible|you could|you don't mind)|when you (?:can|have (?:a|the) (?:moment|minute|time))|as soon as possible|asap|right away|would you|ok|okay|בבקשה|תודה(?: רבה| מראש)?|אם אפשר|עבורי|בשבילי|לי)[\s.!?]*$/iu;

/** Greetings, politeness and the marks at the end carry nothing. */
export const plainly = (sentence: string): string => {
  let words = sentence
    .replace(/(?:^|[\s,]+)(?:please|בבקשה)(?=[\s,.!?]|$),?/giu, (all) => (/^[\s,]*,/.test(all) ? ', ' : ' '))
    .trim();
  for (let before = ''; before !== words; ) {
    before = words;
    words = words
      .replace(opening, '')
      .replace(closing, '')
      .replace(/[\s.!?,;:]+$/u, '')
      .trim();
  }
  return words.replace(gerund, (_all, stem: string) => bare[stem.toLowerCase()] ?? stem).replace(/\s+/g, ' ');
};

/** "Would you mind adding …" asks to add. */
const gerund =
  /^(add|append|insert|sort|order|convert|turn|export|fill|list|show|filter|find|replac|chang|swapp|substitut|renam|creat|mak|sav|putt|giv|tell|count|group|describ|summaris|summariz)ing(?=\s)/iu;
const bare: Readonly<Record<string, string>> = {
  replac: 'replace',
  chang: 'change',
  swapp: 'swap',
  substitut: 'substitute',
  renam: 'rename',
  creat: 'create',
  mak: 'make',
  sav: 'save',
  putt: 'put',
  giv: 'give',
  describ: 'describe',
  summaris: 'summarise',
  summariz: 'summarize',
};

/** Words in a reason that may narrow what is asked; neither an edit nor an answer goes past them. */
export const narrowing =
  /(?<![\p{L}])(?:only|but|except|unless|if|once|already|not|never|without|instead|until|however|also|must|should|leave|keep|just|all|every|רק|אבל|אלא|חוץ|אם|לא|בלי|למעט|במקום|כל)(?![\p{L}])|n't(?![\p{L}])/iu;

/**
 * Whether reasons can be passed over when something is changed: they narrow nothing, and name nothing of their own
 * that the request does not name too.
 */
export const areHarmless = (asides: readonly string[], words: string): boolean =>
  asides.every((aside) => {
    const names = aside.slice(1).match(/(?<![\p{L}])\p{Lu}[\p{L}]+/gu) ?? [];
    const isNamed = (name: string) => words.toLowerCase().includes(name.toLowerCase());
    const saysItself = names.length > 0 && names.every(isNamed);
    return names.every((name) => isNamed(name) || commonNames.has(name)) && (saysItself || !narrowing.test(aside));
  });
const commonNames = new Set(['Excel', 'Word', 'I']);
