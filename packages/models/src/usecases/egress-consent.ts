import { err, ok, type Result } from '@atelier/kernel/core';
import type { ChatEvent, ChatRequest } from '../core/chat.ts';
import { type ConsentTriple, hasConsent, type LedgerEntry, ledgerToJson, sameConsent } from '../core/consent.ts';
import type { ModelFailure } from '../core/failure.ts';
import type { GrantedTriple } from '../core/models-state.ts';
import { costOf, estimateCost } from '../core/price.ts';
import { profileFacts } from '../core/profile.ts';
import type { ModelEntry } from '../core/registry.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { ProviderProbe } from '../ports/provider-probe.ts';
import { appendModels, type LogRefused, type ModelsLog, readModels } from './append-models.ts';

export type ConsentRequired = { readonly code: 'EGRESS_CONSENT_REQUIRED'; readonly consent: ConsentTriple };
export type ModeRefused = { readonly code: 'CONFIRMATION_REQUIRED' };

export type EgressPurpose = Pick<LedgerEntry, 'kind' | 'phase' | 'runId'> & { readonly scopeHash: string };

/** Who may be sent what, and the ledger of what was. What a person did not ask to remember is forgotten at the stop. */
export const createEgress = (deps: ModelsLog & { readonly newId: () => string; readonly now?: () => number }) => {
  const { now = Date.now } = deps;
  let session: readonly GrantedTriple[] = [];

  const permit = async (wanted: ConsentTriple): Promise<Result<undefined, ConsentRequired | LogRefused>> => {
    const state = await readModels(deps);
    if (!state.ok) return state;
    return hasConsent({ ...state.value.consent, session }, wanted)
      ? ok(undefined)
      : err({ code: 'EGRESS_CONSENT_REQUIRED', consent: wanted });
  };

  const record = async (entry: LedgerEntry): Promise<Result<undefined, LogRefused>> => {
    const event = { kind: 'egress.call', key: `${entry.callId}:${entry.status}`, data: ledgerToJson(entry) };
    const appended = await deps.log.append(deps.stream, [event], { expected: 'any' });
    return appended.ok ? ok(undefined) : err({ code: 'LOG_UNAVAILABLE', reason: appended.error.code });
  };

  return {
    permit,
    record,
    grant: async (given: ConsentTriple, { remember }: { readonly remember: boolean }) => {
      if (remember) return appendModels(deps, { kind: 'egress.consent_granted', data: given });
      session = [...without(session, given), { ...given, grantedAt: new Date(now()).toISOString() }];
      return ok(undefined);
    },
    /** What was agreed to until the stop of this process. */
    session: (): readonly GrantedTriple[] => session,
    withdraw: async (gone: ConsentTriple) => {
      session = without(session, gone);
      return appendModels(deps, { kind: 'egress.consent_withdrawn', data: gone });
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
      stream: async function* (request, signal) {
        const { provider: providerId, modelId } = model.entry;
        // Rules in this process send nothing anywhere.
        if (providerId === 'builtin') return yield* model.stream(request, signal);
        const { kind, phase, runId, scopeHash } = purpose;
        const permitted = await permit({ providerId, modelId, scopeHash });
        if (!permitted.ok) return yield { kind: 'failed', failure: refusedFor(permitted.error) };
        const profile = profileFacts(model.entry, request);
        const line = { callId: deps.newId(), kind, providerId, modelId, scopeHash, phase, runId, profile };
        const noted = await record({ ...line, status: 'sent' });
        if (!noted.ok) return yield { kind: 'failed', failure: refusedFor(noted.error) };
        let last: ChatEvent | undefined;
        let heard = 0;
        try {
          for await (const event of model.stream(request, signal)) {
            last = event;
            if (event.kind === 'text' || event.kind === 'reasoning') heard += event.delta.length;
            yield event;
          }
        } finally {
          const cost =
            last?.kind === 'finished' ? costOf(last.usage, model.entry.price) : lostCost(model.entry, request, heard);
          await record({ ...line, ...resultOf(last), ...(cost === undefined ? {} : { cost }) });
        }
      },
    }),
  };
};

const nowhere = { scopeHash: null, phase: null, runId: null } as const;

const without = (given: readonly GrantedTriple[], gone: ConsentTriple): readonly GrantedTriple[] =>
  given.filter((each) => !sameConsent(each, gone));

/** A provider bills what it had written when the stream broke; nobody tells us, so it is reckoned. */
const lostCost = ({ price }: ModelEntry, request: ChatRequest, heard: number): number | undefined =>
  heard === 0 ? 0 : estimateCost(JSON.stringify(request.messages).length, Math.ceil(heard / 4), price);

const resultOf = (last: ChatEvent | undefined): Pick<LedgerEntry, 'status' | 'tokensIn' | 'tokensOut'> => {
  if (last?.kind === 'finished') {
    return { status: 'ok', tokensIn: last.usage.inputTokens, tokensOut: last.usage.outputTokens };
  }
  if (last?.kind !== 'failed') return { status: 'canceled' };
  if (last.failure.code === 'USER_CANCELED') return { status: 'canceled' };
  return { status: last.failure.code === 'EGRESS_BLOCKED_BY_POLICY' ? 'blocked' : 'failed' };
};

const refusedFor = (refusal: ConsentRequired | LogRefused): ModelFailure =>
  refusal.code === 'EGRESS_CONSENT_REQUIRED'
    ? {
        code: 'EGRESS_CONSENT_REQUIRED',
        message: 'Sending these files to this model needs your consent. Nothing was sent.',
        consent: refusal.consent,
      }
    : {
        code: 'EGRESS_BLOCKED_BY_POLICY',
        message: 'The ledger of what is sent could not be written, so nothing was sent. Run `atelier doctor`.',
      };
