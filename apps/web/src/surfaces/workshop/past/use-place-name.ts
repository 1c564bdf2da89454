import { useTranslation } from 'react-i18next';
import type { Place } from './origin-context.ts';

/** What a place of a file is called. */
export const usePlaceName = (): ((place: Place) => string) => {
  const { t } = useTranslation('workshop');
  return (place) => {
    switch (place.kind) {
      case 'cell':
        return t('origin.cell', { sheet: place.sheet, cell: place.cell });
      case 'line':
        return t('origin.line', { line: place.line });
      case 'text':
        return t('origin.paragraph');
    }
  };
};
