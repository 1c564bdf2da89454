import { type InstallEvent, type InstallView, installStream } from '@atelier/contracts';
import { type EventLog, err, type NewEvent, ok, type Projection, type Result } from '@atelier/kernel';
import { logToRefused, projectionToRefused, type StoreRefused } from './words.ts';

export type Decided = { readonly event: InstallEvent; readonly key: string | null };

type Decide<Refused> = (view: InstallView) => Result<Decided | undefined, Refused>;

export type Record = <Refused extends { readonly code: string }>(
  decide: Decide<Refused>,
) => Promise<Result<{ readonly seq: number }, Refused | StoreRefused>>;

type Deps = { readonly log: EventLog; readonly installs: Projection<InstallView> };

const mostAttempts = 16;

/** Reads, decides, appends; another writer in between means deciding again on what is true by then. */
export const createRecord =
  ({ log, installs }: Deps): Record =>
  async (decide) => {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const now = await installs.at(installStream);
      if (!now.ok) return err(projectionToRefused(now.error));
      const decision = decide(now.value.state);
      if (!decision.ok) return decision;
      if (decision.value === undefined) return ok({ seq: now.value.seq });
      const { event, key } = decision.value;
      const appended = await log.append(installStream, [eventToNew(event, key)], { expected: now.value.seq });
      if (appended.ok) return ok({ seq: appended.value.next });
      if (appended.error.code !== 'STALE') return err(logToRefused(appended.error));
    }
    return err({ code: 'STORE_BUSY', afterMs: 50 });
  };

const eventToNew = ({ kind, data }: InstallEvent, key: string | null): NewEvent => ({
  kind,
  key,
  data: data as NewEvent['data'],
});
