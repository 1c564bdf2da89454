import { type InstallEvent, type InstallView, installStream } from '@atelier/contracts';
import { type EventLog, err, type NewEvent, ok, type Projection, type Result } from '@atelier/kernel';
import { createDecide } from '@atelier/kernel/usecases';
import { decideToRefused, type StoreRefused } from './words.ts';

export type Decided = { readonly event: InstallEvent; readonly key: string | null };

type Decide<Refused> = (view: InstallView) => Result<Decided | undefined, Refused>;

export type Record = <Refused extends { readonly code: string }>(
  decide: Decide<Refused>,
) => Promise<Result<{ readonly seq: number }, Refused | StoreRefused>>;

type Deps = { readonly log: EventLog; readonly installs: Projection<InstallView> };

/** What is decided on the installation's stream, in this surface's words. */
export const createRecord = ({ log, installs }: Deps): Record => {
  const decideOn = createDecide({ log, states: installs });
  return async <Refused extends { readonly code: string }>(decide: Decide<Refused>) => {
    const recorded = await decideOn(installStream, (view) => {
      const decided = decide(view);
      if (!decided.ok) return err({ ours: decided.error });
      return ok({ events: decided.value ? [eventToNew(decided.value)] : [] });
    });
    if (recorded.ok) return ok({ seq: recorded.value.seq });
    return err('ours' in recorded.error ? recorded.error.ours : decideToRefused(recorded.error));
  };
};

const eventToNew = ({ event: { kind, data }, key }: Decided): NewEvent => ({
  kind,
  key,
  data: data as NewEvent['data'],
});
