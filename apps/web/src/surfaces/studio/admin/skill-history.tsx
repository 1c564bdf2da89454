import type { SkillCard, SkillChange } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Person } from '../records/person.tsx';

type Props = { readonly skill: SkillCard; readonly onRestored: () => void };

/** Every change of a skill, newest first. Restoring one is a new change, so nothing is lost by it. */
export const SkillHistory = ({ skill, onRestored }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const refusalText = useRefusalText('studio');
  const { skillId } = skill;
  const query = useQuery({
    queryKey: ['studio', 'StudioSkillHistoryGet', skillId],
    queryFn: () => commands.StudioSkillHistoryGet({ skillId }),
    staleTime: 0,
  });
  const restore = async ({ setting }: SkillChange) => {
    const requestId = crypto.randomUUID();
    const done =
      setting === null
        ? await send(commands.StudioSkillRevert({ requestId, skillId }))
        : await send(commands.StudioSkillOverride({ requestId, override: setting }));
    if (done) onRestored();
  };
  if (query.isPending) return <SkeletonLines lines={3} />;
  if (query.data?.ok !== true)
    return query.data === undefined ? null : <Banner tone="danger" title={refusalText(query.data.error)} />;
  const { changes } = query.data.value;
  if (changes.length === 0) return <p className="text-muted">{t('admin.noHistory')}</p>;
  return (
    <ol className="flex flex-col divide-y divide-line">
      {changes.map((change, nth) => (
        <li key={change.seq} className="flex flex-col gap-1.5 py-2.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{what(change, t)}</span>
            {change.setting?.isEnabled === false && <Badge tone="neutral">{t('admin.switchedOff')}</Badge>}
            <span className="text-muted text-sm">
              <Person id={change.by} />
              {' · '}
              <time dateTime={change.at}>{formatMoment(change.at, i18n.language)}</time>
            </span>
            <span className="ms-auto">
              {nth === 0 ? (
                <Badge tone="published">{t('admin.isNow')}</Badge>
              ) : (
                <Button size="sm" icon={<Undo2 size={13} />} onClick={() => void restore(change)}>
                  {t('admin.restore')}
                </Button>
              )}
            </span>
          </div>
          {change.setting?.promptOverride !== undefined && (
            <pre dir="auto" className="whitespace-pre-wrap rounded-md bg-sunken p-2 font-sans text-sm">
              {change.setting.promptOverride}
            </pre>
          )}
          {change.setting?.notes !== undefined && (
            <p dir="auto" className="text-muted text-sm">
              {change.setting.notes}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
};

const what = ({ setting }: SkillChange, t: (key: string) => string): string =>
  setting === null
    ? t('admin.wentBack')
    : t(setting.promptOverride === undefined ? 'admin.builtInWording' : 'admin.ownWording');
