import { join } from 'node:path';
import { egressStream, modelsStream } from '@atelier/contracts';
import { createProjection, sha256 } from '@atelier/kernel/adapters';
import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import type { Storage } from '@atelier/kernel/storage';
import type {
  ChatModel,
  Effort,
  EffortPhase,
  GateOptions,
  Keychain,
  KeyedProvider,
  ListedEntry,
  ModelsState,
  Spending,
} from '@atelier/models';
import { loadModels } from '@atelier/models/lazy';

export type ModelRefused =
  | { readonly code: 'MODEL_NOT_FOUND' }
  | { readonly code: 'MODEL_UNAVAILABLE'; readonly reason: NonNullable<ListedEntry['unavailable']> }
  | { readonly code: 'LOG_UNAVAILABLE'; readonly reason: string };

export type ModelAtHand = { readonly model: ChatModel; readonly listed: ListedEntry; readonly effort?: Effort };

/** What a server takes from its surroundings and a test gives it instead; `dispatcher` carries what leaves the process. */
export type ModelsOptions = GateOptions & {
  /** Absent: the system's, unless `ATELIER_KEYCHAIN=off`. Null: none. */
  readonly keychain?: Keychain | null;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** In [0, 1): how retries are spread. */
  readonly random?: () => number;
  /** How many runs may be under way at once, over all surfaces. */
  readonly mostRuns?: number;
};

type Deps = {
  readonly storage: Pick<Storage, 'log' | 'snapshots'>;
  readonly dataFolder: string;
  readonly newId: (prefix: string) => string;
  readonly options: ModelsOptions;
  /** For faults inside a run, which nobody waits for. */
  readonly onFault: (cause: unknown, where: string) => void;
};

/**
 * Providers, keys, consent and the ledger, opened once for the whole server when something first needs them: consent
 * given for a session is a variable, and two instances would disagree about it.
 */
