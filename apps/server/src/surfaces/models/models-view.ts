import type { ModelRow, ModelsView, ProviderRow } from '@atelier/contracts';
import type { ListedEntry, ProviderFacts } from '@atelier/models';
import type { OpenModels } from '../../services/models.ts';

/** What Settings shows of models: the log's state, what the key store says, and nothing of a key but four characters. */
export const viewOf = async (services: OpenModels) => {
  const { models, keys, keyStore, egress } = services;
  const all = await services.listed();
  if (!all.ok) return all;
  const rows = await keys.rows();
  if (!rows.ok) return rows;
  const spending = await services.spendingNow();
  if (!spending.ok) return spending;
  const { state, seq, entries, defaultModel } = all.value;
  const view: ModelsView = {
    providers: rows.value.map((row) => providerRow(row)),
    endpoints: await Promise.all(state.endpoints.map((endpoint) => endpointRow(services, endpoint))),
    models: entries.map((each) => modelRow(each, models.wireNameOf(each.entry))),
    keyStore: await keyStore.status(),
    defaultModel,
    caps: {
      perTurn: state.caps.perTurn ?? null,
      perRun: state.caps.perRun ?? null,
      perDay: state.caps.perDay ?? null,
    },
    patience: { ...state.patience },
    spentToday: models.spentOn(spending.value.state, models.dayOf(new Date().toISOString())),
    consent: {
      mode: state.consent.mode,
      granted: [
        ...state.consent.persisted.map((given) => grantRow(given, true)),
        ...egress.session().map((given) => grantRow(given, false)),
      ],
    },
  };
  return { ok: true, value: { view, seq, ledgerSeq: spending.value.seq } } as const;
};

/** What somebody needs who only looks: the names of models. Keys, servers, consents and money are not theirs. */
export const viewForViewers = ({
  models,
  defaultModel,
  patience,
  consent: { mode },
  spentToday,
}: ModelsView): ModelsView => ({
  providers: [],
  endpoints: [],
  models,
  keyStore: { kind: 'file', because: null },
  defaultModel,
  caps: { perTurn: null, perRun: null, perDay: null },
  patience,
  spentToday: { day: spentToday.day, spent: 0, unpriced: 0 },
  consent: { mode, granted: [] },
});

type Granted = ReturnType<OpenModels['egress']['session']>[number];
type Endpoint = Parameters<OpenModels['models']['endpointOf']>[0][number];

export const endpointRow = async ({ models, keyStore }: OpenModels, endpoint: Endpoint) => {
  const { endpointId, url, checkedAt, because } = endpoint;
  const saved = await models.findReadable(keyStore, models.keyName(endpointId));
  return {
    endpointId,
    url,
    keptIn: saved?.keptIn ?? null,
    last4: saved?.key.slice(-4) ?? null,
    reachable: because === null,
    checkedAt,
    because,
    models: endpoint.models.map(({ name, tools }) => ({ name, tools, modelId: models.localModelId(endpointId, name) })),
  };
};

export const providerRow = (row: ProviderFacts): ProviderRow => ({
  ...row,
  allowedEfforts: [...row.allowedEfforts],
  served: row.served && [...row.served],
});

const grantRow = ({ files, ...given }: Granted, remembered: boolean) => ({
  ...given,
  ...(files && { files: files.map((file) => ({ ...file })) }),
  remembered,
});

const modelRow = (
  { entry, origin, overrides, endpointId, tools, unavailable, isUnlisted }: ListedEntry,
  wireName: string,
): ModelRow => ({
  modelId: entry.modelId,
  provider: entry.provider,
  label: entry.label,
  wireName,
  contextTokens: entry.contextTokens,
  efforts: entry.efforts,
  tools,
  vision: entry.vision,
  price: entry.price ?? null,
  origin,
  overrides,
  endpointId,
  unavailable,
  isUnlisted,
  sampling: entry.sampling ?? null,
});
