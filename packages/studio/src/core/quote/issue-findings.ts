import type { Flag, Issue } from '../domain/findings.ts';
import type { LText } from '../domain/primitives.ts';
import { moneyText, percentText } from '../words/format.ts';
import { issue } from '../words/issue.ts';
import { payTotal } from './payment-plan.ts';
import type { WorkingQuote } from './working-quote.ts';

export type IssueFindings = {
  /** With any of these no quote is issued. */
  readonly blocked: readonly Issue[];
  /** A person must acknowledge each code first. */
  readonly toAcknowledge: readonly Issue[];
};

/** What stands between the working quote and the client. */
export const issueFindings = (quote: WorkingQuote, flags: Iterable<Flag>): IssueFindings => {
  const { inputs, priced, buckets } = quote;
  const amount = (minor: number | bigint): string => moneyText(Number(minor), inputs.project.currency);
  const errors = [...flags].filter(({ severity, status }) => severity === 'error' && status === 'open');
  const hasApproved = buckets.some(({ elementId, isApproved }) => elementId !== null && isApproved);
  const payments = payTotal(inputs.paymentPlan, Number(priced.totalMinor));
  const dirty = buckets.filter(({ isDirty }) => isDirty);
  const named = (which: readonly { readonly title: LText }[], lang: 'he' | 'en'): string =>
    which.map(({ title }) => title[lang] ?? title.he ?? title.en).join(', ');
  const unapproved = [
    ...buckets.filter(({ isApproved, priceMinor }) => !isApproved && priceMinor > 0),
    ...quote.hiddenUnapproved.map(({ name }) => ({ title: name })),
  ];
  const handledElsewhere = new Set(
    inputs.elements.flatMap(({ id, costHandledElsewhere }) => (costHandledElsewhere ? [id] : [])),
  );
  const free = buckets.filter(
    ({ elementId, isApproved, role, priceMinor }) =>
      elementId !== null && isApproved && role === 'included' && priceMinor === 0 && !handledElsewhere.has(elementId),
  );
  return {
    blocked: [
      ...when(errors.length > 0, 'QUOTE_OPEN_ERRORS', {
        he: `${errors.length === 1 ? 'שגיאה אחת פתוחה' : `${errors.length} שגיאות פתוחות`} בפרויקט. פותרים את הדגלים האדומים, ואז מפיקים את ההצעה.`,
        en: `${errors.length === 1 ? '1 error is' : `${errors.length} errors are`} open in this project. Resolve the red flags, then issue the quote.`,
      }),
      ...when(!hasApproved, 'QUOTE_NO_APPROVED_ELEMENT', {
        he: 'אין אף אלמנט מאושר, ולכן אין מה להציע. מאשרים אלמנט אחד לפחות.',
        en: 'No element is approved, so there is nothing to offer. Approve at least one element.',
      }),
      ...when(
        quote.directs.every(({ directMinor }) => directMinor === 0n),
        'QUOTE_NO_LINES',
        {
          he: 'אין שורות עלות, ולכן אין מחיר. מוסיפים חומרים או עבודה.',
          en: 'There are no cost lines, so there is no price. Add material or work.',
        },
      ),
      ...when(inputs.company === null, 'QUOTE_NO_COMPANY', {
        he: 'חסרים פרטי העסק, והם מופיעים על כל הצעה. ממלאים אותם בהגדרות הסטודיו.',
        en: "Your company's details are missing, and every quote shows them. Fill them in under Studio settings.",
      }),
      ...(payments.ok
        ? []
        : when(true, 'QUOTE_PAYMENTS_OPEN', {
            he: `לוח התשלומים לא מסתכם ב־${amount(payments.error.totalMinor)}. מתקנים אותו ומפיקים שוב.`,
            en: `The payment plan does not add up to ${amount(payments.error.totalMinor)}. Correct it, then issue.`,
          })),
    ],
    toAcknowledge: [
      ...acknowledge(dirty.length > 0, 'QUOTE_DIRTY_ELEMENTS', {
        he: `השתנו אחרי האישור: ${named(dirty, 'he')}. ההצעה מציגה את הגרסה המאושרת.`,
        en: `Changed since they were approved: ${named(dirty, 'en')}. The quote shows the approved version.`,
      }),
      ...acknowledge(quote.orphanedMinor > 0n, 'QUOTE_ORPHANED_COST', {
        he: `עלויות יתומות בסך ${amount(quote.orphanedMinor)} עדיין נספרות.`,
        en: `Orphaned cost of ${amount(quote.orphanedMinor)} still counts.`,
      }),
      ...acknowledge(unapproved.length > 0, 'QUOTE_UNAPPROVED_COST', {
        he: `לא מאושרים ולכן מחוץ להצעה: ${named(unapproved, 'he')}.`,
        en: `Not approved, so not in the quote: ${named(unapproved, 'en')}.`,
      }),
      ...acknowledge(free.length > 0, 'QUOTE_NO_PRICE', {
        he: `אין להם שורות עלות, ולכן הם מוצעים בחינם: ${named(free, 'he')}.`,
        en: `No cost lines, so the quote offers them for nothing: ${named(free, 'en')}.`,
      }),
      ...acknowledge(priced.isBelowMinimum, 'QUOTE_LOW_MARGIN', {
        he: `הרווח נמוך מהמינימום: ${percentText(priced.effectiveMarginBps)} במקום ${percentText(quote.policy.minMarginBps)}.`,
        en: `The margin is below the minimum: ${percentText(priced.effectiveMarginBps)} instead of ${percentText(quote.policy.minMarginBps)}.`,
      }),
    ],
  };
};

const when = (isSo: boolean, code: string, message: LText): readonly Issue[] =>
  isSo ? [issue(code, 'error', message)] : [];

const acknowledge = (isSo: boolean, code: string, message: LText): readonly Issue[] =>
  isSo ? [issue(code, 'warn', message, { ack: true })] : [];
