import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBench } from '../bench/bench-context.ts';
import { freeName, pastedTable, tableToCsv } from './pasted-table.ts';

/**
 * A table pasted from a spreadsheet becomes a csv; in the message box it is text as long as no file can be added.
 * Listens before everyone else: a spreadsheet also puts a picture of the cells on the clipboard, which would be taken
 * as a file.
 */
export const usePastedTable = (canTake: boolean, take: (file: File) => void): void => {
  const { t } = useTranslation('workshop');
  const { view } = useBench();
  const latest = useRef({ canTake, take, paths: [] as readonly string[], base: '' });
  latest.current = { canTake, take, paths: view.files.map(({ path }) => path), base: t('files.pasted') };
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event;
      const isField = target instanceof HTMLElement && /^(input|textarea)$/i.test(target.tagName);
      if (isField && target.id !== 'workbench-composer') return;
      const rows = pastedTable(event.clipboardData?.getData('text/plain') ?? '');
      if (rows === undefined) return;
      const { current } = latest;
      event.stopImmediatePropagation();
      if (isField && !current.canTake) return;
      event.preventDefault();
      const name = freeName(current.base, 'csv', current.paths);
      current.take(new File([tableToCsv(rows)], name, { type: 'text/csv' }));
    };
    document.addEventListener('paste', onPaste, true);
    return () => document.removeEventListener('paste', onPaste, true);
  }, []);
};
