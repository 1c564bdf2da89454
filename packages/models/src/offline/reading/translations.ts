/** What common columns and fields are called in the other language. */
const pairs = `name שם, date תאריך, amount סכום, city עיר, town עיר, address כתובת, phone טלפון, price מחיר, email מייל, company חברה, number מספר, month חודש, year שנה, day יום, region אזור, product מוצר, units יחידות, quantity כמות, qty כמות, category קטגוריה, item פריט, department מחלקה, salary שכר, pay שכר, cost עלות, customer לקוח, client לקוח, supplier ספק, status סטטוס, note הערה, notes הערות, description תיאור, country מדינה, budget תקציב, hours שעות, task משימה, project פרויקט, people אנשים, employee עובד, guests אורחים, hall אולם, deposit מקדמה, dish מנה, minutes דקות, plant צמח, stock מלאי, cashier קופאי, driver נהג, role תפקיד, wage שכר`;

const byName = new Map<string, readonly string[]>();
for (const pair of pairs.split(', ')) {
  const [english = '', hebrew = ''] = pair.split(' ');
  byName.set(english, [...(byName.get(english) ?? []), hebrew]);
  byName.set(hebrew, [...(byName.get(hebrew) ?? []), english]);
}

export const translationsOf = (name: string): readonly string[] => byName.get(name.toLowerCase()) ?? [];
