import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Ago } from '../parts/ago.tsx';

const everyMs = 3_000;

/** Whether the lines worked: the client that connected last, while the page is open. */
export const AgentSeen = () => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const { data } = useQuery({
    queryKey: ['AgentSeenGet'],
    queryFn: () => commands.AgentSeenGet({}),
    refetchInterval: everyMs,
  });
  if (!data?.ok) return null;
  const { agent } = data.value;
  if (agent === null) return <Banner title={t('connect.notSeen')}>{t('connect.notSeenDetail')}</Banner>;
  return (
    <Banner
      tone="published"
      title={agent.name === null ? t('connect.seenUnnamed') : t('connect.seen', { name: agent.name })}
    >
      <Ago at={agent.at} />
    </Banner>
  );
};
