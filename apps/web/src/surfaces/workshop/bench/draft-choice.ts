import { createCell } from '../../../client/observable.ts';

/** Something that has to wait for the Draft; the dialog of the Workbench answers it. */
export type DraftQuestion = { readonly answer: (isFree: boolean) => void };

export const draftQuestions = createCell<DraftQuestion | undefined>(undefined);

/** Asks what becomes of the Draft. True once it was published or discarded, and what waited can go on. */
export const askAboutDraft = (): Promise<boolean> =>
  new Promise((resolve) => {
    draftQuestions.get()?.answer(false);
    draftQuestions.set({
      answer: (isFree) => {
        draftQuestions.set(undefined);
        resolve(isFree);
      },
    });
  });
