/** What Settings and its commands refuse, by code. */
export const settingsRefusalsEn = {
  NOTHING_TO_SET: 'Nothing to change.',
  CHECK_ALREADY_RUNNING: 'A storage check is already running.',
  CHECK_NOT_RUNNING: 'This check already ended.',
  KEY_INVALID: 'This doesn’t look like a key. A key has 8 to 512 characters and no spaces.',
  PROVIDER_AUTH_FAILED:
    'The provider didn’t accept this key. Your saved key is unchanged. Check the key and try again.',
  KEY_FROM_ENVIRONMENT: 'This key comes from an environment variable. Change it where you start Atelier.',
  KEYS_UNREADABLE: 'Atelier can’t read its stored keys and left them unchanged. Run “npx atelier doctor”.',
  ENDPOINT_EXISTS: 'This server is already in the list.',
  ENDPOINT_UNREACHABLE: 'No server responds at this address. Start it, then try again.',
  ENDPOINT_NOT_FOUND: 'This server is no longer in the list.',
  ENTRY_INVALID: 'This entry can’t be used. Check its provider and name.',
  CONFIRMATION_REQUIRED: 'Please confirm first.',
  CONSENT_NOT_FOUND: 'This consent was already withdrawn.',
  PERSON_NEEDED: 'A token can’t change who may come in. Do this in a browser, signed in as yourself.',
  PERSON_NOT_FOUND: 'There is no such person here. Reload the list of people.',
  SIGN_IN_NOT_FOUND: 'That browser is no longer signed in. Reload the list.',
  TOKEN_NOT_FOUND: 'That token is no longer valid. Reload the list.',
  INVITATION_NOT_FOUND: 'That invitation was already used or withdrawn. Make a new one if you need it.',
  LAST_ADMIN: 'This is the last admin, so nothing changed. Make somebody else an admin first.',
  TOO_MANY_TOKENS: 'You already have 50 tokens. Revoke one you don’t use.',
};
