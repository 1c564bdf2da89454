import type { StudioModels } from '@atelier/contracts/studio';
import { sha256 } from '@atelier/kernel/adapters';
import { err, ok } from '@atelier/kernel/core';
import type { ModelFailure } from '@atelier/models';
import type { ModelAbsent, ModelPurpose, SkillModels } from '@atelier/studio';
import type { ModelServices } from '../../services/models.ts';
import { modelIdFor } from './model-for-purpose.ts';

/** The installation's models as Studio asks them. Consent is per project; what is missing is told apart by its remedy. */
export const createSkillModels = (services: ModelServices, chosen: () => Promise<StudioModels>): SkillModels => ({
  isChosen: async (purpose) => {
    const found = await find(await services.open(), purpose, await chosen());
    return found.ok && found.value.model.entry.provider !== 'builtin';
  },
  generate: async (ask) => {
    const open = await services.open();
    const found =
      ask.modelId === undefined ? await find(open, ask.purpose, await chosen()) : await open.modelFor(ask.modelId);
    if (!found.ok) return err({ reason: 'no_key', detail: found.error.code });
    const { model, effort } = found.value;
    const { provider, modelId } = model.entry;
    if (provider === 'builtin') return err({ reason: 'builtin' });
    const scopeHash = projectScope(ask.projectId);
    const generated = await open.models.createGenerate({ random: Math.random, wait })({
      model: open.egress.guard(model, { kind: ask.purpose, phase: null, runId: ask.turnId, scopeHash }),
      name: ask.name.replace(/\W/g, '_'),
      schema: ask.schema,
      messages: [
        { role: 'system', text: ask.system },
        { role: 'user', text: ask.user },
      ],
      signal: ask.signal,
      deadlineMs: ask.deadlineMs,
      maxOutputTokens: ask.maxOutputTokens,
      ...(effort && { effort }),
      ...(ask.onText && { onText: ask.onText }),
    });
    if (!generated.ok) return err(absentBy(generated.error.failure));
    const { value, usage, cost } = generated.value;
    const { inputTokens: tokensIn, outputTokens: tokensOut } = usage;
    return ok({ value, provider, modelId, tokensIn, tokensOut, costMicros: cost ?? null });
  },
});

type Open = Awaited<ReturnType<ModelServices['open']>>;

const find = async (open: Open, purpose: ModelPurpose, chosen: StudioModels) => {
  const listed = await open.listed();
  return listed.ok ? open.modelFor(modelIdFor(purpose, chosen, listed.value)) : listed;
};

/** What a person agrees to send: everything of one project, and nothing of another. */
export const projectScope = (projectId: string): string => `sha256:${sha256(`project/${projectId}`)}`;

const absentBy = ({ code, message, consent }: ModelFailure): ModelAbsent => {
  switch (code) {
    case 'EGRESS_CONSENT_REQUIRED':
      return { reason: 'no_consent', ...(consent && { consent }) };
    case 'BUDGET_CAP_REACHED':
      return { reason: 'cap_reached' };
    case 'PROVIDER_NOT_CONFIGURED':
    case 'PROVIDER_AUTH_FAILED':
      return { reason: 'no_key' };
    case 'MODEL_OUTPUT_MALFORMED':
      return { reason: 'malformed', detail: message };
    case 'USER_CANCELED':
      return { reason: 'canceled' };
    default:
      return { reason: 'provider_down', detail: code };
  }
};

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
