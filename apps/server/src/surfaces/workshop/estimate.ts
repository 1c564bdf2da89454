import type { ValueOf } from '@atelier/contracts';
import type { OpenModels } from '../../services/models.ts';

/** Instructions, file rows, maps and tools that go along with each call: about what a middle-sized Workbench has. */
const alongsideBytes = 60_000;

/** What sending a message may cost; undefined when nobody knows the model. */
export const estimateSend = async (
  open: OpenModels,
  modelId: string,
  text: string,
  path: object,
): Promise<ValueOf<'WorkshopEstimate'> | undefined> => {
  const listed = await open.listed();
  const entry = listed.ok ? listed.value.entries.find((each) => each.entry.modelId === modelId)?.entry : undefined;
  if (!entry) return undefined;
  const { price } = entry;
  if (!price) return { estimate: null, because: 'no_price' };
  const { answerTokens, byteLength, defaultLimits, estimateRun, thinkingBudget } = open.models;
  const bytes = byteLength(JSON.stringify([path, text])) + alongsideBytes;
  const maxOutputTokens = answerTokens(entry) + thinkingBudget(entry, undefined);
  const estimate = estimateRun({ bytes, turns: defaultLimits.maxTurns, maxOutputTokens }, price) ?? null;
  return { estimate, because: price.input + price.output === 0 ? 'free' : 'priced' };
};
