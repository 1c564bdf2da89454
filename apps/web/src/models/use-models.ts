import { modelsStream } from '@atelier/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAtelier } from '../client/atelier-context.ts';
import { isAway } from '../client/away.ts';

/** One change is often several events; they are asked for together. */
const settleMs = 60;
const queryKey = ['models', 'ModelsGet'];
/** The ledger grows on the same stream. */
export const ledgerKey = ['models', 'EgressListEvents'];

/** Providers, models, defaults, caps and consents, asked for again whenever their stream moves. */
export const useModels = () => {
  const { commands, connection } = useAtelier();
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const reply = await commands.ModelsGet({});
      const known = client.getQueryData<typeof reply>(queryKey);
      // While the server is away, what was true last stays on the screen; the shell says that it is away.
      return !reply.ok && known?.ok === true && isAway(reply.error) ? known : reply;
    },
  });
  const from = query.data?.ok ? query.data.value.seq : undefined;
  const isReady = from !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: following begins where the first look ended and goes on from there
  useEffect(() => {
    if (from === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        client.invalidateQueries({ queryKey: ['models'] }).catch(console.error);
      }, settleMs);
    };
    const stop = connection.follow(modelsStream, from, { event: refresh, live: refresh, refused: refresh });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isReady, connection, client]);

  return {
    view: query.data?.ok ? query.data.value.view : undefined,
    refusal: query.data?.ok === false ? query.data.error : undefined,
    reload: () => {
      query.refetch().catch(console.error);
    },
  };
};
