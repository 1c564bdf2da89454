export { chatFilesPath, chatLabCommands } from './chat/commands.ts';
export { ChatEvent, type ChatEventOf, chatStream } from './chat/events.ts';
export {
  Because,
  ChatFile,
  ChatItem,
  ChatRun,
  ConsentQuestion,
} from './chat/items.ts';
export { ChatView, emptyChat, foldChat } from './chat/view.ts';
export { modelsCommands } from './commands.ts';
export { ModelEntryInput, ModelPrice, ModelRow, ModelUnavailable } from './model-row.ts';
export {
  Caps,
  EndpointRow,
  GrantedConsent,
  LedgerRow,
  ModelsView,
  modelsStream,
  ProviderRow,
} from './models-view.ts';
export {
  ConsentTriple,
  Effort,
  EffortPhase,
  KeyedProvider,
  KeyStatus,
  ModelFailureCode,
  ModelProvider,
} from './terms.ts';
