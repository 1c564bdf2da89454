import { useQuery } from '@tanstack/react-query';
import { ImageOff, Milestone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTroubleText } from '../../../files/use-trouble-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LongList, type LongListHandle } from '../../../ui/long-list.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useHeldInSight } from '../../../ui/use-held-in-sight.ts';
import { useOrigin } from '../past/origin-context.ts';
import { directionOf } from './columns.ts';
import { BesideText, Margins } from './doc-beside.tsx';
import { blocksOf, type DocBlock, headingLevel, isMarked } from './doc-blocks.ts';
import type { FileSource } from './file-source.ts';
import type { Focus } from './focus.ts';
import { DocSection, FileMap, type TextRun, type TrackedRun } from './shapes.ts';
import { Unreadable } from './unreadable.tsx';

/** What changed, and whether this is the file before or after. */
type Changes = { readonly marks: ReadonlySet<string>; readonly side: 'before' | 'after' };

type Props = {
  readonly source: FileSource;
  readonly focus: Focus;
  readonly changes?: Changes;
  readonly missing?: string;
};

/** A document by its sections, drawn from what it says; a section is fetched when it comes into sight. */
export const DocView = ({ source, focus, changes, missing }: Props) => {
  const { t } = useTranslation('workshop');
  const troubleText = useTroubleText('workshop');
  const list = useRef<LongListHandle>(null);
  const { data, error } = useQuery({
    queryKey: ['workshop', 'map', source.path, source.version],
    queryFn: async () => FileMap.parse(await source.map()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const count = data === undefined ? 0 : Math.max(1, data.section_count);
  const section = focus.section;
  useEffect(() => {
    if (section !== undefined && section > 0 && count > 0) list.current?.reveal(String(section));
  }, [section, count]);
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
      estimate={240}
      handle={list}
      className="flex-1 bg-sunken"
      render={(index) => (
        <Section
          source={source}
          index={index}
          isFocus={index === section}
          isFirst={index === 0}
          isLast={index === count - 1}
          changes={changes}
          missing={missing}
        />
      )}
    />
  );
};

type SectionProps = {
  readonly source: FileSource;
  readonly index: number;
  readonly isFocus: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly changes: Changes | undefined;
  readonly missing: string | undefined;
};

const Section = ({ source, index, isFocus, isFirst, isLast, changes, missing }: SectionProps) => {
  const { t } = useTranslation('workshop');
  const origin = useOrigin();
  const { data, error } = useQuery({
    queryKey: ['workshop', 'section', source.path, source.version, index],
    queryFn: async () => DocSection.parse(await source.content({ section_index: index })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const blocks = data === undefined ? [] : blocksOf(data);
  const firstChange = changes === undefined ? -1 : blocks.findIndex((block) => isMarked(block, changes.marks));
  const change = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  // The side that lacks the change shows its section instead.
  useHeldInSight(firstChange >= 0 ? change : whole, isFocus && changes !== undefined && data !== undefined);
  return (
    <div
      ref={whole}
      className={classNames(
        'mx-auto max-w-3xl border-line border-x bg-raised px-8 py-3',
        isFirst && 'mt-4 rounded-t-md border-t pt-6',
        isLast && 'mb-4 rounded-b-md border-b pb-6',
      )}
    >
      {error !== null && <Unreadable missing={missing} />}
      {data === undefined && error === null && <SkeletonLines lines={4} />}
      <Margins margins={data?.margins ?? []} />
      {blocks.map((block, at) => (
        <div
          key={`${block.kind} ${block.index}`}
          {...(at === firstChange ? { ref: change } : {})}
          className={classNames(
            'group/block relative',
            changes && isMarked(block, changes.marks) && markClass[changes.side],
          )}
        >
          {changes && isMarked(block, changes.marks) && <ChangeSign side={changes.side} />}
          <Block block={block} />
          <BesideText beside={block.beside} />
          {origin !== undefined && block.kind === 'paragraph' && block.text.trim() !== '' && (
            <IconButton
              label={t('origin.title')}
              icon={<Milestone size={13} />}
              onClick={() => origin({ kind: 'text', text: block.text }, true)}
              className="absolute -end-7 top-0 size-6 opacity-0 focus-visible:opacity-100 group-hover/block:opacity-100 pointer-coarse:opacity-100"
            />
          )}
        </div>
      ))}
      {data?.images.map(({ alt_text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pictures of one section keep their order
        <p key={at} className="my-2 flex items-center gap-2 text-faint text-sm">
          <ImageOff size={14} aria-hidden="true" />
          <bdi>{alt_text === null || alt_text === '' ? t('viewer.image') : alt_text}</bdi>
        </p>
      ))}
    </div>
  );
};

const markClass = {
  before: 'rounded-sm bg-danger-soft outline-4 outline-danger-soft',
  after: 'rounded-sm bg-published-soft outline-4 outline-published-soft',
};

/** Says without colour which side of a change this is. */
const ChangeSign = ({ side }: { readonly side: Changes['side'] }) => (
  <span
    className={classNames(
      'absolute -start-6 top-0 font-mono',
      side === 'before' ? 'text-danger-text' : 'text-published-text',
    )}
  >
    {side === 'before' ? '−' : '+'}
  </span>
);

const headingClass = ['', 'text-2xl font-semibold mt-4', 'text-xl font-semibold mt-3', 'text-lg font-semibold mt-2'];

const Block = ({ block }: { readonly block: DocBlock }) => {
  if (block.kind === 'table') {
    return (
      <div dir={directionOf(block.rows.flat())} className="my-3 overflow-x-auto">
        <table className="border-collapse text-base">
          <tbody>
            {block.rows.map((row, down) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table that is only read
              <tr key={down} className={trackedClass(block.tracked_rows[down])}>
                {row.map((cell, across) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells of a table that is only read
                  <td key={across} dir="auto" className="border border-line px-2.5 py-1 align-top">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  const level = headingLevel(block.style);
  if (level > 0) {
    const Heading = level === 1 ? 'h3' : level === 2 ? 'h4' : 'h5';
    return (
      <Heading dir="auto" className={classNames('mb-1.5', headingClass[Math.min(level, 3)])}>
        {block.list?.label !== undefined && <bdi className="me-2 text-muted tabular-nums">{block.list.label}</bdi>}
        {block.text}
      </Heading>
    );
  }
  const runs: readonly (TextRun | TrackedRun)[] = block.tracked_runs.length > 0 ? block.tracked_runs : block.runs;
  const isListed = block.list !== undefined || /list/i.test(block.style);
  return (
    <p
      dir="auto"
      className={classNames('relative my-1.5 min-h-4 whitespace-pre-wrap', isListed && 'ps-6')}
      {...(block.list ? { style: { marginInlineStart: `${block.list.level * 1.5}rem` } } : {})}
    >
      {block.list?.label !== undefined && <ListLabel label={block.list.label} ordered={block.list.ordered} />}
      {runs.length === 0
        ? block.text
        : runs.map((run, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs of a paragraph that is only read
            <Run key={at} run={run} />
          ))}
    </p>
  );
};

/** Says nothing of the direction of its text. As wide as it needs to be: `1.2.3.` pushes its text on, as it does in an office. */
const ListLabel = ({ label, ordered }: { readonly label: string; readonly ordered: boolean }) => (
  <bdi
    {...(ordered ? {} : { 'aria-hidden': true })}
    className="-ms-6 me-1.5 inline-block min-w-4.5 text-muted tabular-nums"
  >
    {label}
  </bdi>
);

const Run = ({ run }: { readonly run: TextRun | TrackedRun }) => {
  const { text, bold, italic, underline } = run;
  const tracked = 'tracked' in run ? (run.tracked ?? undefined) : undefined;
  const look = classNames(bold && 'font-semibold', italic && 'italic', underline && 'underline', trackedClass(tracked));
  if (tracked === 'deleted') return <del className={look}>{text}</del>;
  return tracked === 'inserted' ? <ins className={look}>{text}</ins> : <span className={look}>{text}</span>;
};

const trackedClass = (tracked: 'deleted' | 'inserted' | undefined): string => {
  if (tracked === undefined) return '';
  return tracked === 'deleted' ? 'text-danger-text line-through' : 'text-published-text underline';
};
