import type { Lang, Unit } from '../domain/primitives.ts';

/** What people call what things are measured and bought in. */
export const unitWords: Readonly<Record<Unit, Readonly<Record<Lang, string>>>> = {
  unit: { he: 'יח׳', en: 'unit' },
  set: { he: 'סט', en: 'set' },
  sheet: { he: 'לוח', en: 'sheet' },
  m: { he: 'מ׳', en: 'm' },
  m2: { he: 'מ״ר', en: 'm²' },
  m3: { he: 'מ״ק', en: 'm³' },
  l: { he: 'ליטר', en: 'l' },
  kg: { he: 'ק״ג', en: 'kg' },
  roll: { he: 'גליל', en: 'roll' },
  box: { he: 'קופסה', en: 'box' },
  day: { he: 'יום', en: 'day' },
  hour: { he: 'שעה', en: 'hour' },
  trip: { he: 'נסיעה', en: 'trip' },
};

/** Of more than one. What is measured rather than counted stays as it is. */
const several: Partial<Record<Unit, Readonly<Record<Lang, string>>>> = {
  unit: { he: 'יח׳', en: 'units' },
  set: { he: 'סטים', en: 'sets' },
  sheet: { he: 'לוחות', en: 'sheets' },
  roll: { he: 'גלילים', en: 'rolls' },
  box: { he: 'קופסאות', en: 'boxes' },
  day: { he: 'ימים', en: 'days' },
  hour: { he: 'שעות', en: 'hours' },
  trip: { he: 'נסיעות', en: 'trips' },
};

/** 4000 of sheets → "4 sheets" / "4 לוחות". */
export const amountText = (qtyMilli: number, unit: Unit, lang: Lang): string => {
  const name = qtyMilli === 1_000 ? unitWords[unit] : (several[unit] ?? unitWords[unit]);
  return `${qtyMilli / 1_000} ${name[lang]}`;
};
