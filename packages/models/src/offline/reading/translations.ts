/** What common columns and fields are called in the other language. */
const pairs = `name שם, date תאריך, amount סכום, city עיר, town עיר, address כתובת, phone טלפון, price מחיר, email מייל, company חברה, number מספר, month חודש, year שנה, day יום, region אזור, product מוצר, units יחידות, quantity כמות, qty כמות, category קטגוריה, item פריט, department מחלקה, salary שכר, pay שכר, cost עלות, customer לקוח, client לקוח, supplier ספק, status סטטוס, note הערה, notes הערות, description תיאור, country מדינה, budget תקציב, hours שעות, task משימה, project פרויקט, people אנשים, employee עובד, guests אורחים, hall אולם, deposit מקדמה, dish מנה, minutes דקות, plant צמח, stock מלאי, cashier קופאי, driver נהג, role תפקיד, wage שכר, age גיל, teacher מורה, pupil תלמיד, student תלמיד, student סטודנט, class כיתה, class חוג, course קורס, lesson שיעור, group קבוצה, level רמה, fee תשלום, rent שכירות, paid שולם, paid שילם, joined הצטרף, ordered הוזמן, ordered הזמין, finished הסתיים, sent נשלח, confirmed אושר, invoice חשבונית, receipt קבלה, payment תשלום, bill חשבון, order הזמנה, job עבודה, customer לקוחה, member חבר, tenant דייר, owner בעלים, patient מטופל, doctor רופא, visit ביקור, appointment תור, booking הזמנה, room חדר, apartment דירה, flat דירה, house בית, building בניין, floor קומה, car רכב, vehicle רכב, truck משאית, trip נסיעה, delivery משלוח, shipment משלוח, book ספר, author מחבר, title כותרת, ticket כרטיס, event אירוע, show הופעה, meeting ישיבה, meeting פגישה, minutes פרוטוקול, contract חוזה, letter מכתב, report דוח, rule כלל, handbook מדריך, guide מדריך, donation תרומה, donor תורם, volunteer מתנדב, child ילד, parent הורה, family משפחה, manager מנהל, team צוות, branch סניף, store חנות, shop חנות, warehouse מחסן, shelf מדף, machine מכונה, tool כלי, material חומר, wood עץ, colour צבע, color צבע, size מידה, weight משקל, height גובה, width רוחב, length אורך, brand מותג, model דגם, type סוג, kind סוג, state מצב, balance יתרה, discount הנחה, tax מס, vat מע״מ, profit רווח, expense הוצאה, income הכנסה, rate תעריף, street רחוב, language שפה, animal חיה, dog כלב, cat חתול, bike אופניים, repair תיקון`;

const byName = new Map<string, readonly string[]>();
for (const pair of pairs.split(', ')) {
  const [english = '', hebrew = ''] = pair.split(' ');
  byName.set(english, [...(byName.get(english) ?? []), hebrew]);
  byName.set(hebrew, [...(byName.get(hebrew) ?? []), english]);
}

export const translationsOf = (name: string): readonly string[] => {
  const plain = name.toLowerCase();
  return byName.get(plain) ?? byName.get(plain.replace(/(?<=[^s])s$/u, '')) ?? [];
};
