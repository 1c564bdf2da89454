import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { Banner } from '../../ui/banner.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

/** The map as a model gets it: structure and sizes, nothing dumped. */
export const MapPanel = ({ path, version }: { readonly path: string; readonly version: string }) => {
  const { t } = useTranslation('filesLab');
  const { commands } = useAtelier();
  const asked = useQuery({
    queryKey: ['LabFilesMap', path, version],
    queryFn: () => commands.LabFilesCall({ tool: 'get_file_map', args: { path, part: null, detail: null } }),
  });
  if (asked.isPending) return <SkeletonLines lines={8} />;
  if (!asked.data?.ok) return <Banner tone="danger" title={asked.data?.error.message ?? t('refusedAnswer')} />;
  const answer = asked.data.value.answer as { ok?: boolean; error?: { message?: string } };
  if (answer.ok === false) return <Banner tone="danger" title={answer.error?.message ?? t('refusedAnswer')} />;
  return <CodeBlock label={t('map')} code={JSON.stringify(answer, null, 2)} />;
};
