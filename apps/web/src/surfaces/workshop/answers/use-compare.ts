import { laneStreamOf } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';
import { useNames } from '../../../models/names.ts';
import { useBench } from '../bench/bench-context.ts';
import { useAskedAgain } from '../bench/use-asked-again.ts';

/** The open comparison, kept current: a lane works on a stream of its own and tells the Workbench only its outcome. */
export const useCompare = (workbenchId: string) => {
  const { commands } = useAtelier();
  const { models } = useBench();
  const queryKey = ['workshop', workbenchId, 'WorkshopGetCompare'];
  const { data } = useQuery({ queryKey, queryFn: () => commands.WorkshopGetCompare({ workbenchId }), staleTime: 0 });
  useAskedAgain(workbenchId, queryKey);
  const { modelName } = useNames();
  const compare = useMemo(() => {
    if (!data?.ok) return undefined;
    const names = named(data.value.lanes.map(({ modelId }) => modelName(modelId, models.models)));
    const lanes = data.value.lanes.map((lane, at) => ({ ...lane, label: names[at] ?? lane.label }));
    return { ...data.value, lanes };
  }, [data, models, modelName]);
  const atWork = compare?.lanes.filter(({ state }) => state === 'running' || state === 'queued') ?? [];
  useFollowedQuery(
    queryKey,
    atWork.map(({ laneId, seq }) => ({ stream: laneStreamOf(laneId), from: seq })),
  );
  return { compare, refusal: data?.ok === false ? data.error : undefined };
};

/** Models by their names in the person's language; a second lane of one model has “(2)” behind it. */
const named = (names: readonly string[]): readonly string[] =>
  names.map((name, at) => {
    const nth = names.slice(0, at + 1).filter((other) => other === name).length;
    return nth === 1 ? name : `${name} (${nth})`;
  });
