import type { Json } from '@atelier/kernel/core';
import type { Answers, Fact, LText, Question } from '../domain/index.ts';
import { answerText, axisText } from './answer-text.ts';

/** A fact before anybody decided about it. Ids and dates are added where it is recorded. */
export type FactProposal = Pick<Fact, 'subject' | 'key' | 'value' | 'source' | 'confidence'> &
  Pick<Partial<Fact>, 'text'>;

/** What answers say about the project or an element. They come from a person, so they are certain. */
export const factsOfAnswers = (
  questions: readonly Question[],
  answers: Answers,
  projectId: string,
  currency = 'ILS',
): readonly FactProposal[] =>
  questions.flatMap((question) => {
    const { qid, scope, factKey, type } = question;
    const value = answers[qid];
    if (!factKey || value === undefined || value === null) return [];
    const isElement = scope !== 'project';
    const subject: Fact['subject'] = isElement ? { kind: 'element', id: scope } : { kind: 'project', id: projectId };
    const fact = (key: string, each: Json, text: LText): FactProposal => ({
      subject,
      key: isElement ? `element.${key}` : key,
      value: each,
      text,
      source: { kind: 'questionnaire', ref: qid },
      confidence: 1_000,
    });
    if (type !== 'dimension' || typeof value !== 'object' || Array.isArray(value))
      return [fact(factKey, value, answerText(question, value, currency))];
    return Object.entries(value).map(([name, each]) =>
      fact(name.replace(/Mm$/, ''), each as Json, axisText(name, each as Json)),
    );
  });
