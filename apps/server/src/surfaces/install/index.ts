import {
  emptyInstall,
  type installCommands,
  installEvents,
  installStream,
  type StorageFacts,
  type StorageView,
} from '@atelier/contracts';
import { sha256 } from '@atelier/kernel/adapters';
import { derivedId, ok, type Result } from '@atelier/kernel/core';
import type { Caller } from '../../caller.ts';
import { lookAtLive } from '../../installation/look-at-live.ts';
import { owner } from '../../people/events.ts';
import { askerOf } from '../../people/people.ts';
import { answerRefused } from '../../people/words.ts';
import type { CreateSurface, Handlers } from '../surface.ts';
import { checkStore } from './check-store.ts';
import { createCollectionJob } from './collection-job.ts';
import { collected, endSignIns, setQuota, setSettings } from './decisions.ts';
import { createRecord } from './record.ts';
import { createStoreCheckJob } from './store-check-job.ts';
import { type InstallRefused, projectionToRefused, refusedToRefusal } from './words.ts';

/** What is true of the whole installation: settings, the health of the store, links to sign in by. */
export const createInstallSurface: CreateSurface = (kit) => {
  const { log, deltas, installs } = kit;
  const record = createRecord({ log, installs });
  const job = createStoreCheckJob({
    record,
    deltas,
    server: kit.serverId,
    newCheckId: (requestId) => (requestId === undefined ? kit.newId('chk') : derivedId('chk', sha256, requestId)),
    check: (onProgress, signal) =>
      checkStore({
        log,
        kinds: kit.streamKinds(),
        countMissing: async () => (await lookAtLive(kit.storage)).missing,
        onProgress,
        signal,
      }),
    onFault: (cause) => kit.onFault(cause, 'store check'),
  });
  const collection = createCollectionJob({
    ...kit.collection,
    onSwept: async (swept) => void (await record(() => collected(swept))),
    onFault: (cause) => kit.onFault(cause, 'collection'),
  });
  const storageFacts = async (view: StorageView): Promise<StorageFacts> => ({
    ...(await kit.measureStorage(view)),
    trouble: collection.trouble(),
  });

  /** One more browser of the one who asks; nobody adds one to somebody else in passing. */
  const linkFor = async (caller: Caller, askerIn = kit.people.askerIn(caller)) => {
    if (caller.token !== undefined) return answerRefused({ code: 'PERSON_NEEDED' });
    if (caller.person === owner && caller.mark === undefined) return ok(await kit.ownerLink('device', askerIn));
    const made = await kit.links.make(askerIn, caller.person, 'device');
    if (!made.ok) return answerRefused(made.error);
    return ok({ url: kit.linkAddress(made.value.token), expiresAt: made.value.expiresAt });
  };

  const handlers: Handlers<keyof typeof installCommands> = {
    InstallGet: async (_nothing, { role }) => {
      const now = await installs.at(installStream);
      if (!now.ok) return { ok: false, error: refusedToRefusal(projectionToRefused(now.error)) };
      const { version, dataFolder } = kit.about;
      const about = {
        version,
        node: process.version,
        platform: `${process.platform}-${process.arch}`,
        // Where things are on the machine is for those who run it.
        dataFolder: role === 'admin' ? dataFolder : null,
      };
      return ok({ view: now.value.state, seq: now.value.seq, unavailable: [...kit.unavailable()], about });
    },
    SettingsSet: async ({ set, requestId }) => answer(await record((view) => setSettings(view, set, requestId))),
    DiagnosticsGet: async () => {
      const now = await installs.at(installStream);
      const facts = await storageFacts((now.ok ? now.value.state : emptyInstall).storage);
      const looked = collection.hasLooked() ? facts : { ...facts, trouble: (await lookAtLive(kit.storage)).trouble };
      return ok(await kit.diagnose(looked));
    },
    StorageGet: async () => {
      const now = await installs.at(installStream);
      if (!now.ok) return { ok: false, error: refusedToRefusal(projectionToRefused(now.error)) };
      return ok(await storageFacts(now.value.state.storage));
    },
    StorageQuotaSet: async ({ quotaBytes, requestId }) =>
      answer(await record((view) => setQuota(view, quotaBytes, requestId))),
    StoreCheckStart: async ({ requestId }) => answer(await job.start(requestId)),
    StoreCheckCancel: async ({ checkId }) => answer(await job.cancel(checkId)),
    SignOutEverywhere: async ({ requestId }, caller) => {
      if (caller.token !== undefined) return answerRefused({ code: 'PERSON_NEEDED' });
      const ended = await record(() => endSignIns(caller.person, requestId));
      if (!ended.ok) return answer(ended);
      await kit.refreshSignIns();
      // The browser that asked was signed out with all the others, and so its link is bound to none.
      const { session: _ended, ...asker } = askerOf(caller);
      const link = await linkFor(caller, () => asker);
      return link.ok ? ok({ seq: ended.value.seq, url: link.value.url }) : link;
    },
    LinkCreate: async ({ asOwner }, caller) => {
      const isMachine = caller.via === 'bearer' && caller.token === undefined;
      // Whoever reads the install token has the machine, and with it the installation.
      if (asOwner) return isMachine ? ok(await kit.ownerLink('owner')) : answerRefused({ code: 'PERSON_NOT_FOUND' });
      return linkFor(caller);
    },
  };
  return {
    handlers,
    streams: { [installStream]: { follow: 'viewer', check: installEvents.problem } },
    unread: async () => {
      const now = await installs.at(installStream);
      return now.ok && now.value.state.unread ? [{ stream: installStream, events: now.value.state.unread }] : [];
    },
    language: async () => {
      const now = await installs.at(installStream);
      return now.ok ? now.value.state.settings.language : undefined;
    },
    start: async () => {
      await job.recover();
      collection.start();
    },
    stop: async () => {
      await job.stop();
      await collection.stop();
    },
  };
};

const answer = <Value, Refused extends InstallRefused>(result: Result<Value, Refused>) =>
  result.ok ? result : ({ ok: false, error: refusedToRefusal(result.error) } as const);
