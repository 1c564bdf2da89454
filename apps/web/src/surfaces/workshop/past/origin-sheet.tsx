import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBench } from '../bench/bench-context.ts';
import { TracedCalls } from '../chat/traced-calls.tsx';
import { MadeByLine } from './made-by-line.tsx';
import type { Place } from './origin-context.ts';
import { usePlaceName } from './use-place-name.ts';

type Props = { readonly path: string; readonly place: Place; readonly onClose: () => void };

/** Since when a place of a file says what it says, and who wrote it. */
export const OriginSheet = ({ path, place, onClose }: Props) => {
  const { t } = useTranslation('workshop');
  const { workbenchId } = useBench();
  const { commands } = useAtelier();
  const refusalText = useRefusalText('workshop');
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkshopBlame', path, place],
    queryFn: () => commands.WorkshopBlame({ workbenchId, path, place }),
    staleTime: 0,
  });
  const placeName = usePlaceName();
  return (
    <SideSheet open onOpenChange={onClose} title={t('origin.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">
          <FileName name={path} />
          {' · '}
          <bdi>{placeName(place)}</bdi>
        </p>
        {data === undefined && <SkeletonLines lines={4} />}
        {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
        {data?.ok === true && (
          <>
            <blockquote dir="auto" className="whitespace-pre-wrap border-line border-s-2 ps-3">
              {data.value.text}
            </blockquote>
            {data.value.isOriginal ? (
              <p>{t('origin.original')}</p>
            ) : (
              data.value.tool !== null && (
                <div className="flex flex-col gap-1.5">
                  <span>
                    <Badge>
                      <bdi className="font-mono">{data.value.tool.name}</bdi>
                    </Badge>
                  </span>
                  <p dir="auto">{data.value.tool.summary}</p>
                </div>
              )
            )}
            <MadeByLine lead={t('origin.since')} made={data.value.since} />
            {data.value.calls.length > 0 && data.value.since.messageId !== null && (
              <section
                aria-label={t('origin.calls', { count: data.value.calls.length })}
                className="flex flex-col gap-1.5"
              >
                <h3 className="font-medium text-faint text-xs">
                  {t('origin.calls', { count: data.value.calls.length })}
                </h3>
                <TracedCalls messageId={data.value.since.messageId} calls={data.value.calls} />
              </section>
            )}
            {data.value.isCutOff && <Banner tone="draft" title={t('origin.cutOff')} />}
          </>
        )}
      </div>
    </SideSheet>
  );
};
