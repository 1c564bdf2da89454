import type { Task } from '@atelier/contracts/studio';
import type { Schedule } from '@atelier/studio/view';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Shown } from '../shown-text.tsx';

type Props = { readonly label: string; readonly tasks: readonly Task[]; readonly schedule: Schedule };

/** The tasks of one section with the days they must start and end by: the text of what the timeline draws. */
export const PlanTable = ({ label, tasks, schedule }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const hours = (minutes: number) => formatNumber(minutes / 60, i18n.language, 1);
  const day = (date: string | undefined) =>
    date === undefined ? null : (
      <time dateTime={date} className="whitespace-nowrap">
        <bdi>{formatDate(date, i18n.language)}</bdi>
      </time>
    );
  const head = 'h-7 px-2 text-start font-medium text-faint text-xs';
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-line border-y bg-sunken">
          <th scope="col" className={head}>
            {t('records.field.title')}
          </th>
          <th scope="col" className={head}>
            {t('records.plan.hours')}
          </th>
          <th scope="col" className={head}>
            {t('records.tasks.latestStart')}
          </th>
          <th scope="col" className={head}>
            {t('records.tasks.latestFinish')}
          </th>
        </tr>
      </thead>
      <tbody>
        {tasks.map(({ id, title, status, trade, estimateMin, crew }) => {
          const at = schedule.byTask.get(id);
          return (
            <tr key={id} data-task={id} className="border-line border-b align-top">
              <th scope="row" className="px-2 py-1.5 text-start font-normal">
                <span className="flex flex-wrap items-center gap-x-2">
                  <Shown text={title} className={status === 'done' ? 'text-muted line-through' : 'font-medium'} />
                  {at?.isCritical === true && <Badge tone="danger">{t('records.plan.critical')}</Badge>}
                </span>
                <span className="text-faint text-xs">{t(`records.trade.${trade}`)}</span>
              </th>
              <td className="px-2 py-1.5 tabular-nums">
                {estimateMin > 0 && (
                  <bdi dir="ltr">{crew > 1 ? `${hours(estimateMin)} × ${crew}` : hours(estimateMin)}</bdi>
                )}
              </td>
              <td className="px-2 py-1.5">{day(at?.latestStart)}</td>
              <td className="px-2 py-1.5">{day(at?.latestFinish)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
