import type { StreamId } from '../core/event.ts';
import type { JsonObject } from '../core/json.ts';

/**
 * That a stream is to be driven, and what was asked for with it. It may be lost or come twice: the log says whether
 * there is anything to do, and takes no word of a driver whose term is over.
 */
export type DriveOrder = { readonly stream: StreamId; readonly asked: JsonObject };

/** `again`: it is not done, and somebody has to go on, here or in another process. */
export type DriveEnd = 'done' | 'again';

/** One turn of driving. The signal is aborted when another process may have taken over: nothing more is recorded then. */
export type Drive = (order: DriveOrder, signal: AbortSignal) => Promise<DriveEnd>;

/** Who drives a run: one process at a time for each stream, as far as anybody can know. */
export interface Drivers {
  /** Whether another process goes on where this one stops. */
  readonly isShared: boolean;
  /** Asks for a driver. False: there is one, or somebody has asked already. */
  readonly want: (order: DriveOrder) => Promise<boolean>;
  /** From now on this process drives what is wanted, so many at once. */
  readonly work: (drive: Drive, atMost: number) => void;
  /** Takes nothing new, and resolves when what is driven here has ended; the caller ends it. */
  readonly stop: () => Promise<void>;
}
