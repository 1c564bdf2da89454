import type { Effort, ModelEntryInput, ModelRow } from '@atelier/contracts';

/** A registry entry as it stands in the fields of a form: all text, right or wrong. */
export type EntryForm = {
  readonly provider: string;
  readonly name: string;
  readonly label: string;
  readonly context: string;
  readonly input: string;
  readonly output: string;
  readonly cached: string;
  readonly asOf: string;
  readonly efforts: readonly Effort[];
  readonly tools: boolean;
  readonly vision: boolean;
  /** What goes over the wire where that is not its name; kept as it is. */
  readonly wireName?: string;
};

/** The message key of what is wrong, by field. */
export type EntryErrors = Partial<
  Record<'name' | 'label' | 'context' | 'input' | 'output' | 'cached' | 'asOf', string>
>;

export const emptyEntry = (provider: string, today: string): EntryForm => ({
  provider,
  name: '',
  label: '',
  context: '128000',
  input: '',
  output: '',
  cached: '',
  asOf: today,
  efforts: [],
  tools: true,
  vision: false,
});

/** What is known of a model, to be changed. */
export const entryOf = (model: ModelRow, today: string): EntryForm => {
  const { modelId, endpointId, wireName } = model;
  const at = modelId.indexOf(':');
  const name = endpointId === null ? modelId.slice(at + 1) : modelId.slice(localPrefix(endpointId).length);
  return {
    provider: endpointId === null ? modelId.slice(0, at) : `local:${endpointId}`,
    name,
    label: model.label,
    context: String(model.contextTokens),
    input: written(model.price?.input),
    output: written(model.price?.output),
    cached: written(model.price?.cachedInput),
    // A price that is looked at again is a price of today.
    asOf: model.price?.asOf ?? today,
    efforts: model.efforts,
    tools: model.tools !== false,
    vision: model.vision,
    ...(wireName === name ? {} : { wireName }),
  };
};

/** The entry the form describes, or what is wrong with it. */
export const entryFromForm = (
  form: EntryForm,
): { readonly ok: true; readonly entry: ModelEntryInput } | { readonly ok: false; readonly errors: EntryErrors } => {
  const name = form.name.trim();
  const label = form.label.trim() === '' ? name : form.label.trim();
  const contextTokens = Number(form.context.trim().replaceAll(/[,_\s]/g, ''));
  const [input, output, cached] = [form.input, form.output, form.cached].map(amount);
  const isPriced = input !== null || output !== null || cached !== null;
  const errors: EntryErrors = {
    ...(/^[A-Za-z0-9._:/-]+$/.test(name) ? {} : { name: 'models.entry.idWrong' }),
    ...(label === '' ? { label: 'models.entry.labelMissing' } : {}),
    ...(Number.isSafeInteger(contextTokens) && contextTokens > 0 ? {} : { context: 'models.entry.contextWrong' }),
    ...(typeof input === 'number' || (!isPriced && input === null) ? {} : { input: 'models.entry.priceWrong' }),
    ...(typeof output === 'number' || (!isPriced && output === null) ? {} : { output: 'models.entry.priceWrong' }),
    ...(cached === undefined ? { cached: 'models.entry.priceWrong' } : {}),
    ...(isPriced && !isDay(form.asOf) ? { asOf: 'models.entry.asOfWrong' } : {}),
  };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const price =
    typeof input === 'number' && typeof output === 'number'
      ? { input, output, asOf: form.asOf.trim(), ...(typeof cached === 'number' ? { cachedInput: cached } : {}) }
      : null;
  return {
    ok: true,
    entry: {
      modelId: modelIdOf(form.provider, name),
      label: label.slice(0, 80),
      contextTokens,
      efforts: [...form.efforts],
      tools: form.tools,
      vision: form.vision,
      price,
      ...(form.wireName === undefined ? {} : { wireName: form.wireName }),
    },
  };
};

const localPrefix = (endpointId: string): string => `local:${endpointId}/`;

const modelIdOf = (provider: string, name: string): string =>
  provider.startsWith('local:') ? `${localPrefix(provider.slice('local:'.length))}${name}` : `${provider}:${name}`;

const written = (dollars: number | undefined): string => (dollars === undefined ? '' : String(dollars));

/** Null for nothing, undefined for what is no amount. */
const amount = (typed: string): number | null | undefined => {
  const plain = typed.trim().replace(/^\$/, '').replace(',', '.').trim();
  if (plain === '') return null;
  return /^\d{1,6}(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
};

const isDay = (typed: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed.trim()) && !Number.isNaN(Date.parse(typed.trim()));
