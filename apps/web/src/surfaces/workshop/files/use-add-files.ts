import type { ErrorEnvelope } from '@atelier/contracts';
import { kindOfName } from '@atelier/workshop/view';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { nameInText } from '../../../ui/split-name.ts';
import { toasts } from '../../../ui/toast-store.ts';
import { createUploads, type Uploads } from '../../../ui/upload/uploads.ts';
import type { Incoming } from '../../../ui/upload/walk-entries.ts';
import { useBench } from '../bench/bench-context.ts';
import { flatNames } from './flat-names.ts';
import { putUpload } from './put-upload.ts';

/** A file with the name it gets here. */
export type NamedFile = { readonly name: string; readonly file: File };

/** Files that wait for a word: their names clash, or a folder is about to be flattened. */
export type Arrival = { readonly incoming: Incoming; readonly isTable?: boolean };

/** Brings files in: names are shown first where they change or clash, then all bytes go up, then one command adds them. */
export const useAddFiles = () => {
  const { t } = useTranslation('workshop');
  const { view, acts } = useBench();
  const refusalText = useRefusalText('workshop');
  const [arrival, setArrival] = useState<Arrival>();
  /** Files on their way now. */
  const [uploads, setUploads] = useState<Uploads>();

  const take = (incoming: Incoming, isTable = false) => {
    if (incoming.files.length + incoming.unreadable.length === 0) return;
    const names = flatNames(
      view.files.map(({ path }) => path),
      incoming.files.map(({ path }) => path),
    );
    const isPlain = names.every(({ path, name, clash }) => clash === null && path === name);
    if (isPlain && incoming.unreadable.length === 0 && !isTable) {
      void add(incoming.files.map(({ path, file }) => ({ name: path, file })));
    } else setArrival({ incoming, isTable });
  };

  /** The names that were added. */
  const add = async (files: readonly NamedFile[]): Promise<readonly string[]> => {
    setArrival(undefined);
    const { largestFileBytes } = view.limits;
    const tooLarge = files.filter(({ file }) => file.size > largestFileBytes).map(({ name }) => name);
    const going = files.filter(({ file }) => file.size <= largestFileBytes);
    let names: readonly string[] = [];
    const skipped = tooLarge.map((name) => skippedLine(name, t('arrive.reason.size_limit')));
    if (going.length > 0) {
      const { ids, failed } = await upload(going);
      for (const { name, error } of failed) skipped.push(skippedLine(name, refusalText(error)));
      const done = ids.length === 0 ? undefined : await acts.attempt(() => acts.addUploads([...ids]));
      const added = done?.addResults.filter(({ status }) => status === 'added') ?? [];
      names = added.map(({ name }) => name);
      for (const { name, reason } of done?.addResults ?? []) {
        if (reason !== null) skipped.push(skippedLine(name, t(`arrive.reason.${reason}`)));
      }
      if (added.length > 0) {
        const opaque = names.filter((name) => kindOfName(name) === 'binary').map(nameInText);
        const detail = opaque.length === 0 ? {} : { detail: t('files.addedOpaque', { names: opaque.join(', ') }) };
        toasts.show({ tone: 'published', title: t('files.added', { count: added.length }), ...detail });
      }
      setUploads(undefined);
    }
    if (skipped.length > 0) toasts.show({ tone: 'draft', title: t('arrive.skipped'), detail: skipped.join('\n') });
    return names;
  };

  const skippedLine = (name: string, reason: string): string =>
    t('arrive.skippedFile', { name: nameInText(name), reason });

  /** All bytes go up, a few files at a time; one that fails stops no other. */
  const upload = (files: readonly NamedFile[]): Promise<Uploaded> =>
    new Promise((resolve) => {
      const ids: string[] = [];
      const failed: { readonly name: string; readonly error: ErrorEnvelope }[] = [];
      const batch = createUploads(async ({ path, file }, told) => {
        const reply = await putUpload(path, file, told);
        if (reply.ok) ids.push(reply.value);
        else if (!told.signal.aborted) failed.push({ name: path, error: reply.error });
        return reply;
      });
      setUploads(batch);
      batch.add(files.map(({ name, file }) => ({ path: name, file })));
      const stop = batch.subscribe(() => {
        if (batch.get().some(({ state }) => state === 'waiting' || state === 'sending')) return;
        stop();
        resolve({ ids, failed });
      });
    });

  return { take, add, arrival, dismiss: () => setArrival(undefined), uploads };
};

type Uploaded = {
  readonly ids: readonly string[];
  readonly failed: readonly { readonly name: string; readonly error: ErrorEnvelope }[];
};

export type AddFiles = ReturnType<typeof useAddFiles>;
