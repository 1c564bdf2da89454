import type { Finding } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import type { Tone } from '../../ui/tone.ts';
import { type FindingFact, factOf } from './finding-fact.ts';

const toneByLevel: Record<Finding['level'], Tone> = { note: 'neutral', warning: 'draft', problem: 'danger' };

type Props = { readonly findings: readonly Finding[]; readonly dataFolder: string };

export const FindingList = ({ findings, dataFolder }: Props) => {
  const { t } = useTranslation('settings');
  if (findings.length === 0) return null;
  return (
    <section aria-label={t('data.findings')} className="flex flex-col gap-2">
      {findings.map((finding) => {
        const { level, code } = finding;
        const fact = factOf(finding, dataFolder);
        return (
          <Banner key={`${code} ${finding.fact ?? ''}`} tone={toneByLevel[level]} title={t(`finding.${code}.title`)}>
            {t(`finding.${code}.detail`)}
            {fact !== undefined && <Fact fact={fact} />}
          </Banner>
        );
      })}
    </section>
  );
};

const Fact = ({ fact }: { readonly fact: FindingFact }) => {
  const { t, i18n } = useTranslation('settings');
  switch (fact.kind) {
    case 'name':
      return (
        <bdi className="block wrap-anywhere font-mono text-muted text-xs">
          <Breakable text={fact.name} />
        </bdi>
      );
    case 'command':
      return (
        <div className="mt-2">
          <CodeBlock label={t('data.command')} code={fact.command} />
        </div>
      );
    case 'lines':
      return <p className="text-muted">{t('data.lines', { count: fact.count })}</p>;
    case 'free':
    case 'used':
      return (
        <p className="text-muted">{t(`data.amount.${fact.kind}`, { bytes: formatBytes(fact.bytes, i18n.language) })}</p>
      );
  }
};
