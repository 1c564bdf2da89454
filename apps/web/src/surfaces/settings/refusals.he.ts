import type { Translated } from '../../i18n/messages.ts';
import type { settingsRefusalsEn } from './refusals.en.ts';

export const settingsRefusalsHe: Translated<typeof settingsRefusalsEn> = {
  NOTHING_TO_SET: 'אין מה לשנות.',
  CHECK_ALREADY_RUNNING: 'בדיקת מאגר כבר רצה.',
  CHECK_NOT_RUNNING: 'הבדיקה הזו כבר אינה רצה.',
  KEY_INVALID: 'זה לא נראה כמו מפתח: 8 עד 512 אותיות לטיניות, ספרות וסימנים, ללא רווחים.',
  PROVIDER_AUTH_FAILED: 'הספק לא קיבל את המפתח הזה. מפתח שנשמר קודם לא השתנה.',
  KEY_FROM_ENVIRONMENT: 'המפתח הזה מגיע ממשתני הסביבה. יש לשנות אותו במקום שבו Atelier מופעל.',
  KEYS_UNREADABLE: 'לא ניתן לקרוא את המקום שבו נשמרים המפתחות. הוא נשאר כמו שהוא; כדאי להריץ npx atelier doctor.',
  ENDPOINT_EXISTS: 'השרת הזה כבר ברשימה.',
  ENDPOINT_UNREACHABLE: 'אין שרת שעונה בכתובת הזו. יש להפעיל אותו ולנסות שוב.',
  ENDPOINT_NOT_FOUND: 'השרת הזה כבר אינו ברשימה.',
  ENTRY_INVALID: 'אי אפשר להשתמש ברשומה הזו. יש לבדוק את הספק ואת השם.',
  CONFIRMATION_REQUIRED: 'יש לאשר קודם.',
  CONSENT_NOT_FOUND: 'ההסכמה הזו כבר בוטלה.',
  PERSON_NEEDED: 'אסימון לא יכול לשנות מי נכנס. יש לעשות זאת בדפדפן, אחרי כניסה בשמכם.',
  PERSON_NOT_FOUND: 'אין כאן אדם כזה. טענו מחדש את רשימת האנשים.',
  SIGN_IN_NOT_FOUND: 'הדפדפן הזה כבר לא מחובר. טענו מחדש את הרשימה.',
  TOKEN_NOT_FOUND: 'האסימון הזה כבר לא תקף. טענו מחדש את הרשימה.',
  INVITATION_NOT_FOUND: 'ההזמנה הזו כבר נוצלה או בוטלה. אפשר להכין חדשה.',
  LAST_ADMIN: 'זה המנהל האחרון, ולכן דבר לא השתנה. קודם מנו מנהל נוסף.',
  TOO_MANY_TOKENS: 'כבר יש לכם 50 אסימונים. בטלו אחד שאינו בשימוש.',
};
