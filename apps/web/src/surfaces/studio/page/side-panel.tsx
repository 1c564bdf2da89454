import { Ellipsis } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { panels } from '../panels.ts';
import type { ProjectStore } from '../project-store.ts';
import { PanelCount } from './panel-count.tsx';

type Props = {
  readonly project: ProjectStore;
  readonly panel: string;
  readonly onShow: (id: string) => void;
  /** Beside the conversation there are tabs; alone, the switcher at the bottom leads here. */
  readonly hasTabs: boolean;
};

/** Everything the conversation is about, one panel at a time. */
export const SidePanel = ({ project, panel, onShow, hasTabs }: Props) => {
  const { t } = useTranslation('studio');
  const list = useRef<HTMLDivElement>(null);
  const shown = panels.find(({ id }) => id === panel) ?? panels[0];
  useEffect(() => {
    list.current?.querySelector(`[data-panel="${panel}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [panel]);
  if (shown === undefined) return null;
  const { Panel } = shown;
  const content = <Panel project={project} whileLoading={<PanelLoading />} />;
  if (!hasTabs) {
    return (
      <section
        key={shown.id}
        aria-label={t(shown.title)}
        className="@container relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto"
      >
        {content}
      </section>
    );
  }
  return (
    <Tabs.Root value={shown.id} onValueChange={onShow} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center border-line border-b pe-2">
        <Tabs.List
          ref={list}
          aria-label={t('tab.side')}
          className="scroll-row fade-ends flex min-w-0 flex-1 gap-3.5 px-4"
        >
          {panels.map(({ id, title, icon: Icon }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              data-panel={id}
              className="flex h-10 shrink-0 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 text-muted outline-offset-[-2px] hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
            >
              <Icon size={14} aria-hidden="true" />
              {t(title)}
              <PanelCount project={project} panel={id} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Menu
          trigger={<IconButton label={t('tab.panels')} icon={<Ellipsis size={16} />} className="size-7" />}
          items={panels.map(({ id, title, icon: Icon }, at) => ({
            id,
            label: t(title),
            icon: <Icon size={14} aria-hidden="true" />,
            ...(at < 9 ? { shortcut: `alt+${at + 1}` } : {}),
            onSelect: () => onShow(id),
          }))}
        />
      </div>
      {/* Each panel begins at its top. What is drawn for listeners alone is placed within it: else the whole page grows. */}
      <Tabs.Content
        key={shown.id}
        value={shown.id}
        tabIndex={-1}
        className="@container relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none"
      >
        {content}
      </Tabs.Content>
    </Tabs.Root>
  );
};

const PanelLoading = () => {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-3 p-5">
      <span className="sr-only">{t('shell:loading')}</span>
      <SkeletonLines lines={5} />
    </div>
  );
};
