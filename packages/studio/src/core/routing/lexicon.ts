/** Where a message can go. Each route is a skill of its stage. */
export const routes = ['CHG', 'CRT', 'IDE', 'PLN', 'QA', 'QST', 'SOL'] as const;
export type Route = (typeof routes)[number];

/** Words that speak for a route, by weight. `*` stands for any ending; several words stand in this order. */
export const lexicon: Readonly<Record<Route, Readonly<Record<1 | 2 | 3, string>>>> = {
  IDE: {
    3: 'mood board, מוד בורד, מודבורד, look and feel, feel like, some directions, סיעור מוחות, חשיבה יצירתית, תחשוב על, תחשבי על, תחשבו על, ירגישו כמו, להרגיש כמו, ירגיש כמו, תרגיש כמו, how would it look, would it look like',
    2: 'רעיון*, רעיונ*, קונספט*, השרא*, סיעור, כיוון*, כיוונ*, רפרנס*, מעצב*, אופצי*, idea*, concept*, inspir*, brainstorm*, theme*, option*, direction*, reference*, vibe*, וייב*, ויב, אלטרנטיב*, חלופה, חלופות, גרסאות, וריאצי*, alternativ*, variation*',
    1: 'סגנון*, סגנונ*, אווירה, עיצוב*, נועז*, תציע*, תפתיע*, מגניב*, מטורפ*, יצירתי*, מקורי*, style*, creative*, suggest*, design*, bold, crazy, cool, wow, fresh',
  },
  PLN: {
    3: 'הצעת מחיר, הערכת מחיר, הערכת עלות, לוח זמנים, אבני דרך, תוכנית עבודה, תכנית עבודה, כתב כמויות, סדר עבודה, סדר העבודה, work plan, bill of quantities, how long will, כמה זמן ייקח, כמה זמן יקח, כמה זמן לוקח, חלוקת עבודה, לוז הקמה',
    2: 'משימות, שלבים, תמחור*, תמחר*, הצעה, הצעות מחיר, תקציב*, גאנט, לוז, אומדן*, אומדנ*, quote*, proposal*, pricing, estimate*, tasks, schedule*, timeline*, milestone*, budget*, gantt, חישוב, תחשיב, הערכה, הערכת, boq, breakdown',
    1: 'מחיר, מחירים, עלות, עלויות, תכנון*, תכנונ*, תוכנית, תכנית, plan, planning, phases, costs, cost, price, prices',
  },
  SOL: {
    3: 'איך בונים, הוראות בנייה, הוראות בניה, רשימת חיתוך, הוראות הרכבה, משימות אטומיות, cut list, cutting list, cutlist, atomic, פרט חיבור, פרטי חיבור, how to build, שלבי בנייה, שלבי בניה, שלבי הרכבה, סדר הרכבה, סדר ההרכבה, סדר בנייה, סדר בניה',
    2: 'חיבור*, עומס*, step by step, פתרון*, פתרונ*, הוראות, תלייה, תליה, חומר, חומרים, מפרט, קונסטרוקצי*, שרטוט*, שרטט*, ריתוכ*, ברגים, בורג*, נגרות, שלד, עיגונ*, פירוק, פרופיל*, מהנדס*, דבק*, עוגנ*, דיבל*, חיזוק*, joint*, construct*, fasten*, weld*, material*, rigging, anchor*, structur*, decompose, screw*, glue*, engineer*, assembl*, bracket*, bolt*, hardware, profile*, hinge*, צירים, תמיכות',
    1: 'איך, עובי, משקל, הרכבה, דיקט, לביד, מפרק, frame*, thick*, load, brace*, plywood, mdf',
  },
  CHG: {
    3: 'להוריד אלמנט, במקום, לא צריך, כבר לא צריך, אין צורך, make it, instead of, should be, צריך להיות, צריכה להיות, צריכים להיות, צריכות להיות, go with, נלך על, הולכים על, ללכת על, get rid, dont need, no need, יהיה ב, שיהיה, שתהיה, שיהיו, לא נצטרכ, לא יצטרכו, לא יהיה צורכ',
    2: 'עדיף, ירד, ירדה, יורד, יורדת, יורדים, יורדות,  בוטל, בוטלה, יקר לי, מדי, too, over budget, change, replace, swap, switch, convert, remove, add, cheaper, reduce, increase, paint, repaint, resize, rename, move, push, postpone, delay, update, delete, drop, prefer, bump, lower, raise, shorten, widen, extend, shrink, cancel, scrap, ditch, skip, lose, נדחה, נדחתה, הוקדמה, הוקדם, זז, זזה, זזים, עובר ל, עוברת ל, עוברים ל, מתחלף, מתחלפת, מתבטל, מתבטלת, חוזר להיות, חוזרת להיות',
    1: 'יותר, פחות, בלי, עוד, זול*, גבוה, נמוכ, רחב, צר, כהה, בהיר, כחול*, אדומ*, אדום*, לבנ*, לבן*, שחור*, ירוק*, טורקיז, אפור*, חומ, צהוב*, כתומ*, סגול*, ורוד*, תכלת, בז, cut, without, another, blue, red, white, black, green, navy, grey, gray, bigger, smaller, wider, narrower, taller, higher, shorter, darker, lighter, longer',
  },
  CRT: {
    3: 'מה חסר, מה שכחנו, מה שכחתי, מה פספסתי, בדיקת שפיות, look over, go over, תעבור על, תעבור שניה על, תעבור רגע על, תעברי על, תעברו על, לעבור על, נעבור על, נעבור רגע על, מה פספסנו, לא מסתדר, לא הגיוני, לא יושב, לא נראה לי, whats missing, what is missing, did we miss, sanity check, double check, red flags, go wrong, make sense, makes sense, look off, looks off, weak spots, qa על, qa on, בקרת איכות, נקודות תורפה, נקודות חולשה, חוות דעת, מה הבעיה, לא תקין, בעין ביקורתית, חור בתוכנית',
    2: 'ביקורת, qa, חסר, חסרה, חסרים, לדעתך, לדעתכ, נראה לך, מה דעתך, do you think, your opinion, בדיקה אחרונה, בדיקה, תבקר*, סיכונים, סיכון, תבדוק*, תבדק*, לבדוק, בעיות, טעויות, טעות, שכחנו, שכחתי, פספסנו, פספסתי, נפילות, חורים, פערים, להשתבש, להיכשל, ליפול, ריאלי, critique, review, risk*, gaps, holes, audit, check, missing, problems, issues, mistakes, realistic, forgot, forget, חולש*, תורפ*, חסרונות, סתירות, כפילויות, ביקורתי*, מסוכנ*, בעייתי*, דעתכ על, דעתך, weak*, risky, flaw*',
    1: 'הגיוני, sense, wrong, בעיה, בטוח מספיק, בטוחים מספיק, יחזיק, תחזיק, יחזיקו, לא בסדר, problem',
  },
  QA: {
    3: 'מה נשאר, פירוט עלויות, פירוט מחירים, תראה לי, תראי לי, תזכיר לי, תזכירי לי, show me, remind me, how much, how many, איפה אנחנו עומדים, איפה עומד, what is left, whats left',
    2: 'כמה, מתי, סכום, סטטוס, סיכום, מצב, status, summary, when, who, total, list, wheres, hows, whens',
    1: 'מה, מי, איזה, איזו, אילו, האם, למה, איפה, היכן, what, whats, which, why, where, whos',
  },
  QST: {
    3: 'תשאל אותי, תשאלי אותי, שאל אותי, שאלי אותי, לשאול אותי, תשאל שאלות, שאלות מובנות, אותי מה שחסר, אתה צריכ לדעת, את צריכה לדעת, אתם צריכים לדעת, צריכ לדעת ממני, צריכה לדעת ממני, צריכים לדעת, צריכ ממני, צריכה ממני, need to know, need from me, ask me, structured questions, חסר לכ, חסרים לכ, חסר לכמ, חסרים לכמ, תראיין אותי, תראייני אותי, with questions, in questions',
    2: 'שאלונ*, שאלות, questions, questionnaire',
    1: '',
  },
};

