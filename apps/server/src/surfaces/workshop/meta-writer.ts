import type { WorkbenchId } from '@atelier/workshop';

type Deps = {
  /** Tells each time that what people agreed to send has changed; ends with the server. */
  readonly consentMoves: () => AsyncIterable<unknown>;
  readonly write: (id: WorkbenchId) => Promise<void>;
  readonly onFault: (cause: unknown) => void;
};

/** Commits that come close together are written once; what a person waits for never waits for this. */
const GATHER_MS = 150;

/** Keeps the readable files of Workbenches up to date, after the commits and beside them. */
export const createMetaWriter = ({ consentMoves, write, onFault }: Deps) => {
  const moved = new Set<WorkbenchId>();
  const known = new Set<WorkbenchId>();
  let isWatching = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const writeAll = async (): Promise<void> => {
    for (const id of moved) {
      moved.delete(id);
      await write(id).catch(onFault);
    }
  };
  const begin = (): void => {
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (moved.size > 0) wait();
    });
  };
  const wait = (): void => {
    timer ??= setTimeout(begin, GATHER_MS);
  };

  /** Consent is remembered on a stream of its own, which no commit of a Workbench tells of. */
  const watchConsent = async (): Promise<void> => {
    for await (const _move of consentMoves()) {
      for (const id of known) moved.add(id);
      wait();
    }
  };

  return {
    touched: (id: WorkbenchId): void => {
      if (!isWatching) watchConsent().catch(onFault);
      isWatching = true;
      known.add(id);
      moved.add(id);
      wait();
    },
    /** What was committed before the stop is written before it. */
    stop: async (): Promise<void> => {
      clearTimeout(timer);
      await writing;
      await writeAll();
      clearTimeout(timer);
    },
  };
};
