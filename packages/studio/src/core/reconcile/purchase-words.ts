import type { LText } from '../domain/primitives.ts';
import { tokensOf, variantsOf } from '../language/normalise.ts';

/** Words of a task that mean something must be bought, rented or ordered. */
const buying = new Set(
  [
    'להזמין להזמנה הזמנת הזמנה תזמין תזמינו מזמינים לקנות קנייה קניית קניה לרכוש רכישה רכישת רכש לשכור שכירת השכרה השכרת להשכיר',
    'order ordering buy buying purchase purchasing rent renting rental hire hiring procure procurement',
  ]
    .join(' ')
    .split(' ')
    .flatMap(tokensOf),
);

export const impliesPurchase = ({ he, en }: LText): boolean =>
  [...tokensOf(he ?? ''), ...tokensOf(en ?? '')].some((token) => variantsOf(token).some((form) => buying.has(form)));