/** Verbs of the routes in all their forms, by weight 2; written as `formsOf` reads them. */
export const verbs: Readonly<Partial<Record<Route, string>>> = {
  CHG: `
    להוסיף:וסיף:הוסף|הוסיפי|הוסיפו להוריד:וריד:הורד|הורידי|הורידו להסיר:סיר:הסר להחליף:חליף:החלף|החליפו
    לשנות:שנה:שנה|שני|שנו להוזיל:וזיל:הוזל להגדיל:גדיל:הגדל להקטין:קטין:הקטן לצבוע:צבע:צבע|צבעו
    להזיז:זיז:הזז להעביר:עביר:העבר למחוק:מחק:מחק|מחקו לעדכן:עדכן:עדכן|עדכני|עדכנו לקצר:קצר:
    לוותר:וותר:וותר|וותרו לותר:ותר:ותרו לבטל:בטל:בטל|בטלי|בטלו להעיף:עיף:העף|העיפו להוציא:וציא:הוצא לדחות:דחה: להקדים:קדים:הקדם להרחיב:רחיב:הרחב
    להגביה:גביה:הגביהו להנמיך:נמיך:הנמיכו להאריך:אריך:האריכו להחזיר:חזיר:החזר|החזירי|החזירו להכניס:כניס:הכניסי|הכניסו להכפיל:כפיל:הכפילו לצמצם:צמצם:צמצמו
    לחזק:חזק: להצר:צר: להשאיר:שאיר: להעלות:עלה:העלה לייקר:ייקר: לעבור:עבור: תעברו:: תעברי:: לקצץ:קצץ: לתקן:תקן:תקן|תקני|תקנו לסמן:סמן:סמן|סמני|סמנו לרשום:רשום:רשום|רשמי|רשמו תרשמי:: תרשמו:: לפצל:פצל:פצל|פצלי|פצלו
    לאחד:אחד: להחליש:חליש: להגביר:גביר: לחתוך:חתוכ: תחתכי:: תחתכו:: לשדרג:שדרג:שדרג|שדרגי|שדרגו להרים:רימ: לסובב:סובב: לקרב:קרב: להרחיק:רחיק: למקם:מקמ: להצמיד:צמיד: להדגיש:דגיש: להקפיץ:קפיצ: למזג:מזג: לשבץ:שבצ: לעגל:עגל: לכסות:כסה: להחשיך:חשיכ:
    fix correct mark split merge upgrade trim adjust enlarge rotate flip halve tweak להפוך:הפוך: ליישר:יישר: לרדת מ:: להמיר:מיר:
  `,
  PLN: 'לפרוס:פרוס: לחשב:חשב:חשב|חשבי לחלק:חלק: לתמחר:תמחר:תמחר|תמחרי|תמחרו לתקצב:תקצב: ללוז:: לתכנן:תכנן:תכנן|תכנני|תכננו',
  IDE: 'לעצב:עצב: להמציא:מציא:',
  SOL: 'לחבר:חבר: לעגן:עגן: להרכיב:רכיב: לרתך:רתך: לשרטט:שרטט: לתלות:תלה: להבריג:בריג:',
  QA: 'להקריא:קריא: לפרט:פרט:פרט לסכם:סכמ:סכם להציג:ציג:הצג להזכיר:זכיר:',
  QST: 'לשאול:שאל:שאל|שאלי|שאלו לתשאל:תשאל:תשאל|תשאלי לראיין:ראיין:',
  CRT: 'לבקר:בקר: לבדוק:בדוק:בדוק|בדקי לסקור:סקור: לוודא:וודא: לאתר:אתר:',
};

