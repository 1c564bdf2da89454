import { RailsUpload, railsUploadPath, type ValueOf } from '@atelier/contracts';
import { latestRun } from '@atelier/rails/view';
import { Link } from '@tanstack/react-router';
import { CircleCheck, FileText, Package, Upload } from 'lucide-react';
import { type DragEvent, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { usePeople } from '../../../people/use-people.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field, inputClass } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Facts, Id } from '../parts/facts.tsx';
import { useSend } from '../parts/send.ts';
import { useSessions } from '../sessions/use-sessions.ts';
import { BundleReview } from './bundle-review.tsx';
import { download } from './download.ts';

const PortabilityPage = () => {
  const { t } = useTranslation('workrail');
  return (
    <Page title={t('portability.title')} detail={t('portability.detail')}>
      <ImportPanel />
      <ExportPanel />
    </Page>
  );
};

type Outcome =
  | { readonly kind: 'review'; readonly uploadId: string; readonly review: ValueOf<'BundleReview'> }
  | { readonly kind: 'imported'; readonly report: ValueOf<'BundleImport'> }
  | { readonly kind: 'refused'; readonly title: string; readonly detail: string | undefined };

const unreachable = {
  code: 'UNREACHABLE',
  message: 'Atelier does not answer.',
  retry: { kind: 'not_retryable' },
} as const;

const ImportPanel = () => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const refusalText = useRefusalText();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const take = async (file: File) => {
    const sent = await fetch(railsUploadPath, { method: 'POST', body: file });
    const upload = RailsUpload.safeParse(await sent.json());
    if (!upload.success) return setOutcome({ kind: 'refused', title: t('portability.tooLarge'), detail: undefined });
    const { uploadId } = upload.data;
    const review = await commands.BundleReview({ uploadId });
    if (!review.ok) return refused(review.error);
    if (review.value.needsReview) return setOutcome({ kind: 'review', uploadId, review: review.value });
    await importUpload(uploadId, false);
  };
  const importUpload = async (uploadId: string, reviewed: boolean) => {
    const reply = await commands.BundleImport({ uploadId, reviewed });
    if (reply.ok) setOutcome({ kind: 'imported', report: reply.value });
    else refused(reply.error);
  };
  const refused = (error: Parameters<typeof refusalText>[0]) => {
    const { detail } = (error.details ?? {}) as { detail?: unknown };
    setOutcome({
      kind: 'refused',
      title: refusalText(error),
      detail: typeof detail === 'string' ? detail : undefined,
    });
  };
  const alone = (work: () => Promise<void>) => {
    // One at a time: two outcomes would overtake each other.
    if (busy) return;
    setBusy(true);
    work()
      .catch(() => setOutcome({ kind: 'refused', title: refusalText(unreachable), detail: undefined }))
      .finally(() => setBusy(false));
  };
  const importFile = (file: File | undefined) => {
    if (file === undefined) return;
    alone(() => {
      setOutcome(undefined);
      return take(file);
    });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    importFile(event.dataTransfer.files[0]);
  };

  return (
    <Panel title={t('portability.import')} description={t('portability.importDetail')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={classNames(
          'flex flex-col items-center gap-3 rounded-md border border-dashed px-6 py-6 text-center @2xl:py-8',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
        )}
      >
        <p className="text-muted">{t('portability.drop')}</p>
        <Button tone="primary" icon={<Upload size={14} />} busy={busy} onClick={() => input.current?.click()}>
          {t('portability.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label={t('portability.choose')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            importFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {outcome?.kind === 'refused' && (
        <div className="mt-4">
          <Banner tone="danger" title={outcome.title}>
            {outcome.detail !== undefined && <p dir="auto">{outcome.detail}</p>}
            <p>{t('portability.nothingWritten')}</p>
          </Banner>
        </div>
      )}
      {outcome?.kind === 'review' && (
        <BundleReview
          review={outcome.review}
          busy={busy}
          onImport={() => alone(() => importUpload(outcome.uploadId, true))}
          onCancel={() => setOutcome(undefined)}
        />
      )}
      {outcome?.kind === 'imported' && (
        <div className="mt-4 flex flex-col gap-3">
          <Banner
            tone="published"
            title={t('portability.imported')}
            action={
              <Link
                to="/workrail/sessions/$sessionId"
                params={{ sessionId: outcome.report.sessionId }}
                className={buttonClass('neutral', 'sm')}
              >
                {t('portability.open')}
              </Link>
            }
          >
            {t(outcome.report.importedAs === 'new' ? 'portability.asNew' : 'portability.asSame')}
          </Banner>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {outcome.report.checks.map((check) => (
              <li key={check} className="flex items-center gap-1.5 text-published-text">
                <CircleCheck size={14} aria-hidden="true" />
                {t(`portability.check.${check}`)}
              </li>
            ))}
          </ul>
          <Facts
            facts={[
              { label: t('ids.session'), value: <Id value={outcome.report.sessionId} /> },
              { label: t('portability.events'), value: outcome.report.events },
              ...outcome.report.runs.map(({ runId, workflowId }) => ({
                label: t('ids.run'),
                value: <Id value={`${workflowId} · ${runId}`} />,
              })),
            ]}
          />
        </div>
      )}
    </Panel>
  );
};

const ExportPanel = () => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const send = useSend();
  const [query, setQuery] = useState('');
  const { pages } = useSessions({ query: useDeferredValue(query) });
  const sessions = pages?.first ?? [];
  const [chosen, setChosen] = useState('');
  const [keepPaths, setKeepPaths] = useState(false);
  const isAdmin = usePeople()?.me.role === 'admin';
  const sessionId = sessions.some((session) => session.sessionId === chosen) ? chosen : sessions[0]?.sessionId;
  const exportAs = (format: 'bundle' | 'markdown') => {
    if (sessionId === undefined) return;
    send(commands.SessionExport({ sessionId, format, keepPaths }))
      .then((file) => file && download(file))
      .catch(console.error);
  };
  return (
    <Panel title={t('portability.export')} description={t('portability.exportDetail')}>
      {pages?.all === 0 ? (
        <p className="text-muted">{t('portability.noSessions')}</p>
      ) : (
        <div className="flex flex-col gap-4">
          {pages !== undefined && pages.all > sessions.length && (
            <Field label={t('sessions.search')}>
              {({ id }) => (
                <input
                  id={id}
                  dir="auto"
                  type="search"
                  value={query}
                  onChange={(event) => setQuery(event.target.value)}
                  placeholder={t('sessions.searchHint')}
                  className={inputClass}
                />
              )}
            </Field>
          )}
          <Select
            label={t('portability.session')}
            value={sessionId ?? ''}
            onChange={setChosen}
            options={sessions.map((session) => ({
              value: session.sessionId,
              label: session.title ?? latestRun(session)?.workflowName ?? session.sessionId,
            }))}
          />
          {isAdmin && (
            <Switch
              label={t('portability.keepPaths')}
              hint={t('portability.keepPathsHint')}
              checked={keepPaths}
              onChange={setKeepPaths}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Button icon={<Package size={14} />} disabled={sessionId === undefined} onClick={() => exportAs('bundle')}>
              {t('portability.bundle')}
            </Button>
            <Button
              icon={<FileText size={14} />}
              disabled={sessionId === undefined}
              onClick={() => exportAs('markdown')}
            >
              {t('portability.markdown')}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  );
};

export default PortabilityPage;
