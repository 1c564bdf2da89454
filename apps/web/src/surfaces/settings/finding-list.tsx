import type { Finding } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import type { Tone } from '../../ui/tone.ts';

const toneByLevel: Record<Finding['level'], Tone> = { note: 'neutral', warning: 'draft', problem: 'danger' };

export const FindingList = ({ findings }: { readonly findings: readonly Finding[] }) => {
  const { t } = useTranslation('settings');
  if (findings.length === 0) return null;
  return (
    <section aria-label={t('data.findings')} className="flex flex-col gap-2">
      {findings.map(({ level, code, fact }) => (
        <Banner key={`${code} ${fact ?? ''}`} tone={toneByLevel[level]} title={t(`finding.${code}.title`)}>
          {t(`finding.${code}.detail`)}
          {fact !== undefined && <bdi className="block break-all font-mono text-muted text-xs">{fact}</bdi>}
        </Banner>
      ))}
    </section>
  );
};