/** What people do and Studio does not: an order for it changes no plan, and it is nobody's slip for something else. */
export const everyday = `
  לחזור:חזור:חזור|חזרי|חזרו לדבר:דבר:דבר|דברי|דברו לסגור:סגור: לעבוד:עבוד: לענות:ענה:ענה|עני|ענו לבחור:בחר: לראות:ראה: לדעת:דע: להגיד:גיד: לשלוח:שלח:שלח|שלחי|שלחו
  לקבל:קבל: להבין:בין: לחכות:חכה:חכה|חכי|חכו לשמוע:שמע: לצלם:צלם:צלם|צלמי|צלמו לשלם:שלם: לחתום:חתום: להגיע:גיע: לצאת:צא: לעצור:עצור:עצור|עצרי|עצרו לעזור:עזור:
  להתקשר:תקשר: לבוא:בוא: להיפגש:פגש: להדפיס:דפיס: להתייעץ:תייעץ: להסביר:סביר: לפתוח:פתח: להריץ:ריצ: לפרנט:פרנט: לתאם:תאמ: להזמין:זמינ: לשמור:שמור: לנהוג:נהג:
`;

/** How people open a message before they say what they want. Cut off before the words are weighed. */
export const greetings =
  'hi hey hello plz ok okay so well listen guys btw also pls please just actually היי הי אהלן שלום אחי אחותי נשמה מאמי כפרה תקשיב תקשיבי תקשיבו אז טוב אוקיי אוקי אוקיי רגע שניה שנייה סתם בקיצור אגב יאללה יאאלה תכלס תכלס וגם רק דחוף בבקשה תודה סבבה מעולה אחלה';
