import { type PriceListItem, readFilePath, type WorkspaceView } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatDate } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { DropZone } from '../../../ui/upload/drop-zone.tsx';
import { Money } from '../money.tsx';
import { langOfUi, Shown } from '../shown-text.tsx';
import { EffectsTable } from './effects-table.tsx';
import { type ColumnMap, guessColumns, mapRows, priceFields } from './map-columns.ts';
import { sendBytes } from './send-bytes.ts';

type Read = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly isCut: boolean;
};
type Preview = Extract<
  Awaited<ReturnType<ReturnType<typeof useAtelier>['commands']['StudioPriceListPreview']>>,
  { ok: true }
>['value'];

/** Prices from a file: which column is what, what each line would become, and only then a new version. */
export const PriceImport = ({ priceList }: { readonly priceList: WorkspaceView['priceList'] }) => {
  const { t, i18n } = useTranslation('studio');
  const [read, setRead] = useState<Read>();
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    const answer = await sendBytes<Omit<Read, 'name'>>(readFilePath(file.name, 'table'), file);
    setBusy(false);
    if (answer.ok) setRead({ name: file.name, ...answer.value });
    else toasts.show({ tone: 'danger', title: t('workspace.unreadable'), detail: t('workspace.unreadableDetail') });
  };
  return (
    <div className="flex flex-col gap-4">
      <Panel title={t('workspace.pricesTitle')} description={t('workspace.pricesDetail')}>
        {priceList !== null && (
          <p className="mb-3 text-muted">
            {t('workspace.listNow', { version: priceList.version, count: priceList.items })}{' '}
            <bdi>{priceList.source}</bdi> · <bdi>{formatDate(priceList.priceAsOf, i18n.language)}</bdi>
          </p>
        )}
        <DropZone
          label={t('workspace.choosePrices')}
          hint={t('workspace.pricesHint')}
          busy={busy}
          onFiles={({ files }) => {
            const [first] = files;
            if (first) void take(first.file);
          }}
        />
      </Panel>
      {read !== undefined && <PriceMapping key={read.name} read={read} onDone={() => setRead(undefined)} />}
    </div>
  );
};

const PriceMapping = ({ read, onDone }: { readonly read: Read; readonly onDone: () => void }) => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const [map, setMap] = useState<ColumnMap>(() => guessColumns(read.columns));
  const [preview, setPreview] = useState<Preview>();
  const [busy, setBusy] = useState(false);
  const mapped = mapRows(read.rows, map, { lang: langOfUi(i18n.language) });
  const items = mapped.flatMap((row): readonly PriceListItem[] => (row.ok ? [row.item] : []));
  const refused = mapped.filter((row) => !row.ok);
  const currency = 'ILS';
  const look = async () => {
    setBusy(true);
    const found = await send(commands.StudioPriceListPreview({ items }));
    setBusy(false);
    if (found !== undefined) setPreview(found);
  };
  const publish = async () => {
    setBusy(true);
    const done = await send(
      commands.StudioPriceListPublish({
        requestId: crypto.randomUUID(),
        currency,
        priceAsOf: new Date().toISOString().slice(0, 10),
        source: read.name,
        items,
      }),
    );
    setBusy(false);
    if (done === undefined) return;
    toasts.show({ tone: 'published', title: t('workspace.listPublished') });
    onDone();
  };
  const columns = read.columns.map((label, at) => ({ value: String(at), label: label || String(at + 1) }));
  const lineColumns: readonly Column<Preview['lines'][number]>[] = [
    { id: 'line', header: t('workspace.line'), cell: ({ label }) => <Shown text={label} /> },
    { id: 'sku', header: t('workspace.priceField.sku'), cell: ({ sku }) => <bdi dir="ltr">{sku}</bdi> },
    {
      id: 'before',
      header: t('quote.before'),
      numeric: true,
      cell: ({ beforeMinor }) => <Money minor={beforeMinor} currency={currency} />,
    },
    {
      id: 'after',
      header: t('quote.after'),
      numeric: true,
      cell: ({ afterMinor }) => <Money minor={afterMinor} currency={currency} />,
    },
  ];
  return (
    <>
      <Panel title={t('workspace.mapTitle')} description={t('workspace.mapDetail')}>
        <div className="grid @2xl:grid-cols-5 grid-cols-1 gap-3">
          {priceFields.map((field) => (
            <Field key={field} label={t(`workspace.priceField.${field}`)}>
              {({ id }) => (
                <Select
                  id={id}
                  label={t(`workspace.priceField.${field}`)}
                  value={String(map[field])}
                  options={[{ value: '-1', label: t('workspace.noColumn') }, ...columns]}
                  onChange={(value) => {
                    setMap({ ...map, [field]: Number(value) });
                    setPreview(undefined);
                  }}
                />
              )}
            </Field>
          ))}
        </div>
        <p className="mt-3 text-muted">{t('workspace.readable', { count: items.length })}</p>
        {read.isCut && (
          <Banner tone="danger" title={t('workspace.cut')}>
            {t('workspace.cutDetail')}
          </Banner>
        )}
        {refused.length > 0 && (
          <Banner tone="draft" title={t('workspace.skipped', { count: refused.length })}>
            <ul>
              {[...new Set(refused.map((row) => (row.ok ? '' : t(`workspace.why.${row.why}`, { name: row.name }))))]
                .slice(0, 8)
                .map((why) => (
                  <li key={why}>{why}</li>
                ))}
            </ul>
          </Banner>
        )}
      </Panel>
      <div className="flex flex-wrap gap-2">
        <Button disabled={items.length === 0} busy={busy && preview === undefined} onClick={() => void look()}>
          {t('workspace.previewEffects')}
        </Button>
        <Button tone="primary" disabled={preview === undefined} busy={busy} onClick={() => void publish()}>
          {t('workspace.publishList')}
        </Button>
        <Button tone="quiet" onClick={onDone}>
          {t('quote.cancel')}
        </Button>
      </div>
      {preview !== undefined && (
        <Panel title={t('workspace.effects')} flush>
          {preview.lines.length === 0 ? (
            <p className="px-5 py-3 text-muted">{t('workspace.movesNoLine')}</p>
          ) : (
            <Table
              label={t('workspace.line')}
              columns={lineColumns}
              rows={preview.lines.slice(0, 200)}
              keyOf={({ lineId }) => lineId}
            />
          )}
          <EffectsTable effects={preview.effects} currency={currency} />
        </Panel>
      )}
    </>
  );
};
