import type { ConversationEvent } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { ChatMessage } from '@atelier/models';
import { capFailure, costOf, estimateAttempt, judgeCaps, type ModelFailure, metered } from '@atelier/models/core';
import { stampNow } from '../../core/bench.ts';
import { card } from '../../core/cards.ts';
import type { ContentId } from '../../core/ids.ts';
import type { Said } from '../../core/prompt/assemble.ts';
import { promptLimit, tokensOf } from '../../core/prompt/budget.ts';
import type { BenchWork } from './bench-work.ts';
import type { TalkMessage } from './talk.ts';

type Compression = { readonly conversation: readonly Said[] };

/** Word for word to the end: the newest messages before the question. */
export const keptWords = 6;

/**
 * Makes room in a long conversation: the oldest part becomes one summary, which stands for it in prompts as long as all
 * it covers is on the path. A model that does not summarise costs quality and never the run: beginnings stand in. A
 * cap is no such failure: the run waits for it as before any other call.
 */
export const compressTalk = async (work: BenchWork): Promise<Result<Compression | undefined, ModelFailure>> => {
  const { before, summary, covered } = work.talk;
  if (before.length <= keptWords) return ok(undefined);
  const old = before.slice(0, -keptWords);
  const [first, last] = [old[0], old.at(-1)];
  if (!first || !last) return ok(undefined);
  const made = await summed(work, old, summary === null ? '' : await work.read(summary));
  if (!made.ok) return made;
  const { text, how } = made.value;
  const textId = await work.keep(text);
  const { newId } = work.deps;
  const facts = { how, covered: covered + old.length, textId };
  await work.record((bench) =>
    ok([
      {
        kind: 'message.summary',
        messageId: newId('msg'),
        first: first.id,
        last: last.id,
        textId: textId as ContentId,
        modelId: work.model.entry.modelId,
        chars: text.length,
        holds: [textId],
      },
      card(newId('msg'), bench.head, 'context_compressed', facts, stampNow(bench)),
    ]),
  );
  return ok({ conversation: [summarySaid(text, facts.covered), ...before.slice(-keptWords)] });
};

type Summed = { readonly text: string; readonly how: 'summary' | 'excerpt' };

/** One summary of everything old, in as many calls as the model's window asks for; each is given what the last one made. */
const summed = async (
  work: BenchWork,
  old: readonly TalkMessage[],
  earlier: string,
): Promise<Result<Summed, ModelFailure>> => {
  const { entry } = work.model;
  const compress = await compressor(work);
  const room = entry.provider === 'builtin' ? Number.POSITIVE_INFINITY : promptLimit(entry.contextTokens) - callTokens;
  let [text, how]: [string, Summed['how']] = [earlier, 'summary'];
  for (const piece of inPieces(old, room)) {
    // A model that failed once is not asked for the rest.
    const asked =
      how === 'summary' ? await compress(text === '' ? piece : [{ role: 'user', text }, ...piece]) : ok(undefined);
    if (!asked.ok) return asked;
    if (asked.value?.how === 'summary') {
      text = asked.value.summary;
      continue;
    }
    how = 'excerpt';
    const beginnings = (await work.deps.models.compress(piece, 0, undefined, work.agent.signal))?.summary ?? '';
    text = text === '' ? beginnings : `${endOf(text)}\n\n${beginnings}`;
  }
  return ok({ text, how });
};

type MayCall = NonNullable<Parameters<BenchWork['deps']['models']['compress']>[4]>;

/** A call to the model, metered into the run, stopped by its caps. */
const compressor = async (work: BenchWork) => {
  const { scopeHash } = await work.place.scope();
  const purpose = { kind: 'compression', phase: null, runId: work.runId, scopeHash } as const;
  const guarded = work.deps.models.guard(work.model, purpose);
  const { entry } = work.model;
  const mayCall: MayCall = async (request, used) => {
    const spentBeside = (await work.place.spentBeside?.()) ?? 0;
    const meter = metered(work.last.meter, costOf(used, entry.price) ?? 0);
    const reached = judgeCaps(meter, estimateAttempt(entry, request), { spentBeside });
    return reached && capFailure(reached);
  };
  return async (messages: readonly ChatMessage[]) => {
    const made = await work.deps.models.compress(messages, 0, guarded, work.agent.signal, mayCall);
    await countIn(work, made?.usage);
    return made?.capped ? err(made.capped) : ok(made);
  };
};

/** What a summarising call needs beside the words: its instructions, its answer, and the summary it goes on from. */
const callTokens = 3_000;

/** Words that fit into one call each; a message too long for one is given in parts. */
const inPieces = (old: readonly Said[], room: number): readonly (readonly ChatMessage[])[] => {
  const most = Math.max(1_000, room);
  const pieces: ChatMessage[][] = [[]];
  let used = 0;
  for (const { role, text } of old.flatMap((said) => inParts(said, most * 2))) {
    const tokens = tokensOf(text) + 8;
    if (used > 0 && used + tokens > most) {
      pieces.push([]);
      used = 0;
    }
    pieces.at(-1)?.push({ role, text });
    used += tokens;
  }
  return pieces;
};

const inParts = ({ role, text }: Said, chars: number): readonly Said[] => {
  if (text.length <= chars) return [{ role, text }];
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, at) => ({
    role,
    text: text.slice(at * chars, (at + 1) * chars).toWellFormed(),
  }));
};

const mostEarlier = 8_000;

/** Beginnings on beginnings would grow for ever; what is left out is said. */
const endOf = (text: string): string =>
  text.length <= mostEarlier ? text : `(older beginnings left out)\n${text.slice(-mostEarlier).toWellFormed()}`;

/** Said to the model in so many words: what it reads is no longer all that was said. */
export const summarySaid = (text: string, covered: number): Said => ({
  role: 'user',
  text: `Summary of the ${covered} messages before this point, which are left out here:\n\n${text}`,
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
