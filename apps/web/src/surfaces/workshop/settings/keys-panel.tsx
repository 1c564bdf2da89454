import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { type KeyAction, keyActions, keyBindings, keysOf, ownerOf, writtenKey } from '../bench/key-bindings.ts';

/** Every action with its keys; the first of each can be chosen. */
export const KeysPanel = () => {
  const { t } = useTranslation('workshop');
  const bindings = useProjection(keyBindings);
  const [changing, setChanging] = useState<KeyAction>();
  const [refused, setRefused] = useState<string>();

  useEffect(() => {
    if (changing === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // Before anything on the page acts on it.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') return setChanging(undefined);
      const key = writtenKey(event);
      if (key === undefined) return;
      const owner = ownerOf(key, keyBindings.get(), changing);
      if (owner !== undefined) return setRefused(t('settings.keyTaken', { keys: key, action: t(`keys.${owner}`) }));
      keyBindings.set({ ...keyBindings.get(), chosen: { ...keyBindings.get().chosen, [changing]: key } });
      setRefused(undefined);
      setChanging(undefined);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [changing, t]);

  const reset = (action: KeyAction) => {
    const { [action]: _, ...chosen } = bindings.chosen;
    keyBindings.set({ ...bindings, chosen });
  };
  return (
    <Panel title={t('settings.keys')} description={t('settings.keysDetail')}>
      <dl className="flex flex-col">
        {keyActions.map((action) => {
          const keys = keysOf(action, bindings);
          return (
            <div key={action} className="flex min-h-10 items-center gap-3 border-line border-t first:border-t-0">
              <dt className="min-w-0 flex-1">{t(`keys.${action}`)}</dt>
              <dd className="flex items-center gap-2">
                {changing === action ? (
                  <span role="status" className="text-accent-text text-sm">
                    {t('settings.keyPress')}
                  </span>
                ) : (
                  keys.map((key) => <Kbd key={key} keys={key} />)
                )}
                <Button
                  size="sm"
                  onClick={() => {
                    setRefused(undefined);
                    setChanging(changing === action ? undefined : action);
                  }}
                >
                  {t('settings.keyChange')}
                  <span className="sr-only">, {t('settings.keyOf', { action: t(`keys.${action}`) })}</span>
                </Button>
                {bindings.chosen[action] !== undefined && (
                  <IconButton
                    label={t('settings.keyReset')}
                    icon={<RotateCcw size={14} />}
                    className="size-7"
                    onClick={() => reset(action)}
                  />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {refused !== undefined && (
        <p role="alert" className="pt-2 text-danger-text text-sm">
          {refused}
        </p>
      )}
      <div className="border-line border-t pt-4">
        <Switch
          label={t('settings.reloadKey')}
          hint={t('settings.reloadKeyHint')}
          checked={bindings.takesReload}
          onChange={(takesReload) => keyBindings.set({ ...bindings, takesReload })}
        />
      </div>
    </Panel>
  );
};
