import { defaultSettings, type InstallView, installStream, type Settings } from '@atelier/contracts';
import type { EventLog, LogEvent, Projection } from '@atelier/kernel';
import { keepFollowing } from './keep-following.ts';

/** Which sign-ins of browsers still count. */
export type SignIns = {
  readonly days: () => number;
  /** As they were last read: for what every request asks. */
  readonly settings: () => Settings;
  /** What a new sign-in belongs to; ending all of them raises it. */
  readonly generation: () => number;
  readonly isGood: (signIn: { readonly issuedAt: number; readonly generation: number }) => boolean;
  /** Looks at the log again. Done by itself when another server ends the sign-ins. */
  readonly refresh: () => Promise<void>;
};

type Deps = {
  readonly installs: Projection<InstallView>;
  readonly log: Pick<EventLog, 'follow'>;
  readonly now: () => number;
  readonly stopping: AbortSignal;
  /** Every browser that was signed in is not any more. */
  readonly onEnded: () => void;
  readonly onFault: (cause: unknown) => void;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Kept in memory, because every request asks; what the log says of it is followed. */
export const createSignIns = ({ installs, log, now, stopping, onEnded, onFault }: Deps): SignIns => {
  const startedAt = now();
  let known: { readonly settings: Settings; readonly days: number; readonly generation: number } | undefined;

  const look = async (): Promise<number | undefined> => {
    const read = await installs.at(installStream);
    if (!read.ok) return undefined;
    const before = known;
    const { settings, signInGeneration } = read.value.state;
    known = { settings, days: settings.signInDays, generation: signInGeneration };
    if (before && before.generation < known.generation) onEnded();
    return read.value.seq;
  };
  const heard = async ({ kind }: LogEvent): Promise<void> => {
    if (kind === 'sign_ins.ended' || kind === 'settings.changed') await look();
  };
  void keepFollowing({ log, stream: installStream, look, heard, stopping, onFault });

  return {
    days: () => known?.days ?? defaultSettings.signInDays,
    settings: () => known?.settings ?? defaultSettings,
    generation: () => known?.generation ?? 0,
    isGood: ({ issuedAt, generation }) => {
      // A log that cannot be read cannot say who was signed out: then only a link of this start lets anybody in.
      if (!known) return issuedAt >= startedAt;
      // A higher one was issued by a server that has read further than this one.
      return generation >= known.generation && now() < issuedAt + known.days * dayMs;
    },
    refresh: async () => void (await look()),
  };
};
