/**
 * Columns whose numbers can be added up to say how many there are. Of any other number (an order, a room, a year) the
 * different ones are counted.
 */
const quantities =
  /(?:^|[\s_-])(?:qty|quantity|quantities|units?|pieces|pcs|count|items|boxes|bags|bottles|copies|hours|hrs|days|minutes|mins|people|persons|guests|visitors|employees|workers|students|children|seats|tickets|km|kms|kilomet(?:er|re)s|miles|mileage|kg|kilos|tons|lit(?:er|re)s|points|stock|sold|in stock|on hand|heads?|weight|volume)(?:$|[\s_-])|(?:^|\s)ה?(?:כמות|יחידות|שעות|ימים|דקות|פריטים|ארגזים|חבילות|אנשים|עובדים|משתתפים|ק״מ|קילומטרים|ק״ג|נקודות|מלאי|כרטיסים|משקל|נפח)(?:$|\s)/iu;
export const isQuantityName = (name: string): boolean => quantities.test(withoutMarks(name));

/** "Amt.", "Paid?": the mark behind a head is no part of its name. */
const withoutMarks = (name: string): string => name.replace(/[.?!:*]+(?=$|\s)/gu, '');

/** Columns whose numbers mean nothing when they are added up over several rows. */
const rates =
  /(?:^|[\s_-])(?:price|rate|age|score|grade|rating|percent|percentage|year|temperature|%)(?:$|[\s_-])|(?:^|\s)ה?(?:מחיר|תעריף|גיל|ציון|אחוז|שנה|ותק|דירוג)(?:$|\s)/iu;
export const isRateName = (name: string): boolean => rates.test(name);

/** Columns of money, which "how much" asks for. */
const money =
  /(?:^|[\s_-])(?:amounts?|amt|total|sum|cost|costs|fees?|revenue|sales|salary|salaries|pay|wages?|budget|income|expenses?|spend|spent|payment|payments|turnover|profit|balance|due|owed|debt|charge|charges|donation|donations|price|rent|deposit|tuition)(?:$|[\s_-])|(?:^|\s)ה?(?:סכום|סה״כ|סך|שכר|עלות|הכנסה|הכנסות|הוצאה|הוצאות|תשלום|תקציב|מחיר|יתרה|חוב|מחזור|רווח|עמלה|שכירות|שכר דירה|פיקדון|תרומה)(?:$|\s)/iu;
export const isMoneyName = (name: string): boolean => money.test(withoutMarks(name));

/** Money that can be added up: a price is none, nor is a rate. */
export const isAmount = (name: string): boolean => isMoneyName(name) && !isRateName(name);

/** Numbers that name a row instead of measuring it: whole, all different, each larger than the one before. */
export const isNumbering = (name: string, values: readonly unknown[]): boolean =>
  !isQuantityName(name) &&
  !isMoneyName(name) &&
  values.length > 1 &&
  values.every((value, at) => Number.isInteger(value) && (at === 0 || Number(value) > Number(values[at - 1])));

/** Numbers that only count the rows: 501, 502, 503. The largest of them is no answer to "the largest order". */
export const isSerial = (name: string, values: readonly unknown[]): boolean =>
  isNumbering(name, values) && values.every((value, at) => at === 0 || Number(value) === Number(values[at - 1]) + 1);

/** Numbers that a question may add up without saying so. */
export const isSummable = (name: string): boolean => isQuantityName(name) || isMoneyName(name);
