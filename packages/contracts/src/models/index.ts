/** The scratch chat's names for the parts of a conversation. */
export { ConversationItem as ChatItem, ConversationRun as ChatRun } from '../conversation/items.ts';
export { chatFilesPath, chatLabCommands } from './chat/commands.ts';
export { type ChatEvent, type ChatEventOf, chatStream, flawInChat } from './chat/events.ts';
export { ChatFile } from './chat/items.ts';
export { ChatView, emptyChat, foldChat } from './chat/view.ts';
export { modelsCommands } from './commands.ts';
export { ModelEntryInput, ModelPrice, ModelRow, ModelSampling, ModelUnavailable } from './model-row.ts';
export {
  Caps,
  EndpointRow,
  egressStream,
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
