import type { Json } from '@atelier/kernel/core';
import type { Answers, Fact, Question } from '../domain/index.ts';

/** A fact before anybody decided about it. Ids and dates are added where it is recorded. */
export type FactProposal = Pick<Fact, 'subject' | 'key' | 'value' | 'source' | 'confidence'> &
  Pick<Partial<Fact>, 'text'>;

/** What answers say about the project or an element. They come from a person, so they are certain. */
export const factsOfAnswers = (
  questions: readonly Question[],
  answers: Answers,
  projectId: string,
): readonly FactProposal[] =>
  questions.flatMap(({ qid, scope, factKey, type }) => {
    const value = answers[qid];
    if (!factKey || value === undefined || value === null) return [];
    const isElement = scope !== 'project';
    const subject: Fact['subject'] = isElement ? { kind: 'element', id: scope } : { kind: 'project', id: projectId };
    const fact = (key: string, each: Json): FactProposal => ({
      subject,
      key: isElement ? `element.${key}` : key,
      value: each,
      source: { kind: 'questionnaire', ref: qid },
      confidence: 1_000,
    });
    if (type !== 'dimension' || typeof value !== 'object' || Array.isArray(value)) return [fact(factKey, value)];
    return Object.entries(value).map(([name, each]) => fact(name.replace(/Mm$/, ''), each as Json));
  });
