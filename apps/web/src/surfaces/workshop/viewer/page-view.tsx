import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LongList, type LongListHandle } from '../../../ui/long-list.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import type { FileSource } from './file-source.ts';
import type { Focus } from './focus.ts';
import { FileMap } from './shapes.ts';

type Props = { readonly source: FileSource; readonly focus: Focus };

const zooms = ['1', '1.5', '2'] as const;

/** Pages as pictures: what a printer would print. A picture is one page. */
export const PageView = ({ source, focus }: Props) => {
  const { t } = useTranslation('workshop');
  const list = useRef<LongListHandle>(null);
  const [zoom, setZoom] = useState<(typeof zooms)[number]>('1');
  const isPicture = source.kind === 'image';
  const { data, isError } = useQuery({
    queryKey: ['workshop', 'map', source.path, source.version],
    queryFn: async () => FileMap.parse(await source.map()),
    enabled: !isPicture,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const count = isPicture ? 1 : (data?.page_count ?? (isError ? 1 : 0));
  const { page } = focus;
  useEffect(() => {
    if (page !== undefined && page > 1 && count > 0) list.current?.jumpTo(String(Math.min(page, count)));
  }, [page, count]);
  if (count === 0 && data === undefined && !isError) {
    return (
      <div className="p-6">
        <SkeletonLines lines={8} />
      </div>
    );
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-3 border-line border-b bg-sunken px-3 py-1.5">
        <Segmented
          label={t('viewer.zoom')}
          value={zoom}
          onChange={setZoom}
          choices={zooms.map((each) => ({ value: each, label: `${Number(each) * 100} %` }))}
        />
      </div>
      <LongList
        label={source.path}
        items={Array.from({ length: Math.max(1, count) }, (_, at) => at + 1)}
        keyOf={String}
        estimate={isPicture ? 480 : 900}
        handle={list}
        className="flex-1 bg-sunken"
        render={(number) => (
          <figure className="flex flex-col gap-1.5 overflow-x-auto px-4 py-3">
            {!isPicture && (
              <figcaption className="text-center text-faint text-xs">
                {t('viewer.page', { at: number, of: count })}
              </figcaption>
            )}
            <PageImage source={source} page={number} zoom={Number(zoom)} />
          </figure>
        )}
      />
    </div>
  );
};

type ImageProps = { readonly source: FileSource; readonly page: number; readonly zoom: number };

const PageImage = ({ source, page, zoom }: ImageProps) => {
  const { t } = useTranslation('workshop');
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <p className="py-8 text-center text-muted">{t('viewer.noPicture')}</p>;
  return (
    <img
      src={source.pageAddress(page, zoom > 1 ? 2 : 1)}
      alt={t('viewer.picture', { name: `${source.path} ${page}` })}
      loading="lazy"
      onError={() => setFailed(true)}
      style={{ width: `${zoom * 100}%`, maxWidth: `${zoom * 48}rem` }}
      className="mx-auto block rounded-sm border border-line bg-raised"
    />
  );
};
