export { type Connection, createConnectedModel } from './adapters/connected-model.ts';
export { createContentToolLog } from './adapters/content-tool-log.ts';
export { environmentKey, environmentNames } from './adapters/environment-keys.ts';
export { createGate, type Gate, type GateOptions } from './adapters/gate.ts';
export { createKeyFile } from './adapters/key-file.ts';
export { createKeyStore } from './adapters/key-store.ts';
export { createKeychain, type KeychainOptions } from './adapters/keychain.ts';
export { createProviderModel } from './adapters/provider-model.ts';
export { createProviderProbe } from './adapters/provider-probe.ts';
export { loadProvider, type ProviderAccess } from './adapters/providers.ts';
export { createRunSaves } from './adapters/run-saves.ts';
export * from './core/index.ts';
export { createOfflineModel, type OfflineModelOptions, offlineGrammar } from './offline/offline-model.ts';
export type { OfflineRule } from './offline/rule.ts';
export type { ChatModel } from './ports/chat-model.ts';
export { type KeychainTrouble, type KeyPlace, type KeyStore, KeysUnreadable } from './ports/key-store.ts';
export type { Keychain } from './ports/keychain.ts';
export type { ListedModel, ProviderProbe } from './ports/provider-probe.ts';
export type { RunSaves, RunTally } from './ports/run-saves.ts';
export { createMemoryToolLog, notStored, type StoredEntry, type ToolEntry, type ToolLog } from './ports/tool-log.ts';
export type { LoopTool, Toolbox } from './ports/toolbox.ts';
export * from './usecases/agent-run/index.ts';
export type { Ledger, LogRefused, ModelsLog } from './usecases/append-models.ts';
export { type Compressed, createCompress } from './usecases/compress.ts';
export { type ConsentRequired, createEgress, type EgressPurpose } from './usecases/egress-consent.ts';
export {
  createGenerate,
  type Generated,
  type GenerateFailed,
  type GenerateOptions,
  type Spent,
} from './usecases/generate.ts';
export { createChoices } from './usecases/manage-choices.ts';
export { type AddRefused, createEndpoints, keyName } from './usecases/manage-endpoints.ts';
export {
  createKeys,
  findReadable,
  type KeyedProvider,
  keyedProviders,
  type ProviderFacts,
  type SaveRefused,
} from './usecases/manage-keys.ts';
export { type LedgerLine, readLedger } from './usecases/read-ledger.ts';
export { createTextRecorder, type TextRecorder } from './usecases/record-text.ts';
export { type RetriedEvent, streamWithRetry } from './usecases/stream-with-retry.ts';
export { createToolLoop, type LoopDeps, type LoopEvent, type LoopOptions } from './usecases/tool-loop.ts';
export { type ToolLibrary, toolboxOf } from './usecases/toolbox-of.ts';
