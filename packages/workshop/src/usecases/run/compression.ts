import type { ConversationEvent } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { ChatMessage } from '@atelier/models';
import { capFailure, costOf, estimateAttempt, judgeCaps, type ModelFailure, metered } from '@atelier/models/core';
import { stampNow } from '../../core/bench.ts';
import { card } from '../../core/cards.ts';
import type { ContentId } from '../../core/ids.ts';
import type { Said } from '../../core/prompt/assemble.ts';
import type { BenchWork } from './bench-work.ts';

type Compression = { readonly conversation: readonly Said[] };

/** Word for word to the end: the newest messages before the question. */
const kept = 6;

/**
 * Makes room in a long conversation: the oldest part becomes one summary, which stands for it in prompts as long as all
 * it covers is on the path. A model that does not summarise costs quality and never the run: beginnings stand in. A
 * cap is no such failure: the run waits for it as before any other call.
 */
export const compressTalk = async (work: BenchWork): Promise<Result<Compression | undefined, ModelFailure>> => {
  const { before, summary } = work.talk;
  if (before.length <= kept) return ok(undefined);
  const old = before.slice(0, -kept);
  const [first, last] = [old[0], old.at(-1)];
  if (!first || !last) return ok(undefined);
  const earlier = summary === null ? [] : [summarySaid(await work.read(summary))];
  const messages: readonly ChatMessage[] = [...earlier, ...old].map(({ role, text }) => ({ role, text }));
  const { scopeHash } = await work.place.scope();
  const guarded = work.deps.models.guard(work.model, {
    kind: 'compression',
    phase: null,
    runId: work.runId,
    scopeHash,
  });
  const { entry } = work.model;
  const made = await work.deps.models.compress(messages, 0, guarded, work.agent.signal, async (request, used) => {
    const spentBeside = (await work.place.spentBeside?.()) ?? 0;
    const meter = metered(work.last.meter, costOf(used, entry.price) ?? 0);
    const reached = judgeCaps(meter, estimateAttempt(entry, request), { spentBeside });
    return reached && capFailure(reached);
  });
  if (!made) return ok(undefined);
  await countIn(work, made.usage);
  if (made.capped) return err(made.capped);
  const textId = await work.keep(made.summary);
  const { newId } = work.deps;
  const facts = { how: made.how, covered: old.length, textId };
  await work.record((bench) =>
    ok([
      {
        kind: 'message.summary',
        messageId: newId('msg'),
        first: first.id,
        last: last.id,
        textId: textId as ContentId,
        modelId: work.model.entry.modelId,
        holds: [textId],
      },
      card(newId('msg'), bench.head, 'context_compressed', facts, stampNow(bench)),
    ]),
  );
  return ok({ conversation: [summarySaid(made.summary), ...before.slice(-kept)] });
};

export const summarySaid = (text: string): Said => ({
  role: 'user',
  text: `Summary of the conversation before this point:\n\n${text}`,
});

type Usage = Parameters<typeof costOf>[0];

/** What a summary cost counts into the run like everything else. */
export const countIn = async (work: BenchWork, usage: Usage | undefined): Promise<void> => {
  if (!usage || usage.inputTokens + usage.outputTokens === 0) return;
  const cost = costOf(usage, work.model.entry.price);
  work.last = { ...work.last, meter: metered(work.last.meter, cost) };
  const spent: ConversationEvent = {
    kind: 'run.metered',
    data: {
      runId: work.runId,
      tokensIn: usage.inputTokens,
      tokensCached: usage.cachedInputTokens,
      tokensOut: usage.outputTokens,
      cost: cost ?? null,
      isEstimate: false,
    },
  };
  await work.place.append([spent]);
};
