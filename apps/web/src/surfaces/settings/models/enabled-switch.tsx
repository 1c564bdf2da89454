import type { KeyedProvider } from '@atelier/contracts';
import { Switch as Primitive } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { switchClass, thumbClass } from '../../../ui/switch.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

type Props = { readonly provider: KeyedProvider; readonly name: string; readonly enabled: boolean };

/** Off, a provider is not called; its key stays. */
export const EnabledSwitch = ({ provider, name, enabled }: Props) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const send = useSend();
  const label = t('models.provider.enabled', { provider: name });
  return (
    <Tooltip label={label}>
      <span className="inline-flex">
        <Primitive.Root
          aria-label={label}
          checked={enabled}
          onCheckedChange={(wanted) => {
            send(commands.ProvidersSetEnabled({ provider, enabled: wanted })).catch(console.error);
          }}
          className={switchClass}
        >
          <Primitive.Thumb className={thumbClass} />
        </Primitive.Root>
      </span>
    </Tooltip>
  );
};
