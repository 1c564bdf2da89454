export { environmentKey, environmentNames } from './adapters/environment-keys.ts';
export { createGate, type Gate } from './adapters/gate.ts';
export { createKeyFile } from './adapters/key-file.ts';
export { createProviderModel } from './adapters/provider-model.ts';
export { loadProvider, type ProviderAccess } from './adapters/providers.ts';
export * from './core/index.ts';
export type { ChatModel } from './ports/chat-model.ts';
export type { KeyStore } from './ports/key-store.ts';
export { type RetriedEvent, streamWithRetry } from './usecases/stream-with-retry.ts';
