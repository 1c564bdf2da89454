import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { isThisMachine } from '../../../client/this-machine.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Facts, Id } from '../parts/facts.tsx';
import { AgentSeen } from './agent-seen.tsx';
import { snippetsFor, snippetsOverHttp } from './snippets.ts';

/** Names of products are the same in every language. */
const clientNames: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  desktop: 'Claude Desktop',
  codex: 'Codex',
  cursor: 'Cursor',
  vscode: 'VS Code',
};

const ConnectPage = () => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const refusalText = useRefusalText();
  const { data } = useQuery({ queryKey: ['ConfigGet'], queryFn: () => commands.ConfigGet({}) });
  // What starts on the computer that Atelier runs on is of no use anywhere else.
  const connect = data?.ok ? (isThisMachine() ? data.value.connect : null) : undefined;
  const detail = t(connect === null ? 'connect.detailHttp' : 'connect.detail');
  return (
    <Page title={t('connect.title')} detail={detail} busy={data === undefined}>
      {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
      {connect?.bundleBuilt === false && (
        <Banner tone="draft" title={t('connect.notBuilt')}>
          {t('connect.notBuiltDetail')}
        </Banner>
      )}
      {data === undefined && <SkeletonLines lines={6} />}
      {connect !== undefined && (
        <>
          <AgentSeen />
          <Tabs
            label={t('connect.title')}
            tabs={(connect ? snippetsFor(connect) : snippetsOverHttp(`${location.origin}/mcp`)).map(
              ({ client, place, text, install }) => ({
                id: client,
                label: clientNames[client] ?? t('connect.generic'),
                content: (
                  <div className="flex flex-col gap-3">
                    <p className="text-muted">
                      {t(`connect.how.${client}`)}{' '}
                      {place.includes('.') && <bdi className="font-mono text-sm text-text">{place}</bdi>}
                    </p>
                    <CodeBlock code={text} label={clientNames[client] ?? t('connect.generic')} />
                    {place !== 'terminal' && <p className="text-muted text-sm">{t('connect.merge')}</p>}
                    {install && (
                      <p>
                        <a className="text-accent underline underline-offset-2" href={install}>
                          {t('connect.install', { client: clientNames[client] })}
                        </a>
                      </p>
                    )}
                  </div>
                ),
              }),
            )}
          />
          {connect === null && (
            <p className="text-muted">
              {t('connect.token')}{' '}
              <Link to="/settings/people" className="text-accent underline underline-offset-2">
                {t('connect.tokenLink')}
              </Link>
            </p>
          )}
          <Panel title={t('connect.afterwards')}>
            <ol className="flex list-decimal flex-col gap-2 ps-5 marker:text-faint">
              <li>{t('connect.restart')}</li>
              <li>
                {t('connect.ask')}
                <blockquote className="mt-1 border-accent/50 border-s-2 ps-3 text-muted">
                  {t('connect.example')}
                </blockquote>
              </li>
              <li>{t('connect.watch')}</li>
            </ol>
          </Panel>
          {connect && (
            <Panel title={t('connect.facts')} description={t('connect.factsDetail')}>
              <Facts
                facts={[
                  { label: t('connect.node'), value: <Id value={connect.node} /> },
                  { label: t('connect.bundle'), value: <Id value={connect.bundle} /> },
                  { label: t('connect.data'), value: <Id value={connect.dataFolder} /> },
                ]}
              />
            </Panel>
          )}
        </>
      )}
    </Page>
  );
};

export default ConnectPage;
