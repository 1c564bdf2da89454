import type { Storage } from '@atelier/kernel/storage';
import { type OpenedRails, openRails } from '@atelier/rails/adapters';

/** WorkRail's data folder as the Console sees it: it reads sessions and writes none of their truth. */
const consoleOf = ({ storage, deps, facts, ...rails }: OpenedRails) => {
  const { at, content, events, recall } = deps.sessions;
  return {
    ...rails,
    log: storage.log,
    blobs: storage.blobs,
    salvage: storage.salvage,
    repair: storage.repair,
    compact: storage.compact,
    listen: storage.listen,
    // The reading half alone: a Console that cannot append cannot change what happened.
    sessions: { at, content, events, recall },
    sessionIndex: deps.resume,
    workflows: deps.workflows,
    keyring: deps.keyring,
    watch: deps.sources,
    catalog: deps.catalog,
    hmac: deps.hmac,
    ...facts,
  };
};
export type RailsStore = ReturnType<typeof consoleOf>;

/** WorkRail's runs, opened once for the whole server when something first needs them. */
export const createRunServices = (storage: Storage, dataFolder: string) => {
  let opened: { readonly rails: OpenedRails; readonly store: RailsStore } | undefined;
  const openOnce = () => {
    if (!opened) {
      const rails = openRails(storage, dataFolder);
      opened = { rails, store: consoleOf(rails) };
    }
    return opened;
  };
  return {
    open: (): RailsStore => openOnce().store,
    /** What the use-cases need: agents over MCP and runs of this server's own go in by the same door. */
    deps: (): OpenedRails['deps'] => openOnce().rails.deps,
    close: async (): Promise<void> => opened?.rails.close(),
  };
};
export type RunServices = ReturnType<typeof createRunServices>;
