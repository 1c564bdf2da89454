import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBench } from '../bench/bench-context.ts';
import { freeName } from './pasted-table.ts';

/** A picture from the clipboard has no name of its own: browsers call every one of them so. */
const nameless = /^image\.(png|jpe?g|gif|webp)$/i;

/** A pasted screenshot gets a name that is free, so that the second one does not clash with the first. */
export const usePastedPicture = (take: (name: string, file: File) => void): void => {
  const { t } = useTranslation('workshop');
  const { view } = useBench();
  const latest = useRef({ take, paths: [] as readonly string[], base: '' });
  latest.current = { take, paths: view.files.map(({ path }) => path), base: t('files.pastedPicture') };
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const [file, ...others] = event.clipboardData?.files ?? [];
      const ending = file && nameless.exec(file.name)?.[1];
      if (!ending || others.length > 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { current } = latest;
      current.take(freeName(current.base, ending.toLowerCase(), current.paths), file);
    };
    document.addEventListener('paste', onPaste, true);
    return () => document.removeEventListener('paste', onPaste, true);
  }, []);
};
