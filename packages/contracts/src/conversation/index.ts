export {
  Conversation,
  emptyConversation,
  foldConversation,
  newestItems,
  type RecordedEvent,
} from './conversation.ts';
export {
  type ConversationEvent,
  type ConversationEventKind,
  type ConversationEventOf,
  conversationEvents,
  flawIn,
  isConversationKind,
  runCutOff,
} from './events.ts';
export { newRun } from './fold-run.ts';
export {
  Because,
  ConsentQuestion,
  ConversationItem,
  ConversationMeter,
  ConversationNote,
  ConversationRun,
  ToolItem,
} from './items.ts';
