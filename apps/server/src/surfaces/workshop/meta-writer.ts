import type { WorkbenchId } from '@atelier/workshop';

type Deps = {
  readonly write: (id: WorkbenchId) => Promise<void>;
  readonly onFault: (cause: unknown) => void;
};

/** Commits that come close together are written once; what a person waits for never waits for this. */
const GATHER_MS = 150;

/** Keeps the readable files of Workbenches up to date, after the commits and beside them. */
export const createMetaWriter = ({ write, onFault }: Deps) => {
  const moved = new Set<WorkbenchId>();
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

  return {
    touched: (id: WorkbenchId): void => {
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
