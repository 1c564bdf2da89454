import type { ValueOf } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBench } from '../bench/bench-context.ts';

type Finding = ValueOf<'WorkbenchFileHidden'>['findings'][number];
type Props = { readonly path: string; readonly version: string; readonly onClose: () => void };

/** What the file says to a model and not to the people who open it, and what a model is given of that. */
export const HiddenSheet = ({ path, version, onClose }: Props) => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId, view, acts } = useBench();
  const refusalText = useRefusalText('workshop');
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkbenchFileHidden', path, version],
    queryFn: () => commands.WorkbenchFileHidden({ workbenchId, path }),
  });
  const { hiddenByFile, hiddenContent } = view.settings;
  const chosen = (Object.hasOwn(hiddenByFile, path) ? hiddenByFile[path] : undefined) ?? hiddenContent;
  return (
    <SideSheet open onOpenChange={onClose} title={t('hidden.open')}>
      {data === undefined && <SkeletonLines lines={6} />}
      {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
      {data?.ok === true && data.value.findings.length === 0 && (
        <EmptyState icon={<EyeOff size={18} />} title={t('hidden.none')}>
          {t('hidden.noneDetail')}
        </EmptyState>
      )}
      {data?.ok === true && data.value.findings.length > 0 && (
        <div className="flex flex-col gap-5">
          <p className="text-muted text-sm">{t('hidden.detail')}</p>
          <section aria-label={t('hidden.choice')} className="flex flex-col items-start gap-2">
            <h3 className="font-medium">{t('hidden.choice')}</h3>
            <Segmented
              label={t('hidden.choice')}
              value={chosen}
              choices={(['labelled', 'withheld'] as const).map((value) => ({
                value,
                label: t(`hidden.choices.${value}`),
              }))}
              onChange={(value) => void acts.setSettings({ hiddenByFile: { ...hiddenByFile, [path]: value } })}
            />
            <p className="text-muted text-sm">{t(`hidden.choiceDetail.${chosen}`)}</p>
          </section>
          <p className="font-medium">{t('hidden.count', { count: data.value.findings.length })}</p>
          {data.value.isCut && (
            <p className="text-muted text-sm">{t('hidden.cut', { count: data.value.findings.length })}</p>
          )}
          <ul aria-label={t('hidden.list')} className="flex flex-col gap-2">
            {data.value.findings.map((finding, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of one version never changes
              <li key={at} className="rounded-md border border-line bg-raised px-3 py-2">
                <FindingRow finding={finding} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </SideSheet>
  );
};

const FindingRow = ({ finding: { what, place, text } }: { readonly finding: Finding }) => {
  const { t } = useTranslation('workshop');
  const where = (): string => {
    const { block, part, sheet, ref, slide, page, line } = place;
    if (block !== undefined) return t('hidden.place.block', { at: block + 1 });
    if (part !== undefined) return t(`hidden.place.${part}`);
    if (sheet !== undefined)
      return ref === undefined
        ? t('hidden.place.sheet', { name: sheet })
        : t('hidden.place.cells', { name: sheet, ref });
    if (slide !== undefined) return t('hidden.place.slide', { at: slide });
    if (page !== undefined) return t('hidden.place.page', { at: page });
    return line === undefined ? t('hidden.place.file') : t('hidden.place.line', { at: line });
  };
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone="draft">{t(`hidden.what.${what}`)}</Badge>
        <bdi className="text-muted">{where()}</bdi>
      </p>
      <p dir="auto" className="mt-1.5 whitespace-pre-wrap break-words font-mono text-sm">
        {text}
      </p>
    </>
  );
};
