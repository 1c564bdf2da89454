import type { EventLog, Projection } from '@atelier/kernel/ports';
import { createKeptFolds } from '@atelier/kernel/usecases';
import { emptyTranscript, foldTranscript, type Transcript } from '../view/transcript.ts';

/** Conversations folded in place; a look reads only what was appended since. */
export const createKeptTranscripts = (log: Pick<EventLog, 'read'>, keep = 16): Projection<Transcript> =>
  createKeptFolds<Transcript>({ log, keep, begin: emptyTranscript, fold: foldTranscript });
