import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import type { Answers, Issue, Question } from '../domain/index.ts';
import { readColour } from '../language/colours.ts';
import { tokensOf } from '../language/normalise.ts';

/** Saved, then typed but not saved, then sent along with this request: the later wins. Null takes an answer back. */
export const effectiveAnswers = (saved: Answers, draft: Answers, pending: Answers = {}): Answers =>
  Object.fromEntries(Object.entries({ ...saved, ...draft, ...pending }).filter(([, value]) => value !== null));

/** The value as it is kept, or why it is no answer to this question. */
export const readAnswer = (
  question: Question,
  value: Json,
  isElement: (id: string) => boolean = () => true,
): Result<Json, Issue> => {
  const no = (he: string, en: string): Result<never, Issue> =>
    err({ code: 'ANSWER_INVALID', severity: 'warn', message: { he, en }, refs: [question.qid] });
  switch (question.type) {
    case 'text':
    case 'longText': {
      const most = question.type === 'text' ? 500 : 4_000;
      if (typeof value !== 'string' || value.trim() === '') return no('צריך טקסט.', 'This needs text.');
      return value.length > most ? no(`עד ${most} תווים.`, `At most ${most} characters.`) : ok(value.trim());
    }
    case 'number':
    case 'money': {
      const number = typeof value === 'string' ? Number(value.replace(/[,\s]/g, '')) : value;
      if (typeof number !== 'number' || !Number.isSafeInteger(number))
        return no('צריך מספר שלם.', 'This needs a whole number.');
      const [least, most] = [question.min ?? 0, question.max ?? 100_000_000_000];
      return number < least || number > most
        ? no(`בין ${least} ל-${most}.`, `Between ${least} and ${most}.`)
        : ok(number);
    }
    case 'date':
      return typeof value === 'string' && isDay(value)
        ? ok(value)
        : no('צריך תאריך, למשל 2026-06-17.', 'This needs a date, like 2026-06-17.');
    case 'dimension':
      return readSize(value) ?? no('צריך רוחב, גובה או עומק במ״מ.', 'This needs a width, height or depth in mm.');
    case 'single':
      return typeof value === 'string' && isOption(question, value)
        ? ok(value)
        : no('בחרו אחת מהאפשרויות.', 'Choose one of the options.');
    case 'multi': {
      const chosen = Array.isArray(value) ? value : [];
      const all = chosen.length > 0 && chosen.every((each) => typeof each === 'string' && isOption(question, each));
      return all ? ok([...new Set(chosen as string[])]) : no('בחרו מהאפשרויות.', 'Choose from the options.');
    }
    case 'boolean':
      return typeof value === 'boolean' ? ok(value) : no('כן או לא.', 'Yes or no.');
    case 'color': {
      if (typeof value !== 'string') return no('צריך צבע.', 'This needs a colour.');
      if (/^#[0-9a-f]{6}$/i.test(value)) return ok(value.toLowerCase());
      const named = readColour(tokensOf(value), 0)?.colour.hex;
      return named
        ? ok(named)
        : no('הצבע לא מוכר. אפשר לכתוב קוד, למשל ‎#0057b8.', 'This colour is unknown. A code works too, like #0057b8.');
    }
    case 'elementRef':
      return typeof value === 'string' && isElement(value)
        ? ok(value)
        : no('בחרו אלמנט מהפרויקט.', 'Choose an element of this project.');
  }
};

/** Reads all of them: what is good is kept, what is not is said field by field and left out. */
export const readAnswers = (
  questions: readonly Question[],
  answers: Answers,
  isElement?: (id: string) => boolean,
): { readonly valid: Answers; readonly issues: readonly Issue[] } => {
  const byQid = new Map(questions.map((question) => [question.qid, question]));
  const valid: Record<string, Json> = {};
  const issues: Issue[] = [];
  for (const [qid, value] of Object.entries(answers)) {
    const question = byQid.get(qid);
    if (!question) {
      issues.push({
        code: 'ANSWER_INVALID',
        severity: 'warn',
        message: { he: 'השאלה הזו כבר לא קיימת.', en: 'This question no longer exists.' },
        refs: [qid],
      });
      continue;
    }
    const read = readAnswer(question, value, isElement);
    if (read.ok) valid[qid] = read.value;
    else issues.push(read.error);
  }
  return { valid, issues };
};

const isOption = ({ options, allowOther }: Question, value: string): boolean =>
  value.trim() !== '' &&
  value.length <= 200 &&
  (allowOther === true || (options ?? []).some((option) => option.value === value));

const isDay = (text: string): boolean => {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!found) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const long = [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ];
  return day >= 1 && day <= (long[month - 1] ?? 0);
};

const readSize = (value: Json): Result<Json, Issue> | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const given = Object.entries(value).filter(([, each]) => each !== null);
  const isGood = ([name, each]: [string, unknown]): boolean =>
    ['widthMm', 'heightMm', 'depthMm'].includes(name) &&
    Number.isSafeInteger(each) &&
    Number(each) >= 1 &&
    Number(each) <= 100_000;
  return given.length > 0 && given.every(isGood) ? ok(Object.fromEntries(given) as Json) : undefined;
};
