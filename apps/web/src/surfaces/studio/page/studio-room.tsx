import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Panes } from '../../../ui/panes/panes.tsx';
import { useWidth } from '../../../ui/panes/use-width.ts';
import { DraftBanner } from '../draft/draft-banner.tsx';
import { DraftDialogs } from '../draft/draft-dialogs.tsx';
import { panels } from '../panels.ts';
import type { ProjectStore } from '../project-store.ts';
import { useShownText } from '../shown-text.tsx';
import { Talk } from '../talk/talk.tsx';
import { useProjectView } from '../use-project.ts';
import { BottomSwitcher } from './bottom-switcher.tsx';
import { NewsStrip } from './news-strip.tsx';
import { SidePanel } from './side-panel.tsx';
import { StudioAnnouncer } from './studio-announcer.tsx';
import { TopBar } from './top-bar.tsx';
import { useMarkSeen } from './use-mark-seen.ts';
import { talkPanel, useSidePanel } from './use-side-panel.ts';
import { useStudioKeys } from './use-studio-keys.ts';
import { useUnheard } from './use-unheard.ts';

/** Below this there is one pane at a time. */
const roomForBoth = 900;

export const StudioRoom = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const shown = useShownText();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { panel, show } = useSidePanel(project);
  const isWide = width === undefined || width >= roomForBoth;
  const beside = panel === undefined || panel === talkPanel ? (panels[0]?.id ?? '') : panel;
  usePageTitle(shown(view.project.title));
  useStudioKeys(project, show);
  useMarkSeen(project);
  useUnheard(project);
  const place = isWide ? beside : (panel ?? talkPanel);
  useEffect(() => project.here(place), [project, place]);
  useEffect(() => () => project.here(null), [project]);
  return (
    <div ref={box} className="flex h-full min-h-[30rem] min-w-0 flex-col">
      <TopBar project={project} width={width ?? roomForBoth} />
      <NewsStrip project={project} onShow={show} />
      <DraftBanner project={project} onView={() => show('draft')} />
      {isWide ? (
        <Panes
          name="studio"
          narrowBelow={0}
          panes={[
            {
              id: 'talk',
              label: t('talk.label'),
              size: 42,
              least: 340,
              scrollsItself: true,
              content: <Talk project={project} />,
            },
            {
              id: 'side',
              label: t('tab.side'),
              size: 58,
              least: 380,
              scrollsItself: true,
              content: <SidePanel project={project} panel={beside} onShow={show} hasTabs />,
            },
          ]}
        />
      ) : (
        <>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {panel === undefined || panel === talkPanel ? (
              <Talk project={project} />
            ) : (
              <SidePanel project={project} panel={panel} onShow={show} hasTabs={false} />
            )}
          </div>
          <BottomSwitcher project={project} current={panel ?? talkPanel} onShow={show} />
        </>
      )}
      <DraftDialogs project={project} />
      <StudioAnnouncer project={project} />
    </div>
  );
};
