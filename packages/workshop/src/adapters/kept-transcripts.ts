import type { EventLog, Projection, Snapshots } from '@atelier/kernel/ports';
import { createKeptFolds } from '@atelier/kernel/usecases';
import { emptyTranscript, foldTranscript, type Transcript } from '../view/transcript.ts';
import { decodeTranscript, encodeTranscript, transcriptSnapshotVersion } from '../view/transcript-codec.ts';
import { savingLater, snapshotEvery } from './saved-folds.ts';

/** Conversations folded in place; a look reads only what was appended since. */
export const createKeptTranscripts = (
  log: Pick<EventLog, 'read'>,
  snapshots?: Snapshots,
  keep = 16,
): Projection<Transcript> =>
  savingLater(
    createKeptFolds<Transcript>({
      log,
      keep,
      begin: emptyTranscript,
      fold: foldTranscript,
      ...(snapshots && {
        snapshot: {
          store: snapshots,
          of: { name: 'workshop-talk', version: transcriptSnapshotVersion },
          encode: encodeTranscript,
          decode: decodeTranscript,
          every: snapshotEvery,
        },
      }),
    }),
  );
