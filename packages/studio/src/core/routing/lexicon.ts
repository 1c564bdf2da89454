/** Where a message can go. Each route is a skill of its stage. */
export const routes = ['CHG', 'CRT', 'IDE', 'PLN', 'QA', 'QST', 'SOL'] as const;
export type Route = (typeof routes)[number];

/** Words that speak for a route, by weight. `*` stands for any ending; several words stand in this order. */
export const lexicon: Readonly<Record<Route, Readonly<Record<1 | 2 | 3, string>>>> = {
  IDE: {
    3: 'mood board, מוד בורד, look and feel, feel like, some directions',
    2: 'רעיון*, רעיונ*, קונספט*, השרא*, סיעור, כיוון*, idea*, concept*, inspir*, brainstorm*, theme*, option*',
    1: 'סגנון*, אווירה, עיצוב*, נועז*, תציע*, תפתיע*, style*, vibe*, creative*, suggest*, design*, bold',
  },
  PLN: {
    3: 'הצעת מחיר, לוח זמנים, אבני דרך, תוכנית עבודה, כתב כמויות, סדר עבודה, work plan, bill of quantities, how long will',
    2: 'משימות, שלבים, תמחור*, תמחר*, הצעה, תקציב*, גאנט, quote*, proposal*, pricing, estimate*, tasks, schedule*, timeline*, milestone*, budget*',
    1: 'מחיר, עלויות, תכנון*, תוכנית, plan, planning, phases, costs, price',
  },
  SOL: {
    3: 'איך בונים, רשימת חיתוך, הוראות הרכבה, משימות אטומיות, cut list, atomic',
    2: 'חיבור*, חומרים, קונסטרוקצי*, שרטוט*, ריתוך*, ברגים, נגרות, שלד, עיגון*, פירוק, פרופיל*, מהנדס*, דבק*, joint*, construct*, fasten*, weld*, material*, rigging, anchor*, structur*, decompose, screw*, glue*, engineer*, assembl*',
    1: 'איך, עובי, עומס*, הרכבה, דיקט, frame*, thick*, load, brace*, plywood, mdf',
  },
  CHG: {
    3: 'להוריד אלמנט, במקום, לא צריך, make it, instead of, should be, go with, get rid, dont need',
    2: 'להוזיל, תוזיל*, להחליף, תחליף*, להוריד, תוריד*, נוריד*, הורד, להסיר, תסיר*, לשנות, תשנה*, להוסיף, תוסיף*, נוסיף*, הוסף, תגדיל*, תקטין*, תצבע*, תזיז*, תעביר*, למחוק, תמחק*, תעדכן*, תקצר*, עדיף, change, replace, swap, remove, add, cheaper, reduce, increase, paint, resize, rename, move, push, update, delete, drop, prefer',
    1: 'יותר, פחות, בלי, עוד, זול*, גבוה, נמוך, כחול*, אדום*, לבן*, שחור*, ירוק*, cut, without, another, blue, red, white, black, bigger, smaller, wider, taller, darker',
  },
  CRT: {
    3: 'מה חסר, תעבור על, מה פספסנו, לא מסתדר, לא הגיוני, whats missing, did we miss, sanity check, double check, red flags, go wrong',
    2: 'ביקורת, תבקר*, סיכונים, תבדוק*, בעיות, טעויות, שכחנו, להשתבש, להיכשל, ריאלי, critique, review, risk*, gaps, holes, audit, check, missing, problems, issues, mistakes, realistic',
    1: 'הגיוני, sense',
  },
  QA: {
    3: 'מה נשאר, תראה לי, תזכיר לי, show me, remind me, how much, how many',
    2: 'כמה, מתי, סטטוס, סיכום, status, summary, when, who',
    1: 'מה, מי, איזה, אילו, האם, למה, what, which, why, list',
  },
  QST: {
    3: 'תשאל אותי, שאל אותי, שאלות מובנות, ask me, structured questions',
    2: 'שאלון*, שאלות, questions, questionnaire',
    1: '',
  },
};

export const asking =
  'which what whats is are who when why where do does did how should can מה מתי מי האם למה איפה כמה איזה אילו באיזה';
export const making =
  'תכין תבנה בנה צור תיצור תוסיף הוסף להוסיף תעשה תרכיב תכתוב תחלק build create prepare make write draft generate add break put get';
export const planned =
  'משימות שלבים הצעה הצעת תמחור תוכנית תכנית תקציב לוח tasks quote proposal plan schedule timeline budget estimate milestones';
export const notImperative = 'תודה תשובה תאריך תמונה תאורה';
export const openingVerbs = 'use put take bring give turn switch double include insert restore keep try';
export const wishes = 'צריך צריכה רוצה רוצים ביקש ביקשו want wants need needs asked';
export const also = 'גם עוד also another more';
