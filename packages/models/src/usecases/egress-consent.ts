import { err, ok, type Result } from '@atelier/kernel/core';
import { createDecide } from '@atelier/kernel/usecases';
import { answerTokens, estimateAttempt, heardBytes, lostUsage, usedBy } from '../core/attempt.ts';
import type { ChatEvent } from '../core/chat.ts';
import {
  type ConsentFacts,
  type ConsentTriple,
  hasConsent,
  type LedgerEntry,
  ledgerToJson,
  sameConsent,
} from '../core/consent.ts';
import type { ModelFailure } from '../core/failure.ts';
import { measure, tooLarge } from '../core/measure.ts';
import type { GrantedTriple } from '../core/models-state.ts';
import { type CapReached, capFailure, costOf, emptyMeter, judgeCaps } from '../core/price.ts';
import { profileFacts } from '../core/profile.ts';
import { spendingLeft } from '../core/spending.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { ProviderProbe } from '../ports/provider-probe.ts';
import { appendModels, type Ledger, type LogRefused, type ModelsLog, readModels } from './append-models.ts';

export type ConsentRequired = { readonly code: 'EGRESS_CONSENT_REQUIRED'; readonly consent: ConsentTriple };
type CapRefused = { readonly code: 'BUDGET_CAP_REACHED'; readonly cap: CapReached };
export type ModeRefused = { readonly code: 'CONFIRMATION_REQUIRED' };

export type EgressPurpose = Pick<LedgerEntry, 'kind' | 'phase' | 'runId'> & {
  readonly scopeHash: string;
  /** Names each call, for a caller that shows what was sent. */
  readonly newCallId?: () => string;
};

