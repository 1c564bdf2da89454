import { useEffect } from 'react';
import { createCell } from '../client/observable.ts';

/** The name of what a page shows, where its route knows only the kind: the goal of a session, the name of a file. */
export const pageTitle = createCell<string | undefined>(undefined);

export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    pageTitle.set(title);
    return () => pageTitle.set(undefined);
  }, [title]);
};
