import { err, ok, type Result } from '../../core/result.ts';
import type { SharedRecords } from '../../ports/shared-records.ts';
import type { BucketSettings, BucketSettingsRefused } from '../bucket/bucket-settings.ts';

/** Where content lies, without any secret: all processes on one database must agree on it. */
type ContentPlace =
  | { readonly v: 1; readonly place: 'database' }
  | {
      readonly v: 1;
      readonly place: 'bucket';
      readonly endpoint: string;
      readonly bucket: string;
      readonly prefix: string;
    };

export type ContentPlaceRefused =
  | BucketSettingsRefused
  /** A bucket is named without a database: what lies where in it is known by rows. */
  | { readonly code: 'BUCKET_WITHOUT_DATABASE' }
  /** Content lies in a bucket, and none is named. */
  | { readonly code: 'BUCKET_MISSING'; readonly bucket: string }
  /** Another bucket is named than the one with the content. */
  | { readonly code: 'BUCKET_DIFFERS'; readonly bucket: string; readonly named: string }
  /** A bucket is named, and the content lies in the database. */
  | { readonly code: 'CONTENT_NOT_MOVED'; readonly named: string };

const RECORD = 'content.place';

export const placeOfContent = (settings: BucketSettings | undefined): ContentPlace =>
  settings
    ? { v: 1, place: 'bucket', endpoint: settings.endpoint, bucket: settings.bucket, prefix: settings.prefix }
    : { v: 1, place: 'database' };

const nameOf = (place: ContentPlace): string =>
  place.place === 'database' ? 'the database' : `${place.bucket}/${place.prefix} at ${place.endpoint}`;

const textOf = (place: ContentPlace): string => JSON.stringify(place);

/** Undefined while nobody has written it down: an Atelier that knew no buckets, or the first start. */
export const readContentPlace = async (records: SharedRecords): Promise<ContentPlace | undefined> => {
  const text = await records.read(RECORD);
  return text === undefined ? undefined : (JSON.parse(text) as ContentPlace);
};

/** Two processes that put content in different places would each miss what the other has: refused, in a sentence. */
export const agreeOnContentPlace = async (
  records: SharedRecords,
  settings: BucketSettings | undefined,
  { hasContent, readOnly }: { readonly hasContent: () => Promise<boolean>; readonly readOnly: boolean },
): Promise<Result<undefined, ContentPlaceRefused>> => {
  const wanted = placeOfContent(settings);
  let found = await readContentPlace(records);
  if (found === undefined) {
    if (settings && (await hasContent())) return err({ code: 'CONTENT_NOT_MOVED', named: nameOf(wanted) });
    if (readOnly) return ok(undefined);
    found = JSON.parse(await records.putIfAbsent(RECORD, textOf(wanted))) as ContentPlace;
  }
  if (textOf(found) === textOf(wanted)) return ok(undefined);
  if (!settings) return err({ code: 'BUCKET_MISSING', bucket: nameOf(found) });
  if (found.place === 'database') return err({ code: 'CONTENT_NOT_MOVED', named: nameOf(wanted) });
  return err({ code: 'BUCKET_DIFFERS', bucket: nameOf(found), named: nameOf(wanted) });
};

/** On the word of a move alone. */
export const changeContentPlace = async (
  records: SharedRecords,
  settings: BucketSettings | undefined,
): Promise<boolean> => {
  const before = await records.read(RECORD);
  const after = textOf(placeOfContent(settings));
  if (before === undefined) return (await records.putIfAbsent(RECORD, after)) === after;
  return before === after || records.replace(RECORD, before, after);
};
