import { useQuery } from '@tanstack/react-query';
import { EyeOff, Image, Shapes } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTroubleText } from '../../../files/use-trouble-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LongList, type LongListHandle } from '../../../ui/long-list.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import type { FileSource } from './file-source.ts';
import type { Focus } from './focus.ts';
import { FileMap, SlideContent } from './shapes.ts';
import { Unreadable } from './unreadable.tsx';

type Props = { readonly source: FileSource; readonly focus: Focus; readonly missing?: string };

/** Slides in their order, each as its shapes stand; no program that draws them is needed. */
export const SlideView = ({ source, focus, missing }: Props) => {
  const { t } = useTranslation('workshop');
  const troubleText = useTroubleText('workshop');
  const list = useRef<LongListHandle>(null);
  const { data, error } = useQuery({
    queryKey: ['workshop', 'map', source.path, source.version],
    queryFn: async () => FileMap.parse(await source.map()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const count = data?.slide_count ?? 0;
  const slide = focus.slide;
  useEffect(() => {
    if (slide !== undefined && slide > 0 && count > 0) list.current?.jumpTo(String(Math.min(slide, count - 1)));
  }, [slide, count]);
  if (error !== null) {
    return (
      <div className="p-4">
        <Banner tone="danger" title={t('viewer.failed')}>
          {troubleText(error)}
        </Banner>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div className="p-6">
        <SkeletonLines lines={8} />
      </div>
    );
  }
  return (
    <LongList
      label={source.path}
      items={Array.from({ length: count }, (_, at) => at)}
      keyOf={String}
      estimate={420}
      handle={list}
      className="flex-1 bg-sunken"
      render={(index) => (
        <OneSlide
          source={source}
          index={index}
          count={count}
          shape={data.slide_size ? data.slide_size.width_in / data.slide_size.height_in : 16 / 9}
          isFocus={index === slide}
          missing={missing}
        />
      )}
    />
  );
};

/** The shape that names its slide: by its kind, or because it says the slide's title. */
const isTitle = ({ placeholder_type, text_blocks }: SlideContent['shapes'][number], title: string | null): boolean =>
  /title/i.test(placeholder_type ?? '') || (title !== null && text_blocks.map(({ text }) => text).join(' ') === title);

const undrawn = ['chart', 'diagram', 'media', 'object'] as const;
const isUndrawn = (type: string): type is (typeof undrawn)[number] => undrawn.some((each) => each === type);

type SlideProps = {
  readonly source: FileSource;
  readonly index: number;
  readonly count: number;
  /** How wide it is for its height. */
  readonly shape: number;
  readonly isFocus: boolean;
  readonly missing: string | undefined;
};

const OneSlide = ({ source, index, count, shape: aspectRatio, isFocus, missing }: SlideProps) => {
  const { t } = useTranslation('workshop');
  const { data, error } = useQuery({
    queryKey: ['workshop', 'slide', source.path, source.version, index],
    queryFn: async () => SlideContent.parse(await source.content({ slide_index: index, detail: 'positioned' })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <figure className="mx-auto flex max-w-3xl flex-col gap-1.5 px-4 py-3">
      <figcaption className="flex items-center gap-2 text-faint text-xs">
        {t('viewer.slide', { at: index + 1, of: count })}
        {data?.hidden === true && <Badge icon={<EyeOff size={11} aria-hidden="true" />}>{t('viewer.hidden')}</Badge>}
      </figcaption>
      {error !== null && <Unreadable missing={missing} />}
      {data === undefined && error === null && (
        <div style={{ aspectRatio }}>
          <Skeleton className="h-full w-full" />
        </div>
      )}
      {data !== undefined && (
        <div
          className={classNames(
            // Words that run over the edge of their slide can be scrolled to: none is cut off.
            '@container relative w-full overflow-x-hidden overflow-y-auto rounded-md border bg-raised',
            isFocus ? 'border-draft' : 'border-line',
          )}
          style={{ aspectRatio }}
        >
          {data.shapes.map((shape) => (
            <div
              key={shape.index}
              dir="auto"
              className={classNames(
                'absolute text-[2.1cqw]/[1.25]',
                isTitle(shape, data.title) && 'font-semibold text-[3.6cqw]/[1.15]',
              )}
              style={{
                insetInlineStart: 'auto',
                // Where a shape stands on its slide is the same in every direction of writing.
                left: `${(shape.left ?? 0.06) * 100}%`,
                top: `${(shape.top ?? 0.06) * 100}%`,
                width: `${(shape.width ?? 0.88) * 100}%`,
                height: `${(shape.height ?? 0.2) * 100}%`,
              }}
            >
              {shape.has_image && (
                <span className="flex h-full w-full flex-col items-center justify-center gap-1 bg-sunken text-faint text-xs">
                  <Image size={18} aria-hidden="true" />
                  <bdi>{shape.alt_text ?? ''}</bdi>
                </span>
              )}
              {isUndrawn(shape.shape_type) && (
                <span className="flex h-full w-full flex-col items-center justify-center gap-1 bg-sunken text-faint text-xs">
                  <Shapes size={18} aria-hidden="true" />
                  <span>{t(`viewer.undrawn.${shape.shape_type}`)}</span>
                  <bdi>{shape.alt_text === null || shape.alt_text === '' ? shape.name : shape.alt_text}</bdi>
                </span>
              )}
              {shape.text_blocks.map(({ text, level }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a slide that is only read
                <p key={at} style={{ paddingInlineStart: `${level * 3}cqw` }}>
                  {text}
                </p>
              ))}
              {shape.table !== undefined && (
                <table className="w-full border-collapse text-[1.7cqw]">
                  <tbody>
                    {shape.table.map((row, down) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table that is only read
                      <tr key={down}>
                        {row.map((cell, across) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: cells of a table that is only read
                          <td key={across} className="border border-line px-1">
                            {cell}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </div>
          ))}
        </div>
      )}
      {data?.notes !== undefined && data.notes !== null && data.notes !== '' && (
        <p dir="auto" className="whitespace-pre-wrap text-muted text-sm">
          <span className="text-faint text-xs">{t('viewer.notes')}: </span>
          <bdi className="whitespace-pre-line">{data.notes}</bdi>
        </p>
      )}
    </figure>
  );
};
