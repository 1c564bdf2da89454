/** What Studio refuses, by code. */
export const studioRefusalsEn = {
  PROJECT_NOT_FOUND: 'This project isn’t here, or you aren’t a member of it. Go back to the list of projects.',
  FEATURE_DISABLED: 'Studio is switched off for this project. Ask its owner to switch it on.',
  BAD_EVENT: 'The server didn’t accept this action. Nothing was changed. Reload the page and try again.',
  FORBIDDEN: 'Your role in this project doesn’t allow it. Ask an owner of the project.',
  TURN_IN_PROGRESS: 'This very action is still under way. Wait a moment.',
  SESSION_BUSY: 'The agent is still working on your last message. Wait for it, or stop it.',
  IDEMPOTENCY_KEY_REUSED: 'The server knows this action with other content. Reload the page and try again.',
  RATE_LIMITED: 'That’s more than 30 actions in a minute. Wait a little and try again.',
  LOG_CONTENTION: 'Several people changed this project at once. Nothing was changed. Try again.',
  MODEL_UNAVAILABLE: 'The model didn’t answer. Nothing was changed. Try again, or choose another model in Settings.',
  TURN_ABANDONED: 'The server stopped during this action. Nothing was changed. Send it again.',
  TURN_CANCELLED: 'You stopped this. Nothing was changed.',
  QUOTE_NOT_FOUND: 'This quote isn’t in the project. Look at its list of quotes.',
  SKILL_NOT_FOUND: 'There is no such skill. Look at the list of skills again.',
  TURN_NOT_FOUND: 'This turn isn’t in the project. Reload the page.',
  QUEUE_FULL: 'Five actions wait already. Wait for one to be answered.',
};
