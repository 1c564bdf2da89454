import { egressStream, modelsStream } from '@atelier/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { aheadOr } from '../client/ahead.ts';
import { useAtelier } from '../client/atelier-context.ts';
import { isAway } from '../client/away.ts';
import { useFollowedQuery } from '../client/use-followed-query.ts';

const queryKey = ['models', 'ModelsGet'];
export const ledgerKey = ['models', 'EgressListEvents'];

/** Providers, models, defaults, caps and consents, asked for again whenever their stream moves. */
export const useModels = () => {
  const atelier = useAtelier();
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const reply = await aheadOr(atelier, modelsStream, () => atelier.commands.ModelsGet({}));
      const known = client.getQueryData<typeof reply>(queryKey);
      // While the server is away, what was true last stays on the screen; the shell says that it is away.
      return !reply.ok && known?.ok === true && isAway(reply.error) ? known : reply;
    },
  });
  const from = query.data?.ok ? query.data.value.seq : undefined;
  useFollowedQuery(['models'], [{ stream: modelsStream, from }]);

  return {
    view: query.data?.ok ? query.data.value.view : undefined,
    refusal: query.data?.ok === false ? query.data.error : undefined,
    reload: () => {
      query.refetch().catch(console.error);
    },
  };
};

/** Asks again for what was spent and sent whenever a call is made. Only for screens that show it: each call moves this stream. */
export const useSpendingMoves = (): void => {
  const client = useQueryClient();
  const known = client.getQueryData<{ readonly value?: { readonly ledgerSeq: number } }>(queryKey);
  useFollowedQuery(['models'], [{ stream: egressStream, from: known?.value?.ledgerSeq }]);
};