/** Frames that make a request of what follows, though they may look like a question. */
export const requestFrames =
  'can you, can u, could you, could u, would you, can we, could we, lets, let us, what if we, what if, why not, why dont we, maybe we, maybe, how about we, how about, i want you to, we want to, i want to, i need you to, אפשר, אולי, מה אם, מה דעתך ש, יש מצב, תוכל, תוכלי, תוכלו, אתה יכול, את יכולה, אתם יכולים, בוא, בואי, בואו, אני רוצה, אנחנו רוצים, צריך, צריכים, כדאי, חייבים, אשמח, הייתי רוצה';
/** Frames that only turn to the listener: "תגיד, …". What follows is weighed as if it were said alone. */
export const addressFrames =
  'tell me, let me know, do you know, i wonder, תגיד לי, תגידי לי, תגיד, תגידי, תגידו, אתה יודע, את יודעת, לדעת, רציתי לדעת, רציתי לשאול, מעניין אותי';

export const asking =
  'which what whats is are who whos when why where do does did has have how should can will איך ממה מה מתי מי האם למה איפה כמה איזה איזו אילו באיזה באיזו באילו מאיזה מאיזו לאיזה לאיזו לכמה בכמה מכמה לאן מאיפה';
export const making =
  'תכין תכיני תכינו להכין תבנה תבני תבנו בנה לבנות צור תיצור ליצור תוסיף תוסיפי תוסיפו הוסף להוסיף תעשה תעשי תעשו לעשות תרכיב תכתוב תכתבי לכתוב תחלק תוציא תוציאי להוציא תסדר תפרק תפרקי פרק לפרק build create prepare make write draft generate add break put get';
export const planned =
  'משימות שלבים הצעה הצעת תמחור תוכנית תכנית תקציב לוח לוז גאנט אומדן tasks quote proposal plan schedule timeline budget estimate milestones gantt';
/** Verbs that ask for something to be written up: what, the stage says. */
export const producing =
  'תכין תכיני תכינו תכתוב תכתבי תכתבו תפיק תפיקי להכין לכתוב להפיק write prepare produce draft generate';
/** Taking a thing apart into steps: a plan while planning, building steps while solving. */
export const splitting = 'תפרק תפרקי תפרקו פרק לפרק break split decompose';
/** With a number beside it, one of these says what a size shall be. */
export const measures = 'רוחב גובה עומק אורך עובי קוטר width height depth length wide high tall deep long';
/** Said when what was said before no longer holds, or of what shall be. */
export const correcting = 'בעצם דווקא לחילופין rather יהיה תהיה יהיו';
/** After a number, a size. */
export const units = 'מ מטר מטרים סמ סנטים סנטימטר ממ m cm mm meter meters metre metres';
export const notImperative = 'תודה תשובה תאריך תמונה תאורה תקרה תקציב תוכנית תכנית תמחור תכנון תחרות תקופה תעודה';
export const openingVerbs =
  'use put take bring give turn switch double include insert restore keep try make set without no another more בלי עוד שים שימי שימו לשים תן תני קח קחי';
export const wishes =
  'צריך צריכה צריכים צריכות רוצה רוצים רוצות ביקש ביקשה ביקשו מבקש מבקשת מבקשים מבקשות want wants need needs asked wanted would';
/** Said in ideation of what does not exist yet: "some fun stuff", "מה אפשר לעשות בכניסה?". */
export const openEnded =
  'something, some, anything, משהו, איזה משהו, איזשהו, מחפש, מחפשת, מחפשים, בא לי, בא לנו, what could we, what can we, what should we, what would, how can we make, how could we, איך אפשר, מה עושים, מה אפשר לעשות, מה נעשה, איך היית';
/** Verbs that ask for something to be brought rather than changed. */
export const bringing =
  'תביא תביאי תביאו תן תני תנו תזרוק תזרקי תחשוב תחשבי תמצא תציע תציעי תראה give bring throw find think show suggest pitch';
export const also = 'גם עוד also another more';
