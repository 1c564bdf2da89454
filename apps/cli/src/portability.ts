import { installQuota } from '@atelier/contracts/install-quota';
import { createIds, sha256, systemWorld } from '@atelier/kernel/adapters';
import { ok, type Result } from '@atelier/kernel/core';
import { holdToQuota, openStorage, type StorageOptions, type StorageRefused } from '@atelier/kernel/storage';
import { openRails } from '@atelier/rails/adapters';
import type { SessionId } from '@atelier/rails/core';
import { exportMarkdown, exportSession, importBundle } from '@atelier/rails/usecases';
import { version } from '@atelier/server/version';

/** Sessions out of and into one installation; a running server or MCP client may have it open too. */
export const openPortability = async (options: StorageOptions): Promise<Result<Portability, StorageRefused>> => {
  const opened = await openStorage(options);
  if (!opened.ok) return opened;
  const { storage } = holdToQuota(opened.value, installQuota);
  const { log, blobs, salvage, close } = storage;
  const { signer, deps } = openRails(storage, options.data);
  const newId = createIds(systemWorld);
  const salvageSession = (sessionId: SessionId) => salvage(`session/${sessionId}`);
  return ok({
    exportMarkdown: exportMarkdown({ sessions: deps.sessions, workflows: deps.workflows, salvage: salvageSession }),
    exportSession: exportSession({
      sha256,
      log,
      blobs,
      now: systemWorld.clock.now,
      newId,
      appVersion: version,
      signer,
      salvage: salvageSession,
    }),
    importBundle: importBundle({ sha256, log, blobs, newId, signer, catalog: deps.catalog }),
    close,
  });
};

export type Portability = {
  readonly exportMarkdown: ReturnType<typeof exportMarkdown>;
  readonly exportSession: ReturnType<typeof exportSession>;
  readonly importBundle: ReturnType<typeof importBundle>;
  readonly close: () => Promise<void>;
};
