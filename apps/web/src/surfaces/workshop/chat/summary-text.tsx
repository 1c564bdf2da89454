import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Markdown } from '../../../code/markdown.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBench } from '../bench/bench-context.ts';

/** What the model reads in place of older messages, word for word. */
export const SummaryText = ({ messageId }: { readonly messageId: string }) => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const refusalText = useRefusalText('workshop');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkshopSummary', messageId],
    queryFn: () => commands.WorkshopSummary({ workbenchId, messageId }),
    enabled: isOpen,
  });
  return (
    <details className="basis-full" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm text-muted hover:text-text">{t('card.showSummary')}</summary>
      <div className="pt-2">
        {isOpen && data === undefined && <SkeletonLines lines={3} />}
        {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
        {data?.ok === true && <Markdown whileLoading={<SkeletonLines lines={3} />} text={data.value.text} />}
      </div>
    </details>
  );
};
