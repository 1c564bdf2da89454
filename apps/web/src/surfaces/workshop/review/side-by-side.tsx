import type { Between, ReviewRow } from '@atelier/contracts';
import { type ReactNode, type SyntheticEvent, type UIEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextDiff } from '../../../code/text-diff.ts';
import { gridSelector } from '../../../ui/grid/grid-selector.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBench } from '../bench/bench-context.ts';
import { OriginContext } from '../past/origin-context.ts';
import { OriginScope } from '../past/origin-scope.tsx';
import type { FileSource } from '../viewer/file-source.ts';
import { FileView } from '../viewer/file-view.tsx';
import { type Focus, focusOf } from '../viewer/focus.ts';
import { useBytes } from '../viewer/use-bytes.ts';
import { useSource } from '../viewer/use-source.ts';

/** What changed, as each side has it. */
export type SideMarks = Readonly<Record<'before' | 'after', ReadonlySet<string>>>;

type Props = {
  readonly row: ReviewRow;
  readonly between: Between | undefined;
  readonly names: { readonly before: string; readonly after: string };
  readonly isDraft: boolean;
  readonly marks: SideMarks;
  /** Where the first change is, where the edit left no hint. */
  readonly place: Focus;
};

const publishedToDraft: Between = { from: { at: 'published' }, to: { at: 'draft' } };

/** Both sides of a file beside each other, at the change. The one side can also be what is published now. */
export const SideBySide = ({ row, between, names, isDraft, marks, place }: Props) => {
  const { t } = useTranslation('workshop');
  const { workbenchId } = useBench();
  const [side, setSide] = useState<'reference' | 'published'>('reference');
  const isPublished = side === 'published';
  const points = isPublished ? publishedToDraft : between;
  const at = points === undefined ? {} : { between: points };
  const before = useSource(workbenchId, sideOf(row, row.versionBefore, row.bytesBefore), { side: 'reference', ...at });
  const after = useSource(workbenchId, sideOf(row, row.versionAfter, row.bytesAfter), { side: 'draft', ...at });
  const focus = { ...place, ...focusOf(row.hint) };
  const leader = useRef<Element | null>(null);
  const lead = ({ target }: SyntheticEvent) => {
    leader.current = target instanceof Element ? target.closest(gridSelector) : null;
  };
  const title = isPublished ? t('pane.published') : names.before;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col group-data-stacked/stack:h-[90dvh] group-data-stacked/stack:flex-none">
      {isDraft && row.change !== 'added' && (
        <div className="flex shrink-0 border-line border-b bg-sunken px-3 py-1.5">
          <Segmented
            label={t('review.compareWith')}
            value={side}
            onChange={setSide}
            choices={[
              { value: 'reference', label: names.before },
              { value: 'published', label: t('pane.published') },
            ]}
          />
        </div>
      )}
      {row.kind === 'text' && before !== undefined && after !== undefined ? (
        <Texts before={before} after={after} names={{ before: title, after: names.after }} />
      ) : (
        <Origins row={row} isDraft={isDraft}>
          <div
            className="grid min-h-0 flex-1 auto-rows-fr @2xl:grid-cols-2"
            onScrollCapture={(event) => scrollTogether(event, leader.current)}
            onWheelCapture={lead}
            onPointerDownCapture={lead}
            onKeyDownCapture={lead}
          >
            <OriginContext value={undefined}>
              <Side title={title} missing={row.change === 'added' ? t('pane.newFile') : t('pane.notInReference')}>
                {before !== undefined && (
                  <FileView
                    source={before}
                    focus={focus}
                    marks={marks.before}
                    side="before"
                    missing={t('pane.notInReference')}
                  />
                )}
              </Side>
            </OriginContext>
            <Side title={names.after} missing={t('pane.notInDraft')}>
              {after !== undefined && (
                <FileView
                  source={after}
                  focus={focus}
                  marks={marks.after}
                  side="after"
                  missing={t('pane.notInDraft')}
                />
              )}
            </Side>
          </div>
        </Origins>
      )}
    </div>
  );
};

type OriginsProps = { readonly row: ReviewRow; readonly isDraft: boolean; readonly children: ReactNode };

/** Only what the Draft holds now has an origin that can be asked for. */
const Origins = ({ row, isDraft, children }: OriginsProps) =>
  isDraft && row.change !== 'deleted' ? (
    <OriginScope path={row.path} kind={row.kind}>
      {children}
    </OriginScope>
  ) : (
    children
  );

/**
 * Two grids show the same rows and columns: whoever scrolls one of them moves the other along. Only what a person does
 * leads: a side that has fewer columns would else pull the other one away from the change it was opened at.
 */
const scrollTogether = ({ currentTarget, target }: UIEvent<HTMLElement>, leader: Element | null) => {
  if (!(target instanceof HTMLElement) || target !== leader) return;
  for (const grid of currentTarget.querySelectorAll(gridSelector)) {
    if (grid !== target) grid.scrollTo({ top: target.scrollTop, left: target.scrollLeft, behavior: 'instant' });
  }
};

type SideProps = { readonly title: string; readonly missing: string; readonly children: ReactNode };

const Side = ({ title, missing, children }: SideProps) => (
  <section
    aria-label={title}
    className="flex min-h-64 min-w-0 flex-col group-data-stacked/stack:min-h-0 border-line border-e last:border-e-0"
  >
    <h4 className="shrink-0 border-line border-b bg-sunken px-3 py-1.5 font-medium text-muted text-sm">{title}</h4>
    {children === false ? <p className="p-5 text-muted">{missing}</p> : children}
  </section>
);

type TextsProps = {
  readonly before: FileSource;
  readonly after: FileSource;
  readonly names: { readonly before: string; readonly after: string };
};

const Texts = ({ before, after, names }: TextsProps) => {
  const left = useBytes(before).bytes;
  const right = useBytes(after).bytes;
  const waiting = (
    <div className="p-5">
      <SkeletonLines lines={6} />
    </div>
  );
  if (left === undefined || right === undefined) return waiting;
  const read = new TextDecoder();
  return (
    <>
      <div className="grid shrink-0 grid-cols-2 border-line border-b bg-sunken font-medium text-muted text-sm">
        <h4 className="truncate px-3 py-1.5">{names.before}</h4>
        <h4 className="truncate px-3 py-1.5">{names.after}</h4>
      </div>
      <TextDiff whileLoading={waiting} label={after.path} before={read.decode(left)} after={read.decode(right)} />
    </>
  );
};

const sideOf = (row: ReviewRow, version: string | null, sizeBytes: number | null) =>
  version === null ? undefined : { path: row.path, kind: row.kind, version, sizeBytes: sizeBytes ?? 0 };
