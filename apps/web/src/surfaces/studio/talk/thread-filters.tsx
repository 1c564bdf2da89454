import type { ProjectView } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../ui/select.tsx';
import { useShownText } from '../shown-text.tsx';
import { skillsIn, type ThreadFilter } from './filter-thread.ts';

type Props = {
  readonly view: ProjectView;
  readonly filter: ThreadFilter;
  readonly onFilter: (filter: ThreadFilter) => void;
  readonly count: number;
};

const any = 'any';
const stages = ['ideation', 'planning', 'solutioning'] as const;
const channels = ['questions', 'chat'] as const;

/** By stage, channel, skill and element: each narrows what the others left. */
export const ThreadFilters = ({ view, filter, onFilter, count }: Props) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const set = (name: keyof ThreadFilter) => (value: string) => {
    const { [name]: _old, ...rest } = filter;
    onFilter(value === any ? rest : { ...rest, [name]: value });
  };
  const all = (label: string) => ({ value: any, label });
  return (
    <div className="grid shrink-0 grid-cols-2 gap-2 border-line border-b bg-sunken px-4 py-2 @2xl:grid-cols-4">
      <Select
        label={t('filter.stage')}
        value={filter.stage ?? any}
        options={[all(t('filter.anyStage')), ...stages.map((value) => ({ value, label: t(`stage.${value}`) }))]}
        onChange={set('stage')}
      />
      <Select
        label={t('filter.channel')}
        value={filter.channel ?? any}
        options={[all(t('filter.anyChannel')), ...channels.map((value) => ({ value, label: t(`channel.${value}`) }))]}
        onChange={set('channel')}
      />
      <Select
        label={t('filter.skill')}
        value={filter.skillId ?? any}
        options={[
          all(t('filter.anySkill')),
          ...skillsIn(view.messages).map((value) => ({
            value,
            label: t(`skill.${value.replace('.', '_')}`, { defaultValue: value }),
          })),
        ]}
        onChange={set('skillId')}
      />
      <Select
        label={t('filter.element')}
        value={filter.elementId ?? any}
        options={[
          all(t('filter.anyElement')),
          ...view.elements.map(({ id, name }) => ({ value: id, label: shown(name) })),
        ]}
        onChange={set('elementId')}
      />
      <p role="status" className="col-span-full text-faint text-xs">
        {t('filter.count', { count })}
      </p>
    </div>
  );
};
