import type { ReviewItem } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import type { DiffAnswer, DiffRequest, Source } from '../../tools/kind-handler.ts';
import { type Built, plain } from './built.ts';

const whole = (kind: Built['kind'], items: readonly ReviewItem[], also: readonly string[]): Built => ({
  kind,
  items,
  groups: new Map(),
  changes: [],
  also,
  isDivisible: false,
});

type Line = { readonly type: string; readonly text: string; readonly spans?: readonly (readonly [number, number])[] };

export const buildPdf = ({ body, other_changes }: DiffAnswer): Built => {
  const pages = (body.pages ?? []) as readonly JsonObject[];
  const items = pages.map((page, at): ReviewItem => {
    const lines = ((page.hunks ?? []) as unknown as readonly { lines: readonly Line[] }[]).flatMap(
      (hunk) => hunk.lines,
    );
    const side = (type: string) =>
      lines
        .filter((line) => line.type === type)
        .map(({ text, spans }) => ({
          ...plain(text),
          spans: (spans ?? []).map(([from, to]): [number, number] => [from, to]),
        }));
    const [before, after] = [page.page_before as number | null, page.page_after as number | null];
    return {
      what: 'page',
      id: `page:${at}`,
      group: 'pages',
      place: { at: 'page', number: after ?? before ?? 1 },
      status: page.status === 'visual_change' ? 'changed' : (page.status as 'added'),
      changes: ['whole'],
      pageBefore: before,
      pageAfter: after,
      before: side('removed'),
      after: side('added'),
      share: (page.share as number | undefined) ?? null,
      boxes: (page.boxes ?? []) as never,
    };
  });
  return whole('pdf', items, other_changes);
};

export const buildImage = ({ body, other_changes }: DiffAnswer): Built => {
  const facts = (side: unknown) => {
    const { format, width, height } = (side ?? {}) as JsonObject;
    return side === null
      ? null
      : { format: String(format), width: (width ?? null) as number | null, height: (height ?? null) as number | null };
  };
  const [before, after] = [facts(body.before ?? null), facts(body.after ?? null)];
  const item: ReviewItem = {
    what: 'picture',
    id: 'picture',
    group: 'picture',
    place: { at: 'file' },
    status: before === null ? 'added' : after === null ? 'removed' : 'changed',
    changes: ['whole'],
    before,
    after,
    share: (body.changed_share as number | null) ?? null,
    boxes: (body.boxes ?? []) as never,
  };
  return whole('image', [item], other_changes);
};

/** What is known of bytes that nothing here reads. */
export const buildOpaque = ({ reference, draft }: Pick<DiffRequest, 'reference' | 'draft'>): Built => {
  const facts = (source: Source | null) => source && { format: source.format, sizeBytes: source.size_bytes };
  const [before, after] = [facts(reference), facts(draft)];
  const item: ReviewItem = {
    what: 'file',
    id: 'file',
    group: 'file',
    place: { at: 'file' },
    status: before === null ? 'added' : after === null ? 'removed' : 'changed',
    changes: ['whole'],
    before,
    after,
  };
  return whole('opaque', [item], []);
};
