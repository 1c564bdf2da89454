import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { CollapsePane, Panes } from '../../../ui/panes/panes.tsx';

/** Three panes, the last of them split once more: the shape a surface with files, conversation and review has. */
export const PanesGallery = () => {
  const { t } = useTranslation('lab');
  return (
    <Panel title={t('panes.title')} description={t('panes.detail')} flush>
      <div className="flex h-96 flex-col border-line border-t">
        <Panes
          name="gallery"
          whenNarrow="tabs"
          panes={[
            { id: 'files', label: t('panes.files'), size: 24, collapsible: true, content: <Sample id="files" /> },
            { id: 'chat', label: t('panes.chat'), least: 200, content: <Sample id="chat" /> },
            {
              id: 'review',
              label: t('panes.review'),
              size: 34,
              scrollsItself: true,
              content: (
                <Panes
                  name="gallery.review"
                  orientation="vertical"
                  panes={[
                    { id: 'changes', label: t('panes.changes'), least: 80, content: <Sample id="changes" /> },
                    { id: 'history', label: t('panes.history'), least: 80, content: <Sample id="history" /> },
                  ]}
                />
              ),
            },
          ]}
        />
      </div>
    </Panel>
  );
};

const Sample = ({ id }: { readonly id: 'files' | 'chat' | 'changes' | 'history' }) => {
  const { t } = useTranslation('lab');
  return (
    <div className="flex items-start justify-between gap-2 p-3">
      <div>
        <h3 className="font-medium">{t(`panes.${id}`)}</h3>
        <p className="text-muted text-sm">{t('panes.sample')}</p>
      </div>
      <CollapsePane label={t(`panes.${id}`)} />
    </div>
  );
};
