import type { Translated } from '../i18n/messages.ts';
import type { conversationRefusalsEn } from './refusals.en.ts';

export const conversationRefusalsHe: Translated<typeof conversationRefusalsEn> = {
  PROVIDER_NOT_CONFIGURED: 'לספק הזה אין מפתח, או שהוא כבוי. אפשר להוסיף בהגדרות, מודלים.',
  PROVIDER_RATE_LIMITED: 'הספק ביקש להאט. דבר לא אבד; אפשר להמשיך בעוד זמן מה.',
  PROVIDER_UNAVAILABLE: 'הספק לא הצליח לענות. דבר לא אבד; אפשר להמשיך מאוחר יותר או עם מודל אחר.',
  PROVIDER_REFUSED: 'הספק סירב לבקשה הזו. ייתכן שמודל אחר יקבל אותה.',
  NETWORK_UNAVAILABLE: 'לא ניתן להגיע אל הספק. יש לבדוק את הרשת ואז להמשיך.',
  CONTEXT_EXHAUSTED: 'זה יותר ממה שהמודל יכול לקלוט בבת אחת. כדאי להשתמש בפחות קבצים או במודל גדול יותר.',
  MODEL_OUTPUT_MALFORMED: 'אי אפשר לקרוא את תשובת המודל. נסו שוב או בחרו מודל אחר.',
  TOOLS_NOT_SUPPORTED: 'המודל הזה אינו יודע להפעיל כלים ולכן אינו יכול לעבוד עם קבצים. יש לבחור אחר.',
  EGRESS_BLOCKED_BY_POLICY: 'Atelier אינו שולח לשם דבר. הוא פונה רק לספקים ולשרתים שהזנת.',
  EGRESS_CONSENT_REQUIRED: 'שליחת הקבצים האלה למודל הזה דורשת את הסכמתך. דבר לא נשלח.',
  BUDGET_CAP_REACHED: 'הקריאה הבאה עלולה לעבור את תקרת ההוצאה. העלאת התקרה תאפשר להמשיך; דבר לא אבד.',
  USER_CANCELED: 'עצרת את העבודה. מה שנעשה נשמר.',
  AGENT_LOOP_DETECTED: 'המודל חזר על עצמו ונעצר. מה שנעשה נשמר.',
  MANIFEST_UNAVAILABLE:
    'לא ניתן היה להכין את רשימת הקבצים, ולכן דבר לא נשלח. חלק מהתוכן חסר באחסון. אפשר לנסות שוב או לשחזר נקודת שמירה.',
  PLAN_READY: 'התוכנית מוכנה. אפשר לקרוא אותה ואז להמשיך את ההרצה.',
  ANSWER_NEEDED: 'ההרצה זקוקה לתשובה שלכם. ענו על השאלה והיא תמשיך.',
  AGENT_TURN_LIMIT: 'המודל ניצל את כל התורות שלו בלי תשובה. מה שנעשה נשמר.',
  SERVER_STOPPED: 'Atelier נעצר בזמן שהמודל עבד. מה שנעשה נשמר, ואפשר להמשיך משם.',
  MODEL_NOT_FOUND: 'המודל הזה כבר אינו מוכר כאן.',
  MODEL_UNAVAILABLE: 'אי אפשר להשתמש במודל הזה כעת. ההסבר נמצא בהגדרות, מודלים.',
  LIMIT_FILE_COUNT: 'יש כאן כבר מספר הקבצים המרבי. קודם יש להסיר כמה מהם.',
  RUN_IN_PROGRESS: 'המודל עדיין עובד. אפשר לעצור אותו, או להמתין.',
  TOO_MANY_RUNS: 'יותר מדי ריצות פעילות. אפשר להמתין עד שאחת תסתיים, או לעצור אחת.',
  NO_RUN: 'שום דבר כבר אינו רץ.',
  NO_QUESTION: 'השאלה הזו כבר נענתה.',
  RESULT_NOT_FOUND: 'התוצאה הזו כבר אינה שמורה.',
};
