import type { CompareView } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { nameInText } from '../../../ui/split-name.ts';
import { Table } from '../../../ui/table.tsx';
import type { Picks } from './picks.ts';

type Props = {
  readonly compare: CompareView;
  readonly picks: Picks;
  readonly onTake: (path: string, laneId: string) => void;
  readonly onOpen: (path: string, laneId: string) => void;
};

type Row = CompareView['files'][number];

/** Which lane changed which file. A tick takes the file from that lane; its word opens what changed. */
export const LaneFiles = ({ compare, picks, onTake, onOpen }: Props) => {
  const { t } = useTranslation('workshop');
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      <Table
        label={t('answers.files')}
        rows={compare.files}
        keyOf={({ path }: Row) => path}
        columns={[
          { id: 'path', header: t('answers.file'), cell: ({ path }) => <FileName name={path} /> },
          ...compare.lanes.map((lane, at) => ({
            id: lane.laneId,
            header: lane.label,
            cell: ({ path, cells }: Row) => {
              const change = cells[at] ?? null;
              if (change === null) return <span className="text-faint">–</span>;
              const taken = picks[path]?.laneId === lane.laneId ? picks[path] : undefined;
              const name = nameInText(path);
              return (
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <button
                    type="button"
                    aria-label={t('answers.openFile', { name, label: lane.label, change: t(`files.badge.${change}`) })}
                    onClick={() => onOpen(path, lane.laneId)}
                    className="rounded-sm text-accent-text underline decoration-1 underline-offset-3 hover:no-underline"
                  >
                    {t(`files.badge.${change}`)}
                  </button>
                  {lane.isChoosable && (
                    <Checkbox
                      label={t('answers.take')}
                      name={t('answers.takeFile', { name, label: lane.label })}
                      checked={taken === undefined ? false : taken.changes === undefined ? true : 'mixed'}
                      onChange={() => onTake(path, lane.laneId)}
                    />
                  )}
                </span>
              );
            },
          })),
        ]}
      />
    </div>
  );
};
