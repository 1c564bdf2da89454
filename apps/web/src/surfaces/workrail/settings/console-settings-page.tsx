import type { RailsConfig, ValueOf } from '@atelier/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useSend } from '../parts/send.ts';
import { DefaultsPanel } from './defaults-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { RepairPanel } from './repair-panel.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { SourcesPanel } from './sources-panel.tsx';

export type Config = ValueOf<'ConfigGet'>;
/** The change is worked out from what is wanted by then: another change may still be under way. */
export type SetDesired = (change: (desired: RailsConfig) => Partial<RailsConfig>) => Promise<boolean>;

const queryKey = ['ConfigGet'];

const ConsoleSettingsPage = () => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const client = useQueryClient();
  const refusalText = useRefusalText();
  const send = useSend();
  const { data } = useQuery({ queryKey, queryFn: () => commands.ConfigGet({}) });
  const config = data?.ok ? data.value : undefined;
  // The whole configuration is sent, so the second of two quick changes must contain the first.
  const lastChange = useRef<Promise<boolean>>(Promise.resolve(true));
  const setDesired: SetDesired = (change) => {
    const made = async () => {
      const known = client.getQueryData<Awaited<ReturnType<typeof commands.ConfigGet>>>(queryKey);
      if (known?.ok !== true) return false;
      const { desired } = known.value;
      const done = await send(commands.ConfigSetDesired({ desired: { ...desired, ...change(desired) } }));
      await client.invalidateQueries({ queryKey });
      return done !== undefined;
    };
    lastChange.current = lastChange.current.then(made, made);
    return lastChange.current;
  };
  return (
    <Page title={t('settings.title')} detail={t('settings.detail')} busy={data === undefined}>
      {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
      {config === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <>
          {config.restartRequired.length > 0 && (
            <Banner tone="draft" title={t('settings.restart')}>
              {t('settings.restartDetail')}
            </Banner>
          )}
          <DefaultsPanel config={config} setDesired={setDesired} />
          <SourcesPanel config={config} setDesired={setDesired} />
          <KeysPanel config={config} onRotated={() => client.invalidateQueries({ queryKey })} />
          <RetentionPanel config={config} setDesired={setDesired} />
          <RepairPanel />
          <p className="text-faint text-xs">
            {t('settings.hash')} <bdi className="break-all font-mono">{config.appliedConfigHash}</bdi>
          </p>
        </>
      )}
    </Page>
  );
};

export default ConsoleSettingsPage;