export const createModelServices = ({ storage, dataFolder, newId, options, onFault }: Deps) => {
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const models = await loadModels();
    const { log } = storage;
    const environment = options.environment ?? process.env;
    const folder = join(dataFolder, 'keys');
    const isOff = environment.ATELIER_KEYCHAIN === 'off' || options.keychain === null;
    const keychain = isOff ? undefined : (options.keychain ?? models.createKeychain());
    const shared = {
      log,
      stream: modelsStream,
      models: createProjection<ModelsState>({
        log,
        initial: models.emptyModels,
        evolve: models.evolveModels,
        snapshot: {
          store: storage.snapshots,
          of: { name: 'models', version: 5 },
          encode: (state) => state as unknown as Json,
          decode: (json) => json as unknown as ModelsState,
        },
      }),
    };
    const ledger = {
      log,
      stream: egressStream,
      spending: createProjection<Spending>({
        log,
        initial: models.noSpending,
        evolve: models.evolveSpending,
        snapshot: {
          store: storage.snapshots,
          of: { name: 'egress', version: 1 },
          encode: (state) => state as unknown as Json,
          decode: (json) => json as unknown as Spending,
        },
      }),
    };
    const gate = models.createGate(options.dispatcher ? { dispatcher: options.dispatcher } : {});
    const probe = models.createProviderProbe({ gate, now: Date.now });
    const egress = models.createEgress({ ...shared, ledger, newId: () => newId('call') });
    const keyStore = models.createKeyStore({
      folder,
      file: models.createKeyFile(folder),
      ...(keychain && { keychain }),
    });
    const keys = models.createKeys({
      ...shared,
      keyStore,
      probe: egress.watch(probe, 'key_check'),
      environmentKey: (provider) => models.environmentKey(provider, environment),
    });
    const endpoints = models.createEndpoints({
      ...shared,
      keyStore,
      probe: egress.watch(probe, 'discovery'),
      sha256,
      withdrawConsent: egress.withdrawWhere,
    });
    const keyed = async (): Promise<ReadonlySet<string>> => {
      const rows = await keys.rows();
      return new Set(rows.ok ? rows.value.filter(({ last4 }) => last4 !== null).map(({ provider }) => provider) : []);
    };
    /** Providers whose key was accepted, or is its owner's word in the environment. */
    const proved = async (): Promise<ReadonlySet<string>> => {
      const rows = await keys.rows();
      const sound = rows.ok ? rows.value.filter(({ status }) => status === 'configured') : [];
      return new Set(sound.map(({ provider }) => provider));
    };
    const stateNow = async () => {
      const folded = await shared.models.at(modelsStream);
      return folded.ok ? ok(folded.value) : err({ code: 'LOG_UNAVAILABLE', reason: folded.error.code } as const);
    };
    const spendingNow = async () => {
      const folded = await ledger.spending.at(egressStream);
      return folded.ok ? ok(folded.value) : err({ code: 'LOG_UNAVAILABLE', reason: folded.error.code } as const);
    };
    const listed = async () => {
      const now = await stateNow();
      if (!now.ok) return now;
      const entries = models.listModels(now.value.state, await keyed());
      const defaultModel = models.defaultModelOf(now.value.state, entries, await proved());
      return ok({ ...now.value, entries, defaultModel });
    };
    const connect = ({ entry, endpointId }: ListedEntry, state: ModelsState): ChatModel => {
      const endpoint = state.endpoints.find((each) => each.endpointId === endpointId);
      return models.createConnectedModel(entry, {
        gate,
        now: Date.now,
        newId: () => newId('call'),
        patience: async () => state.patience,
        key: async () => {
          if (entry.auth !== 'none') {
            const found = await keys.keyFor(entry.provider as KeyedProvider);
            return found.ok ? found : err({ reason: 'reason' in found.error ? found.error.reason : 'no_key' });
          }
          return ok(endpointId === null ? '' : await endpoints.keyOf(endpointId));
        },
        ...(endpoint && { endpoint: endpoint.url }),
        ...(entry.auth !== 'none' && { onRejected: () => keys.markRejected(entry.provider as KeyedProvider) }),
      });
    };
    /** A model that can be asked now, and how hard it is to think in a phase; without an id, the default one. */
    const modelFor = async (
      modelId: string | null,
      phase: EffortPhase | null = null,
    ): Promise<Result<ModelAtHand, ModelRefused>> => {
      const all = await listed();
      if (!all.ok) return all;
      const wanted = modelId ?? all.value.defaultModel.modelId;
      const found = all.value.entries.find(({ entry }) => entry.modelId === wanted);
      if (!found) return err({ code: 'MODEL_NOT_FOUND' });
      if (found.unavailable) return err({ code: 'MODEL_UNAVAILABLE', reason: found.unavailable });
      const effort = models.effortFor(all.value.state, found.entry, phase);
      return ok({ model: connect(found, all.value.state), listed: found, ...(effort && { effort }) });
    };
    const agents = models.createAgentRuns({
      models: {
        find: modelFor,
        guard: egress.guard,
        spending: async () => {
          const [now, spent] = [await stateNow(), await spendingNow()];
          if (!now.ok || !spent.ok) return {};
          return models.spendingLeft(now.value.state.caps, spent.value.state, new Date().toISOString());
        },
      },
      newId,
      sha256,
      random: options.random ?? Math.random,
      now: Date.now,
      atMost: () => options.mostRuns ?? 8,
      onFault: (cause) => onFault(cause, 'run'),
    });
    return {
      models,
      /** The runs of all surfaces, one to a conversation and so many at once. */
      agents,
      egress,
      keys,
      keyStore,
      endpoints,
      choices: models.createChoices({ ...shared, keyed }),
      ledger: models.readLedger(ledger),
      stateNow,
      spendingNow,
      listed,
      modelFor,
      close: async () => {
        keychain?.close();
        await gate.close();
      },
    };
  };
  return {
    open: () => {
      opened ??= open();
      return opened;
    },
    /** Ends every run and waits until each has said so. */
    stopRuns: async (): Promise<void> => (await opened)?.agents.stopAll('server'),
    close: async (): Promise<void> => (await opened)?.close(),
  };
};
export type ModelServices = ReturnType<typeof createModelServices>;
export type OpenModels = Awaited<ReturnType<ModelServices['open']>>;
