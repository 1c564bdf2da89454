import type { ConversationItem } from '@atelier/contracts';
import { useMemo } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { TalkContext, useTalk } from '../../../conversation/talk.ts';
import { ToolCard } from '../../../conversation/tool-card.tsx';
import { useBench } from '../bench/bench-context.ts';

type Props = { readonly messageId: string; readonly calls: readonly ConversationItem[] };

/** Calls of the run behind one answer. Lanes count their calls anew, so a result is asked for with the answer's id. */
export const TracedCalls = ({ messageId, calls }: Props) => {
  const { commands } = useAtelier();
  const { workbenchId, acts } = useBench();
  const talk = useTalk();
  const traced = useMemo(
    () => ({
      ...talk,
      wholeResult: async (entryId: number) =>
        (await acts.said(commands.WorkshopToolResult({ workbenchId, entryId, messageId })))?.result,
    }),
    [talk, acts, commands, workbenchId, messageId],
  );
  return (
    <TalkContext value={traced}>
      {calls.map((item) => (item.kind === 'tool' ? <ToolCard key={item.id} item={item} /> : null))}
    </TalkContext>
  );
};
