import { Bold, Copy, Ellipsis, Italic, Link2, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Toolbar, ToolbarDivider, ToolbarItem } from '../../ui/toolbar.tsx';

export const ControlsGallery = () => {
  const { t } = useTranslation('lab');
  const [name, setName] = useState(t('fieldValue'));
  const [effort, setEffort] = useState<'low' | 'medium' | 'high'>('medium');
  const [asks, setAsks] = useState(true);
  const [view, setView] = useState<'list' | 'graph'>('list');
  return (
    <Panel title={t('controls')} description={t('controlsDetail')}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center gap-2">
          <Button tone="primary">{t('primary')}</Button>
          <Button>{t('neutral')}</Button>
          <Button tone="quiet">{t('quiet')}</Button>
          <Button tone="danger">{t('danger')}</Button>
          <Button tone="primary" busy>
            {t('busy')}
          </Button>
          <Button disabled>{t('disabled')}</Button>
        </div>
        <div className="grid gap-5 @2xl:grid-cols-3">
          <TextField
            label={t('fieldName')}
            hint={t('fieldHint')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField label={t('fieldError')} error={t('fieldErrorText')} defaultValue="70000" dir="ltr" />
          <Field label={t('select')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('select')}
                value={effort}
                onChange={setEffort}
                options={[
                  { value: 'low', label: t('low') },
                  { value: 'medium', label: t('medium') },
                  { value: 'high', label: t('high') },
                ]}
              />
            )}
          </Field>
        </div>
        <Switch label={t('switch')} hint={t('switchHint')} checked={asks} onChange={setAsks} />
        <div className="flex flex-wrap items-center gap-4">
          <Segmented
            label={t('segmented')}
            value={view}
            onChange={setView}
            choices={[
              { value: 'list', label: t('list') },
              { value: 'graph', label: t('graph') },
            ]}
          />
          <Toolbar label={t('toolbar')}>
            <ToolbarItem>
              <IconButton label={t('bold')} shortcut="mod+B" icon={<Bold size={15} />} />
            </ToolbarItem>
            <ToolbarItem>
              <IconButton label={t('italic')} shortcut="mod+I" icon={<Italic size={15} />} />
            </ToolbarItem>
            <ToolbarDivider />
            <ToolbarItem>
              <IconButton label={t('link')} icon={<Link2 size={15} />} />
            </ToolbarItem>
          </Toolbar>
          <Menu
            trigger={<IconButton tooltip={false} label={t('menu')} icon={<Ellipsis size={16} />} />}
            items={[
              {
                id: 'rename',
                label: t('rename'),
                icon: <Pencil size={14} />,
                onSelect: () => setName(t('fieldValue')),
              },
              { id: 'clone', label: t('clone'), icon: <Copy size={14} />, disabled: true, onSelect: () => {} },
              { kind: 'divider', id: 'divider' },
              {
                id: 'delete',
                label: t('delete'),
                icon: <Trash2 size={14} />,
                danger: true,
                onSelect: () => setName(''),
              },
            ]}
          />
        </div>
      </div>
    </Panel>
  );
};
