import { createCell } from '../../../client/observable.ts';

/** A file that was picked in the file list to be named in the message; the message box takes it from here. */
export const mentionRequests = createCell<{ readonly name: string } | undefined>(undefined);
