import type { Translated } from '../../i18n/messages.ts';
import type { settingsEn } from './messages.en.ts';
import { modelsHe } from './models/messages.he.ts';
import { privacyHe } from './models/messages.privacy.he.ts';
import { peopleHe } from './people/messages.he.ts';
import { settingsRefusalsHe } from './refusals.he.ts';
import { storageHe } from './storage/messages.he.ts';

export const settingsHe: Translated<typeof settingsEn> = {
  refusal: settingsRefusalsHe,
  name: 'הגדרות',
  summary: 'איך Atelier נראה, מדבר ושומר את הנתונים',
  words: 'העדפות אפשרויות תצורה settings preferences',
  sections: 'חלקי ההגדרות',
  saveFailed: 'ההגדרה לא נשמרה',
  appearance: {
    title: 'מראה',
    detail: 'זהה בכל לשונית ואחרי כל הפעלה מחדש.',
    theme: 'ערכת צבעים',
    auto: 'אוטומטי',
    light: 'בהיר',
    dark: 'כהה',
    autoDetail: 'לפי המחשב הזה, גם כשהוא מתחלף עם רדת הערב.',
    lightDetail: 'נייר חמים ודיו.',
    darkDetail: 'פחם, נוח לעיניים בלילה.',
  },
  language: {
    title: 'שפה',
    detail: 'מילים, מספרים, תאריכים וכיוון הפריסה כולה.',
    label: 'שפת הממשק',
    en: 'אנגלית',
    he: 'עברית',
    ownNote: 'סוכנים עונים בשפה שבה כותבים להם, בלי קשר לבחירה כאן.',
  },
  models: modelsHe,
  people: peopleHe,
  privacy: privacyHe,
  storage: storageHe,
  data: {
    title: 'נתונים ואבחון',
    detail: 'היכן העבודה שלך נשמרת והאם כולה שלמה.',
    folder: 'תיקיית הנתונים',
    size: 'גודל',
    free: 'פנוי בדיסק',
    unknown: 'לא ידוע',
    kind: 'נשמר',
    disk: 'בדיסק',
    database: 'במסד נתונים PostgreSQL',
    memory: 'בזיכרון בלבד',
    version: 'גרסה',
    node: 'Node',
    platform: 'מערכת',
    since: 'פועל מאז',
    connections: 'לשוניות פתוחות',
    install: 'ההתקנה הזו',
    installDetail: 'הפרטים הראשונים שיישאלו בפנייה לתמיכה.',
    refresh: 'רענון',
    findings: 'כדאי לבדוק',
    command: 'הפקודה להרצה',
    amount: { free: 'פנוי: {{bytes}}', used: 'בשימוש: {{bytes}}' },
    lines_one: 'חסרה שורה אחת.',
    lines_two: 'חסרות שתי שורות.',
    lines_other: 'חסרות {{count}} שורות.',
    streams: 'זרמים',
    streamsDetail: 'כל זרם הוא יומן שרק מוסיפים לו, עם שרשרת גיבוב משלו.',
    stream: 'זרם',
    health: 'תקינות',
    events: 'אירועים',
    noStreams: 'אין עדיין זרמים',
    noStreamsDetail: 'השינוי הראשון שלך יכתוב את הראשון.',
    more_one: 'ועוד אחד',
    more_two: 'ועוד שניים',
    more_other: 'ועוד {{count}}',
    lab: 'גלריית הרכיבים',
    labDetail: 'כל החלקים שמהם הממשק בנוי, בערכת הצבעים ובכיוון הנוכחיים.',
    labOpen: 'פתיחת הגלריה',
    filesLab: 'מעבדת קבצים',
    filesLabDetail: 'גררו קובץ וראו מה שכבת הקבצים קוראת, עורכת ומשווה.',
    filesLabOpen: 'פתיחת המעבדה',
    chatLab: 'מעבדת שיחה',
    chatLabDetail: 'שיחה עם כל מודל ועם כלי הקבצים על קבצי טיוטה; כל קריאה ועלותה לנגד העיניים.',
    chatLabOpen: 'פתיחת השיחה',
  },
  health: {
    healthy: 'שלם',
    corrupt_tail: 'הסוף פגום',
    corrupt_head: 'ההתחלה פגומה',
    unknown_version: 'תבנית חדשה יותר',
    unreadable: 'לא ניתן לקריאה',
  },
  check: {
    title: 'בדיקת המאגר',
    detail:
      'קוראת כל זרם מהאירוע הראשון ועד האחרון ומשווה אותו לשרשרת הגיבוב שלו, ובודקת שכל התוכן שהזרמים מזכירים נמצא. את הקצוות החתומים ואת הבתים של התוכן בודק npx atelier verify. אפשר להמשיך לעבוד.',
    start: 'בדיקת המאגר',
    again: 'בדיקה נוספת',
    cancel: 'ביטול',
    starting: 'מתחיל…',
    running: 'בודק',
    never: 'עוד לא נערכה בדיקה בהתקנה הזו.',
    clean: 'כל האירועים שלמים וכל התוכן נמצא',
    read: '{{streams}} · {{events}} · {{at}}',
    streams_one: 'זרם אחד',
    streams_two: 'שני זרמים',
    streams_other: '{{count}} זרמים',
    events_one: 'אירוע אחד',
    events_two: 'שני אירועים',
    events_other: '{{count}} אירועים',
    found_one: 'זרם אחד דורש תשומת לב',
    found_two: 'שני זרמים דורשים תשומת לב',
    found_other: '{{count}} זרמים דורשים תשומת לב',
    missing_one: 'פריט תוכן נחוץ אחד חסר',
    missing_two: 'שני פריטי תוכן נחוצים חסרים',
    missing_other: '{{count}} פריטי תוכן נחוצים חסרים',
    missingWhat_one:
      'פריט תוכן אחד חסר או שאי אפשר לקרוא אותו. npx atelier verify אומר מה הוא ומה זקוק לו; יש להשיב אותו מגיבוי.',
    missingWhat_two:
      'שני פריטי תוכן חסרים או שאי אפשר לקרוא אותם. npx atelier verify אומר מה הם ומה זקוק להם; יש להשיב אותם מגיבוי.',
    missingWhat_other:
      '{{count}} פריטי תוכן חסרים או שאי אפשר לקרוא אותם. npx atelier verify אומר מה הם ומה זקוק להם; יש להשיב אותם מגיבוי.',
    wholeBefore: 'שלם עד אירוע {{seq}}',
    cancelled: 'הבדיקה האחרונה בוטלה, {{at}}.',
    interrupted: 'הבדיקה האחרונה נקטעה כש־Atelier נעצר, {{at}}.',
    refused: 'הבדיקה לא התחילה',
    cancelRefused: 'לא ניתן לבטל את הבדיקה',
  },
  finding: {
    STREAM_UNHEALTHY: {
      title: 'זרם פגום',
      detail:
        'העתיקו קודם את תיקיית הנתונים. ‏npx atelier verify מראה את כל מה שנפגע, ו־npx atelier repair מה אפשר לשמור; בינתיים דבר לא נכתב אליו.',
    },
    STREAM_END_DOUBTED: {
      title: 'זרם שאינו זה שנחתם',
      detail:
        'האירועים בו שלמים, אבל רישומים שנחתמו חסרים או אחרים. שחזרו אותו מגיבוי, או ראו מה אומר npx atelier repair.',
    },
    HEADS_KEY_MISSING: {
      title: 'חסר המפתח שחותם את סופי הזרמים',
      detail:
        'אפשר להמשיך לעבוד, אבל אי אפשר לדעת אם משהו נקטע. שחזרו את keys/heads.key מגיבוי, או ראו מה אומר npx atelier repair heads.key.',
    },
    HEADS_KEY_UNREADABLE: {
      title: 'אי אפשר לקרוא את המפתח שחותם את סופי הזרמים',
      detail:
        'אפשר להמשיך לעבוד, אבל אי אפשר לדעת אם משהו נקטע. תנו למשתמש שמריץ את Atelier לקרוא את keys/heads.key, או שחזרו אותו מגיבוי.',
    },
    HEADS_NOT_SIGNED: {
      title: 'לא ניתן היה לחתום את הרישומים האחרונים',
      detail: 'הם נשמרו, אבל קטיעה שלהם לא תתגלה. ודאו שיש מקום; הניסיון יחזור מעצמו.',
    },
    COMMITS_ONLY_CHAINED: {
      title: 'הרישומים האחרונים בזרם לא נחתמו',
      detail: 'הם שלמים, אבל התהליך שרשם אותם נעצר לפני שחתם, ולכן קטיעה שלהם לא תתגלה. השינוי הבא בזרם יחתום גם אותם.',
    },
    DATA_FOLDER_OPEN_TO_OTHERS: {
      title: 'אחרים במחשב הזה יכולים לקרוא את תיקיית הנתונים',
      detail: 'כדאי לשלול מהם את ההרשאה:',
    },
    DISK_NEARLY_FULL: {
      title: 'הדיסק כמעט מלא',
      detail: 'כדאי לפנות מקום. בדיסק מלא אי אפשר לרשום דבר נוסף; מה שנרשם קודם בטוח.',
    },
    WEB_APP_NOT_BUILT: { title: 'יישום הרשת לא נבנה', detail: 'הפעלה באמצעות npm start תבנה אותו.' },
    NODE_NOT_PINNED: {
      title: 'Atelier רץ על Node אחר מזה שנבדק איתו',
      detail: 'הפעלה באמצעות npm start תביא את הנכון.',
    },
    QUOTA_NEARLY_REACHED: {
      title: 'המכסה כמעט מלאה',
      detail: 'מה שכבר אינו נכנס נדחה לפני שהוא מתחיל. הגדילו את המכסה או ותרו על מה שאינו נחוץ.',
    },
    NOTHING_COLLECTED: {
      title: 'אי אפשר לפנות תוכן ישן',
      detail: 'משהו שאולי נזקק לתוכן ישן אינו ניתן לקריאה. דבר אינו נמחק; הפקודה npx atelier verify אומרת מהו.',
    },
    CONTENT_DAMAGED: {
      title: 'תוכן שמור ניזוק',
      detail:
        'אי אפשר לקרוא חבילה של תוכן שמור כפי שנכתבה. הריצו ‎“npx atelier verify”‎ בתיקייה של Atelier: הוא אומר מה ניזוק. אחר כך החזירו את החבילה מגיבוי, או שמרו שוב את אותם קבצים.',
    },
    BUCKET_AWAY: {
      title: 'מאגר הקבצים אינו משיב',
      detail: 'עד שיחזור, אי אפשר לפתוח קבצים או לשמור אותם. בדקו את הכתובת שלו, את המפתחות ואת הרשת.',
    },
    BUCKET_CLOCK: {
      title: 'השעון של המחשב ושל מאגר הקבצים אינם תואמים',
      detail: 'כשהפער מגיע ל‑15 דקות המאגר מסרב לכל בקשה. כוונו את השעון של המחשב.',
    },
    KEY_UNUSABLE: {
      title: 'אי אפשר להשתמש במפתח',
      detail:
        'המפתח הזה מכניס סוכנים או דפדפנים. החזירו אותו מגיבוי. אם אין גיבוי, הזיזו אותו הצידה והפעילו את Atelier מחדש: ייווצר מפתח חדש, ומי שנכנס בעזרת הישן יצטרך להתחבר שוב.',
    },
    FILE_DAMAGED: {
      title: 'קובץ של WorkRail ניזוק',
      detail:
        'Atelier פועל בלעדיו: הגדרות שניזוקו מוחלפות בברירות המחדל, ובלי המפתח הייצוא אינו חתום. שחזרו את הקובץ מגיבוי, או שמרו שוב את ההגדרות ב‑WorkRail. הקובץ שניזוק נשמר לצידו.',
    },
    SURFACE_UNAVAILABLE: {
      title: 'חלק של Atelier לא הצליח לעלות',
      detail: 'שאר החלקים פועלים. הפעילו את Atelier מחדש. אם זה נשאר כך, היומן של השרת בתיקיית הנתונים מסביר למה.',
    },
    EVENTS_UNREADABLE: {
      title: 'יש אירועים שאי אפשר לקרוא',
      detail: 'הם לא מוצגים, ושום דבר לא נמחק. אם גרסה חדשה יותר של Atelier כתבה אותם, השתמשו בה.',
    },
    SERVER_LOG_INCOMPLETE: {
      title: 'יומן השרת אינו שלם',
      detail: 'חלק מהשורות שהשרת כותב על עצמו לא נשמרו. הנתונים שלך לא נפגעו; כדאי לפנות מקום בדיסק.',
    },
    LOG_IN_MEMORY_ONLY: { title: 'דבר לא נשמר בדיסק', detail: 'הכול ייעלם כשהתהליך יסתיים.' },
  },
  about: {
    title: 'אודות',
    detail: 'Atelier הוא שולחן עבודה מקומי לעבודה שנעשית בבינה מלאכותית.',
    promiseTitle: 'מה הוא מבטיח',
    local: 'הוא רץ על המחשב הזה ומקשיב למחשב הזה בלבד.',
    log: 'כל עובדה היא אירוע ביומן שרק מוסיפים לו; דבר לא נדרס.',
    people: 'שום דבר שסוכן יצר אינו נכון עד שאדם אומר שכן.',
    licence: 'רישיון',
    fonts: 'גופנים',
  },
  commands: {
    group: 'מראה ושפה',
    light: 'מעבר לערכה הבהירה',
    dark: 'מעבר לערכה הכהה',
    auto: 'ערכת צבעים לפי המחשב',
    themeWords: 'צבע מצב לילה יום theme dark light',
    english: 'מעבר לאנגלית',
    hebrew: 'מעבר לעברית',
    englishWords: 'שפה language english אנגלית',
    hebrewWords: 'שפה language hebrew עברית',
    check: 'בדיקת המאגר',
    checkWords: 'אימות תקינות שלמות',
    dataGroup: 'נתונים',
    modelsWords: 'הגדרות מפתח ספק מודל מחיר תקרה api key openai anthropic google ollama local',
    privacyWords: 'הגדרות הסכמה פרטיות נשלח קבצים consent privacy ledger',
    dataWords: 'הגדרות מכסה אחסון גיבוי דיסק מקום תקינות זרמים העדפות settings data quota storage backup',
  },
};
