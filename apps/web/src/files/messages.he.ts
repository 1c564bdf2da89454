import type { Translated } from '../i18n/messages.ts';
import type { filesEn } from './messages.en.ts';

export const filesHe: Translated<typeof filesEn> = {
  other: 'השתנו גם: {{parts}}',
  shownOf: 'מוצגים {{shown}} מתוך {{total}} שינויים',
  before: 'לפני',
  after: 'אחרי',
  place: 'מקום',
  notCompared: 'לא הושווה לפרטים',
  changes: 'שינויים',
  actions: 'פעולות',
};
