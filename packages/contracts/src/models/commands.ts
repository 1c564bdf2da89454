import { z } from 'zod';
import { command } from '../command.ts';
import { ModelEntryInput } from './model-row.ts';
import { Caps, EndpointRow, LedgerRow, ModelsView, ProviderRow } from './models-view.ts';
import { ConsentTriple, Effort, EffortPhase, KeyedProvider } from './terms.ts';

const Seq = z.int().nonnegative();
const nothing = z.strictObject({});
const store = ['STORE_BUSY', 'STORE_UNHEALTHY'] as const;
const done = z.object({ seq: Seq });
/** Long enough for any key there is; what it may hold is judged by the command, which says what is wrong with it. */
const key = z.string().max(4_096);
const endpointId = z.string().min(1).max(100);
const id = z.string().min(1).max(200);

/** Keys travel one way: what comes back is a status and four characters. */
export const modelsCommands = {
  /** Everything Settings shows about models. `seq` is where stream `models` goes on; ask again when it moves. `ledgerSeq`: stream `egress`. */
  /** To viewers: which models there are, and nothing of keys, servers, consents and money. */
  ModelsGet: command({
    role: 'viewer',
    params: nothing,
    result: z.object({ view: ModelsView, seq: Seq, ledgerSeq: Seq }),
    refusals: ['STORE_UNHEALTHY'],
  }),
  /** Tried with one cheap call first. Rejected: the old key stays. Unreachable: saved as `needs_attention`. */
  ProvidersSetApiKey: command({
    params: z.strictObject({ provider: KeyedProvider, key }),
    result: z.object({ provider: ProviderRow }),
    refusals: ['KEY_INVALID', 'PROVIDER_AUTH_FAILED', 'KEY_FROM_ENVIRONMENT', 'KEYS_UNREADABLE', ...store],
  }),
  ProvidersClearApiKey: command({
    params: z.strictObject({ provider: KeyedProvider }),
    result: z.object({ provider: ProviderRow }),
    refusals: ['KEY_FROM_ENVIRONMENT', 'KEYS_UNREADABLE', ...store],
  }),
  /** Tries the key that is there again and records what came of it. */
  ProvidersValidate: command({
    params: z.strictObject({ provider: KeyedProvider }),
    result: z.object({ provider: ProviderRow }),
    refusals: ['PROVIDER_NOT_CONFIGURED', ...store],
  }),
  /** Disabled, a provider is not called; its key stays. */
  ProvidersSetEnabled: command({
    params: z.strictObject({ provider: KeyedProvider, enabled: z.boolean() }),
    result: z.object({ provider: ProviderRow }),
    refusals: [...store],
  }),
  /** An effort the provider's models do not know becomes `medium`. */
  ProvidersSetReasoningEffort: command({
    params: z.strictObject({ provider: KeyedProvider, phase: EffortPhase, effort: Effort }),
    result: z.object({ provider: ProviderRow }),
    refusals: [...store],
  }),
  /** Saved only when a server answers there. `details.reason` says what is wrong with an address. */
  EndpointAdd: command({
    params: z.strictObject({ url: z.string().trim().min(1).max(500), key: key.optional() }),
    result: z.object({ endpoint: EndpointRow }),
    refusals: [
      'EGRESS_BLOCKED_BY_POLICY',
      'ENDPOINT_EXISTS',
      'ENDPOINT_UNREACHABLE',
      'KEY_INVALID',
      'PROVIDER_AUTH_FAILED',
      'KEYS_UNREADABLE',
      ...store,
    ],
  }),
  EndpointRemove: command({
    params: z.strictObject({ endpointId }),
    result: done,
    refusals: ['ENDPOINT_NOT_FOUND', 'KEYS_UNREADABLE', ...store],
  }),
  /** Asks it again which models it has; one that does not answer keeps those it had, and says so. */
  EndpointDiscover: command({
    params: z.strictObject({ endpointId }),
    result: z.object({ endpoint: EndpointRow }),
    refusals: ['ENDPOINT_NOT_FOUND', ...store],
  }),
  ModelsSetEntry: command({
    params: z.strictObject({ entry: ModelEntryInput }),
    result: done,
    /** `ENTRY_INVALID`: `details.field` says which, `details.reason` why. */
    refusals: ['ENTRY_INVALID', ...store],
  }),
  /** Removes a user's entry; a bundled or discovered one under the same id comes back. */
  ModelsRemoveEntry: command({
    params: z.strictObject({ modelId: id }),
    result: done,
    refusals: ['MODEL_NOT_FOUND', ...store],
  }),
  /** Null returns to the automatic choice. */
  UserSetDefaultModel: command({
    params: z.strictObject({ modelId: id.nullable() }),
    result: done,
    refusals: ['MODEL_NOT_FOUND', 'MODEL_UNAVAILABLE', ...store],
  }),
  CapsSet: command({
    params: z.strictObject({ set: Caps.partial() }),
    result: done,
    refusals: ['NOTHING_TO_SET', ...store],
  }),
  /** How long a provider may say nothing before a call is ended. What is not named stays as it is. */
  PatienceSet: command({
    params: z.strictObject({
      set: z.strictObject({
        firstWordMs: z.int().min(1_000).max(3_600_000).optional(),
        silenceMs: z.int().min(1_000).max(3_600_000).optional(),
      }),
    }),
    result: done,
    refusals: [...store],
  }),
  /** Opening the door for everything needs `confirmed`; closing it does not. */
  UserSetConsentMode: command({
    params: z.strictObject({ mode: z.enum(['ask', 'allow_all']), confirmed: z.boolean().optional() }),
    result: done,
    refusals: ['CONFIRMATION_REQUIRED', ...store],
  }),
  EgressGrantConsent: command({
    role: 'member',
    params: z.strictObject({
      consent: ConsentTriple,
      remember: z.boolean(),
      /** What may be sent, by name: the list of consents shows it. */
      files: z
        .array(z.strictObject({ path: z.string().max(255), sizeBytes: z.int().nonnegative() }))
        .max(2_000)
        .optional(),
    }),
    result: done,
    refusals: ['MODEL_NOT_FOUND', ...store],
  }),
  EgressWithdrawConsent: command({
    role: 'member',
    params: z.strictObject({ consent: ConsentTriple }),
    result: done,
    refusals: ['CONSENT_NOT_FOUND', ...store],
  }),
  /** What was sent, newest first, one row per call. `next` is the `before` of the page after; null at the end. */
  EgressListEvents: command({
    role: 'member',
    params: z.strictObject({ before: Seq.optional(), limit: z.int().min(1).max(200) }),
    result: z.object({ entries: z.array(LedgerRow), next: Seq.nullable() }),
    refusals: ['STORE_UNHEALTHY'],
  }),
};
