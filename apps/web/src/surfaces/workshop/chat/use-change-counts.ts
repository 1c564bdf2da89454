import { useTranslation } from 'react-i18next';

type Counts = { readonly added: number; readonly modified: number; readonly deleted: number };

/** How many files came, changed and went, in words; what did not happen is not told. */
export const useChangeCounts = () => {
  const { t } = useTranslation('workshop');
  return (counts: Counts): string =>
    (['added', 'modified', 'deleted'] as const)
      .filter((kind) => counts[kind] > 0)
      .map((kind) => t(`card.counts.${kind}`, { count: counts[kind] }))
      .join(', ');
};