/** Who may be sent what, and the ledger of what was. What a person did not ask to remember is forgotten at the stop. */
export const createEgress = (
  deps: ModelsLog & { readonly ledger: Ledger; readonly newId: () => string; readonly now?: () => number },
) => {
  const { ledger, now = Date.now } = deps;
  const decide = createDecide({ log: ledger.log, states: ledger.spending });
  let session: readonly GrantedTriple[] = [];

  const permit = async (wanted: ConsentTriple): Promise<Result<undefined, ConsentRequired | LogRefused>> => {
    const state = await readModels(deps);
    if (!state.ok) return state;
    return hasConsent({ ...state.value.consent, session }, wanted)
      ? ok(undefined)
      : err({ code: 'EGRESS_CONSENT_REQUIRED', consent: wanted });
  };

  const record = async (entry: LedgerEntry): Promise<Result<undefined, LogRefused>> => {
    const appended = await ledger.log.append(ledger.stream, [lineOf(entry)], { expected: 'any' });
    return appended.ok ? ok(undefined) : err({ code: 'LOG_UNAVAILABLE', reason: appended.error.code });
  };

  /**
   * Consent, caps and the line that reserves the cost are one decision, made on the ledger as it stands: whoever else
   * wrote to it meanwhile, another server too, may have spent what was left.
   */
  const reserve = async (
    wanted: ConsentTriple,
    entry: LedgerEntry,
  ): Promise<Result<undefined, ConsentRequired | CapRefused | LogRefused>> => {
    const recorded = await decide<ConsentRequired | CapRefused | LogRefused>(ledger.stream, async (spending) => {
      const state = await readModels(deps);
      if (!state.ok) return state;
      if (!hasConsent({ ...state.value.consent, session }, wanted))
        return err({ code: 'EGRESS_CONSENT_REQUIRED', consent: wanted });
      const left = spendingLeft(state.value.caps, spending, new Date(now()).toISOString());
      const cap = judgeCaps(emptyMeter, entry.reserved, left);
      return cap ? err({ code: 'BUDGET_CAP_REACHED', cap }) : ok({ events: [lineOf(entry)] });
    });
    if (recorded.ok) return ok(undefined);
    switch (recorded.error.code) {
      case 'EGRESS_CONSENT_REQUIRED':
      case 'BUDGET_CAP_REACHED':
      case 'LOG_UNAVAILABLE':
        return err(recorded.error);
      default:
        return err({ code: 'LOG_UNAVAILABLE', reason: recorded.error.code });
    }
  };

  return {
    permit,
    record,
    grant: async (
      given: ConsentTriple,
      { remember, by, where, files }: ConsentFacts & { readonly remember: boolean },
    ): Promise<Result<undefined, LogRefused>> => {
      const facts = { ...given, ...(by && { by }), ...(where && { where }), ...(files && { files: [...files] }) };
      if (remember) return appendModels(deps, { kind: 'egress.consent_granted', data: facts });
      session = [...without(session, given), { ...facts, grantedAt: new Date(now()).toISOString() }];
      return ok(undefined);
    },
    /** What was agreed to until the stop of this process. */
    session: (): readonly GrantedTriple[] => session,
    withdraw: async (gone: ConsentTriple) => {
      session = without(session, gone);
      return appendModels(deps, { kind: 'egress.consent_withdrawn', data: gone });
    },
    /** Takes back whatever fits, remembered or not. */
    withdrawWhere: async (isGone: (given: ConsentTriple) => boolean): Promise<Result<undefined, LogRefused>> => {
      session = session.filter((given) => !isGone(given));
      const state = await readModels(deps);
      if (!state.ok) return state;
      const gone = state.value.consent.persisted.filter(isGone);
      if (gone.length === 0) return ok(undefined);
      return appendModels(
        deps,
        ...gone.map(({ providerId, modelId, scopeHash }) => {
          return { kind: 'egress.consent_withdrawn', data: { providerId, modelId, scopeHash } } as const;
        }),
      );
    },
    /** Opening the door for everything is asked twice; closing it is not. */
    setMode: async (
      mode: 'ask' | 'allow_all',
      { confirmed = false }: { readonly confirmed?: boolean } = {},
    ): Promise<Result<undefined, ModeRefused | LogRefused>> =>
      mode === 'allow_all' && !confirmed
        ? err({ code: 'CONFIRMATION_REQUIRED' })
        : appendModels(deps, { kind: 'egress.mode_set', data: { mode } }),

    /** The same questions with a line in the ledger before and after each. They carry no content and need no consent. */
    watch: (probe: ProviderProbe, kind: 'key_check' | 'discovery'): ProviderProbe => ({
      listModels: async (asked) => {
        const line = { callId: deps.newId(), kind, providerId: asked.provider, modelId: '', ...nowhere } as const;
        const noted = await record({ ...line, status: 'sent' });
        if (!noted.ok) return err(refusedFor(noted.error));
        const answer = await probe.listModels(asked);
        const isBlocked = !answer.ok && answer.error.code === 'EGRESS_BLOCKED_BY_POLICY';
        await record({ ...line, status: answer.ok ? 'ok' : isBlocked ? 'blocked' : 'failed', cost: 0 });
        return answer;
      },
    }),

    /** The same model, which asks before every call and keeps the ledger. Nothing leaves that the ledger did not take first. */
    guard: (model: ChatModel, purpose: EgressPurpose): ChatModel => ({
      entry: model.entry,
      stream: async function* (asked, signal) {
        const { entry } = model;
        const { provider: providerId, modelId } = entry;
        // Rules in this process send nothing anywhere.
        if (providerId === 'builtin') return yield* model.stream(asked, signal);
        // Without a bound of ours a provider would set its own, and nothing could be reckoned before.
        const request = { ...asked, maxOutputTokens: asked.maxOutputTokens ?? answerTokens(entry) };
        const large = tooLarge(entry, request);
        if (large) return yield { kind: 'failed', failure: large };
        const { kind, phase, runId, scopeHash } = purpose;
        const profile = profileFacts(entry, asked);
        const callId = purpose.newCallId?.() ?? deps.newId();
        const line = { callId, kind, providerId, modelId, scopeHash, phase, runId, profile };
        const reserved = estimateAttempt(entry, request);
        const { limit: _window, ...sizes } = measure(entry, request);
        const sent = { ...line, sizes, status: 'sent', ...(reserved === undefined ? {} : { reserved }) } as const;
        const noted = await reserve({ providerId, modelId, scopeHash }, sent);
        if (!noted.ok) return yield { kind: 'failed', failure: refusedFor(noted.error) };
        let last: ChatEvent | undefined;
        let heard = 0;
        try {
          for await (const event of model.stream(request, signal)) {
            last = event;
            heard += heardBytes(event);
            yield event;
          }
        } finally {
          const failure = last?.kind === 'failed' ? last.failure : undefined;
          const used =
            last?.kind === 'finished'
              ? usedBy(request, heard, last.usage)
              : { usage: lostUsage(request, heard, failure), isEstimate: true };
          const cost = used.usage ? costOf(used.usage, entry.price) : 0;
          await record({
            ...line,
            sizes,
            ...resultOf(last),
            ...(used.usage && { tokensIn: used.usage.inputTokens, tokensOut: used.usage.outputTokens }),
            ...(used.usage?.cachedInputTokens ? { tokensCached: used.usage.cachedInputTokens } : {}),
            ...(used.usage && used.isEstimate && { isEstimate: true }),
            ...(cost === undefined ? {} : { cost }),
          });
        }
      },
    }),
  };
};

const nowhere = { scopeHash: null, phase: null, runId: null } as const;

const without = (given: readonly GrantedTriple[], gone: ConsentTriple): readonly GrantedTriple[] =>
  given.filter((each) => !sameConsent(each, gone));

const lineOf = (entry: LedgerEntry) => ({
  kind: 'egress.call',
  key: `${entry.callId}:${entry.status}`,
  data: ledgerToJson(entry),
});

const resultOf = (last: ChatEvent | undefined): Pick<LedgerEntry, 'status'> => {
  if (last?.kind === 'finished') return { status: 'ok' };
  if (last?.kind !== 'failed') return { status: 'canceled' };
  if (last.failure.code === 'USER_CANCELED') return { status: 'canceled' };
  return { status: last.failure.code === 'EGRESS_BLOCKED_BY_POLICY' ? 'blocked' : 'failed' };
};

const refusedFor = (refusal: ConsentRequired | CapRefused | LogRefused): ModelFailure => {
  switch (refusal.code) {
    case 'BUDGET_CAP_REACHED':
      return capFailure(refusal.cap);
    case 'EGRESS_CONSENT_REQUIRED':
      return {
        code: 'EGRESS_CONSENT_REQUIRED',
        message: 'Sending these files to this model needs your consent. Nothing was sent.',
        consent: refusal.consent,
      };
    case 'LOG_UNAVAILABLE':
      return {
        code: 'EGRESS_BLOCKED_BY_POLICY',
        message:
          'The ledger of what is sent could not be written, so nothing was sent. Run `npx atelier doctor` in Atelier’s folder.',
      };
  }
};
