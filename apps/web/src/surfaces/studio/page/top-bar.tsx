import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetSettings } from '../../../preferences/use-set-settings.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { ProjectPeople } from '../people/project-people.tsx';
import type { ProjectStore } from '../project-store.ts';
import { ScopeChip } from '../scope/scope-chip.tsx';
import { langOfUi, Shown } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { ProjectSettings } from './project-settings.tsx';
import { StageBadge } from './stage-badge.tsx';

type Props = { readonly project: ProjectStore; readonly width: number };

const stages = ['auto', 'ideation', 'planning', 'solutioning'] as const;
const channels = ['auto', 'questions', 'chat'] as const;
/** The other language, in its own words. */
const otherLanguage = { he: 'English', en: 'עברית' };
/** With this much room every choice is in sight. */
const roomForAll = 1_000;
/** With this much, each row of choices has its name before it. */
const roomForNames = 1_250;
/** With less, the name stands in the bar above alone. */
const roomForName = 560;

/** What the agent is told before anything is said: the stage, the channel, and what it is about. */
export const TopBar = ({ project, width }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const { project: record, session } = useProjectView(project);
  const act = useAct(project);
  const setSettings = useSetSettings();
  const { pinnedStage, pinnedChannel } = session.settings;
  const isRoomy = width >= roomForAll;
  const stageChoices = stages.map((value) => ({ value, label: t(`stage.${value}`) }));
  const channelChoices = channels.map((value) => ({ value, label: t(`channel.${value}`) }));
  const pinStage = (value: (typeof stages)[number]) => void act({ type: 'setPins', pinnedStage: value });
  const pinChannel = (value: (typeof channels)[number]) => void act({ type: 'setPins', pinnedChannel: value });
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-3 py-2 @2xl:px-4">
      <div className="flex min-w-64 flex-1 items-center gap-1">
        <Tooltip label={t('tab.allProjects')}>
          <Link
            to="/studio"
            aria-label={t('tab.allProjects')}
            className="inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text"
          >
            <ChevronLeft size={16} aria-hidden="true" className="mirror-rtl" />
          </Link>
        </Tooltip>
        <h1 className={width < roomForName ? 'sr-only' : 'min-w-0 truncate font-semibold text-lg outline-none'}>
          <Shown text={record.title} />
        </h1>
        <StageBadge project={project} />
        <ProjectSettings project={project} />
        <ProjectPeople project={project} />
      </div>
      <ScopeChip project={project} />
      {isRoomy ? (
        <>
          <Named name={width >= roomForNames && t('stage.name')}>
            <Segmented label={t('stage.label')} value={pinnedStage} choices={stageChoices} onChange={pinStage} />
          </Named>
          <Named name={width >= roomForNames && t('channel.name')}>
            <Segmented
              label={t('channel.label')}
              value={pinnedChannel}
              choices={channelChoices}
              onChange={pinChannel}
            />
          </Named>
        </>
      ) : (
        <>
          <span className="min-w-28 flex-1 basis-28">
            <Select
              label={t('stage.label')}
              value={pinnedStage}
              options={stageChoices.map(({ value, label }) => ({ value, label: t('stage.short', { stage: label }) }))}
              onChange={pinStage}
            />
          </span>
          <span className="min-w-28 flex-1 basis-28">
            <Select
              label={t('channel.label')}
              value={pinnedChannel}
              options={channelChoices.map(({ value, label }) => ({
                value,
                label: t('channel.short', { channel: label }),
              }))}
              onChange={pinChannel}
            />
          </span>
        </>
      )}
      <button
        type="button"
        lang={i18n.language === 'he' ? 'en' : 'he'}
        onClick={() => setSettings({ language: i18n.language === 'he' ? 'en' : 'he' })}
        className="rounded-sm px-2 py-1 text-muted text-sm hover:bg-hover hover:text-text"
      >
        {otherLanguage[langOfUi(i18n.language)]}
      </button>
    </header>
  );
};

/** Two rows of choices that both begin with "Auto" are told apart by what stands before them. */
const Named = ({ name, children }: { readonly name: string | false; readonly children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    {name !== false && (
      <span aria-hidden="true" className="text-muted text-sm">
        {name}
      </span>
    )}
    {children}
  </span>
);
