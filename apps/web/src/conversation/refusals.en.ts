/** What a conversation with a model refuses or ends with, by code; every surface that has one uses these. */
export const conversationRefusalsEn = {
  PROVIDER_NOT_CONFIGURED: 'This provider has no key or is turned off. Go to Settings → Models.',
  PROVIDER_AUTH_FAILED: 'The provider didn’t accept the key. Check it in Settings → Models, then continue.',
  PROVIDER_RATE_LIMITED: 'The provider is limiting requests. Nothing is lost. Continue in a few minutes.',
  PROVIDER_UNAVAILABLE: 'The provider couldn’t answer. Nothing is lost. Continue later or choose another model.',
  PROVIDER_REFUSED: 'The provider refused this request. Try another model.',
  NETWORK_UNAVAILABLE: 'Couldn’t reach the provider. Check your network, then continue.',
  CONTEXT_EXHAUSTED: 'This is too much for the model at once. Use fewer files or a model with a larger context window.',
  MODEL_OUTPUT_MALFORMED: 'The model’s answer couldn’t be read. Try again or choose another model.',
  STEP_INCOMPLETE:
    'The model didn’t complete a step of this workflow. Work done so far is saved. Continue to try again, or choose another model.',
  TOOLS_NOT_SUPPORTED: 'This model can’t use tools, so it can’t work with files. Choose another model.',
  EGRESS_BLOCKED_BY_POLICY: 'Atelier doesn’t send anything to that address. Add it in Settings → Models first.',
  EGRESS_CONSENT_REQUIRED: 'Nothing was sent. Allow sending these files to this model first.',
  BUDGET_CAP_REACHED: 'The next call could exceed your spending cap. Nothing is lost. Raise the cap to continue.',
  USER_CANCELED: 'You stopped it. Work done so far is saved.',
  AGENT_LOOP_DETECTED: 'The model was repeating itself, so Atelier stopped it. Work done so far is saved.',
  MANIFEST_UNAVAILABLE:
    'Atelier couldn’t list the files, so nothing was sent. Some content is missing from storage. Try again, or restore a checkpoint.',
  PLAN_READY: 'The plan is ready. Read it, then resume the run.',
  ANSWER_NEEDED: 'The run needs an answer from you. Answer the question, and the run continues.',
  AGENT_TURN_LIMIT:
    'The model used all its steps without answering. Work done so far is saved. Ask again or choose another model.',
  SERVER_STOPPED: 'Atelier stopped while the model was working. Work done so far is saved. You can continue.',
  MODEL_NOT_FOUND: 'This model is no longer in the list. Choose another one.',
  MODEL_UNAVAILABLE: 'You can’t use this model right now. Settings → Models shows why.',
  LIMIT_FILE_COUNT: 'You reached the maximum number of files. Remove some first.',
  RUN_IN_PROGRESS: 'The model is still working. Stop it first, or wait.',
  TOO_MANY_RUNS: 'Too many runs are under way. Wait for one to finish, or stop one.',
  NO_RUN: 'Nothing is running any more.',
  NO_QUESTION: 'This question was already answered. Nothing more to do.',
  RESULT_NOT_FOUND: 'That result was deleted. Ask again to get a new one.',
};
