import type { Diagnostics } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount, formatMoment } from '../../i18n/format.ts';

export const InstallFacts = ({ facts }: { readonly facts: Diagnostics }) => {
  const { t, i18n } = useTranslation('settings');
  const { data } = facts;
  const rows = [
    { id: 'folder', value: data.folder, mono: true },
    { id: 'kind', value: t(`data.${data.log}`) },
    { id: 'size', value: formatBytes(data.bytes, i18n.language) },
    { id: 'free', value: data.freeBytes === null ? t('data.unknown') : formatBytes(data.freeBytes, i18n.language) },
    { id: 'version', value: facts.version, mono: true },
    { id: 'node', value: facts.node, mono: true },
    { id: 'platform', value: facts.platform, mono: true },
    { id: 'since', value: formatMoment(facts.startedAt, i18n.language) },
    { id: 'connections', value: formatCount(facts.connections, i18n.language) },
  ];
  return (
    <dl className="grid gap-x-6 @md:grid-cols-[minmax(9rem,auto)_1fr]">
      {rows.map(({ id, value, mono }) => (
        <div key={id} className="border-line border-t py-2 @md:col-span-2 @md:grid @md:grid-cols-subgrid">
          <dt className="text-muted">{t(`data.${id}`)}</dt>
          <dd className="min-w-0 break-words">
            <bdi className={mono === true ? 'font-mono text-sm' : 'tabular-nums'}>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};
