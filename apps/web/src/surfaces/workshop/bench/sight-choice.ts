import type { CannotSee } from '@atelier/contracts';
import { createCell } from '../../../client/observable.ts';

/** Undefined: nothing is sent. */
export type SightAnswer = { readonly modelId: string } | 'without' | undefined;
type SightQuestion = CannotSee & { readonly answer: (answer: SightAnswer) => void };

export const sightQuestions = createCell<SightQuestion | undefined>(undefined);

/** A message asks about pictures that its model cannot see: who is to look at them? */
export const askWhoSees = (unseen: CannotSee): Promise<SightAnswer> =>
  new Promise((resolve) => {
    sightQuestions.get()?.answer(undefined);
    sightQuestions.set({
      ...unseen,
      answer: (answer) => {
        sightQuestions.set(undefined);
        resolve(answer);
      },
    });
  });
