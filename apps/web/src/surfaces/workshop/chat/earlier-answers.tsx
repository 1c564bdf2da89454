import { useQuery } from '@tanstack/react-query';
import { History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Markdown } from '../../../code/markdown.ts';
import { Button } from '../../../ui/button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBench } from '../bench/bench-context.ts';

/** Answers that this one took the place of: each can be read, and brought back with the files that belong to it. */
export const EarlierAnswers = ({ questionId }: { readonly questionId: string }) => {
  const { t } = useTranslation('workshop');
  const { view } = useBench();
  const [shown, setShown] = useState<string>();
  const earlier = view.earlierAnswers.filter((answer) => answer.questionId === questionId);
  if (earlier.length === 0) return null;
  const of = earlier.length + 1;
  const answer = earlier.find(({ answerId }) => answerId === shown);
  return (
    <div className="pt-2 text-sm">
      <div className="flex flex-wrap gap-2">
        {earlier.map(({ answerId }, index) => (
          <Button
            key={answerId}
            size="sm"
            tone="quiet"
            icon={<History size={13} />}
            aria-expanded={shown === answerId}
            onClick={() => setShown(shown === answerId ? undefined : answerId)}
          >
            {t('chat.earlierAnswer', { at: index + 1, of })}
          </Button>
        ))}
      </div>
      {answer !== undefined && (
        <Earlier
          key={answer.answerId}
          answer={answer}
          label={t('chat.earlierAnswer', { at: earlier.indexOf(answer) + 1, of })}
        />
      )}
    </div>
  );
};

type EarlierProps = {
  readonly answer: { readonly answerId: string; readonly head: string };
  readonly label: string;
};

const Earlier = ({ answer, label }: EarlierProps) => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { acts, workbenchId, view } = useBench();
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkshopHistory', answer.answerId],
    queryFn: () => commands.WorkshopHistory({ workbenchId, upTo: answer.answerId, limit: 1 }),
  });
  const item = data?.ok === true ? data.value.items.find(({ id }) => id === answer.answerId) : undefined;
  const isBusy = view.state === 'running' || view.state === 'comparing';
  return (
    <section aria-label={label} className="mt-2 rounded-md border border-line bg-sunken px-3 py-2.5">
      {item?.kind === 'assistant' ? (
        <Markdown whileLoading={<SkeletonLines lines={2} />} text={item.text} />
      ) : (
        <SkeletonLines lines={2} />
      )}
      <p className="pt-2">
        <Button
          size="sm"
          icon={<Undo2 size={13} className="mirror-rtl" />}
          disabled={isBusy}
          onClick={() => void acts.restorePath(answer.head)}
        >
          {t('chat.bringBack')}
        </Button>
      </p>
    </section>
  );
};
