import { tokensOf, variantsOf } from '../language/normalise.ts';
import { greetings } from '../routing/lexicon.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));

/** What a question is about. Every other word of it must be a name or one of the small words. */
export const topics = {
  cost: setOf('cost costs price priced much עולה יעלה עולים יצא יוצא מחיר עלות עלויות מחירו תמחור'),
  total: setOf('total sum altogether overall סהכ סכום כולל project פרויקט בסכ הכול הכל budget'),
  vat: setOf('vat מעמ'),
  margin: setOf('margin profit רווח רווחיות מרגינ מרווח'),
  status: setOf('status state progress סטטוס מצב עומדים עומדת עומד stand standing'),
  left: setOf('left remaining remain remains open undone נשאר נשארו נותר נותרו פתוח פתוחות'),
  when: setOf('when date dates day תאריך תאריכים מתי due start'),
  daysTo: setOf('days ימים until till עוד'),
  install: setOf('install installation setup הקמה התקנה הקמת מתקינים'),
  event: setOf('event show launch אירוע השקה'),
  strike: setOf('strike teardown פירוק מפרקים'),
  who: setOf('who whos responsible assigned מי אחראי אחראית מבצע'),
  list: setOf('list show which רשימה רשימת אילו איזה איזו תראה תראי הצג'),
  size: setOf(
    'size sizes dims dimensions big large tall high wide deep width height depth מידות מידה גודל גובה רוחב עומק',
  ),
  colour: setOf('color colour colours colors ral pantone צבע צבעים גוון'),
  material: setOf('material materials made חומר חומרים עשוי עשויה'),
  elements: setOf('element elements אלמנט אלמנטים'),
  tasks: setOf('task tasks משימה משימות'),
  hours: setOf('hours hour time שעות שעה זמן'),
  work: setOf('labour labor work עבודה עבודת'),
  lines: setOf('lines items שורות פריטים'),
  risks: setOf('risk risks סיכון סיכונים'),
  decisions: setOf('decision decisions החלטה החלטות'),
  flags: setOf('flag flags warning warnings דגלים התראות'),
  orphans: setOf('orphaned orphan יתומה יתומות'),
  approved: setOf('approved approve approval אושר אושרה אישרו אישרנו אישרתי מאושר מאושרת'),
  quote: setOf('quote quotes quoted offer הצעה הצעות'),
  summary: setOf('summary overview summarize סיכום תקציר'),
  draft: setOf('draft pending diff changes טיוטה השינויים שינויים'),
  count: setOf('many כמה count number מספר'),
  depends: setOf('depend depends after waits תלויות תלויה תלוי מחכות'),
} as const;
export type Topic = keyof typeof topics;

const small = setOf(
  `${greetings} the a an of for to in on at with and is are was do does did we i you it its our my this that there have has what whats how
  any all so far current currently will be me us please now currently give get tell can could here they them by from as project
  את של על עם ב ל ה ו ש זה זאת זו יש שיש בכלל כרגע לנו לי אנחנו אני הוא היא הם אז מה כמה כל עוד כבר עכשיו כרגע פה כאן האם איפה תן תני תגיד תגידי
  wheres where need needed use goes takes עושה עושים מבצעים אמרנו שיצאה יצאה הולך צריך צריכים נכנס נכנסים תזכיר תזכירי תעשה לקוח הלקוח שלנו שלי אצלנו בסוף בסך קצר קצרה הזה הזאת כולו כולה שיש`,
);

export type QuestionRead = {
  readonly topics: ReadonlySet<Topic>;
  /** Words that are neither a topic, a name nor a small word. */
  readonly unread: readonly number[];
};

/** What the words of a question speak of. `named` are those that name something of the project. */
export const readQuestion = (tokens: readonly string[], named: ReadonlySet<number>): QuestionRead => {
  const found = new Set<Topic>();
  const unread: number[] = [];
  tokens.forEach((token, at) => {
    const forms = variantsOf(token);
    const about = (Object.keys(topics) as Topic[]).filter((topic) => forms.some((form) => topics[topic].has(form)));
    // A name is a name, also where it is an everyday word: "Build wall" asks for no build.
    if (!named.has(at)) for (const topic of about) found.add(topic);
    // "without VAT": the total is told with and without it.
    const isBefore = ['בלי', 'לפני', 'without', 'before'].includes(token) && topics.vat.has(tokens[at + 1] ?? '');
    const isSmall = isBefore || forms.some((form) => small.has(form)) || /^\d+$/.test(token);
    if (!named.has(at) && about.length === 0 && !isSmall) unread.push(at);
  });
  return { topics: found, unread };
};

/** A word of the rules is not taken for a mistyped name. */
export const isQuestionWord = (token: string): boolean =>
  variantsOf(token).some((form) => small.has(form) || Object.values(topics).some((words) => words.has(form)));
