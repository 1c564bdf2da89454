import type { Json } from '@atelier/kernel/core';
import type { Lang, LText, Question } from '../domain/index.ts';
import { dateText, lengthText, moneyText } from '../language/say.ts';

/** An answer beside its question, as people read it: "Event type: Launch". */
export const answerText = (question: Question, value: Json, currency: string): LText => {
  const line = (lang: Lang): string => {
    const asked = (question.text[lang] ?? question.text.he ?? question.text.en ?? '').replace(/[?؟:\s]+$/, '');
    return `${asked}: ${valueText(question, value, lang, currency)}`.slice(0, 500);
  };
  return { he: line('he'), en: line('en') };
};

const valueText = (question: Question, value: Json, lang: Lang, currency: string): string => {
  const labelOf = (each: Json): string => {
    const option = question.options?.find((known) => known.value === each)?.label;
    return option?.[lang] ?? option?.he ?? option?.en ?? String(each);
  };
  switch (question.type) {
    case 'money':
      return typeof value === 'number' ? moneyText(value, currency) : String(value);
    case 'date':
      return typeof value === 'string' ? dateText(value) : String(value);
    case 'boolean':
      return lang === 'he' ? (value === true ? 'כן' : 'לא') : value === true ? 'Yes' : 'No';
    case 'multi':
      return Array.isArray(value) ? value.map((each) => labelOf(each as Json)).join(', ') : String(value);
    default:
      return labelOf(value);
  }
};

const axes: Readonly<Record<string, { readonly he: string; readonly en: string }>> = {
  widthMm: { he: 'רוחב', en: 'Width' },
  heightMm: { he: 'גובה', en: 'Height' },
  depthMm: { he: 'עומק', en: 'Depth' },
};

/** One side of a size. */
export const axisText = (axis: string, mm: Json): LText => {
  const name = axes[axis];
  const line = (lang: Lang): string =>
    `${name?.[lang] ?? axis}: ${typeof mm === 'number' ? lengthText(mm, lang) : String(mm)}`;
  return { he: line('he'), en: line('en') };
};
