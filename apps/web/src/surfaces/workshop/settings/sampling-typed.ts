import { ModelSampling } from '@atelier/contracts';

type Typed = { readonly temperature: string; readonly topP: string };

/** As it is typed; empty stands for the model's own. */
export const samplingToType = (sampling: ModelSampling | null): Typed => ({
  temperature: sampling?.temperature === undefined ? '' : String(sampling.temperature),
  topP: sampling?.topP === undefined ? '' : String(sampling.topP),
});

/** Null for a field that was left empty, undefined for what is no number that a model could take. */
export const numberTyped = (name: keyof Typed, typed: string): number | null | undefined => {
  const plain = typed.trim().replace(',', '.');
  if (plain === '') return null;
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(plain)) return undefined;
  const value = Number(plain);
  return ModelSampling.shape[name].safeParse(value).success ? value : undefined;
};

/** Undefined while something that is typed cannot be used. */
export const samplingTyped = ({ temperature, topP }: Typed): ModelSampling | null | undefined => {
  const [warm, top] = [numberTyped('temperature', temperature), numberTyped('topP', topP)];
  if (warm === undefined || top === undefined) return undefined;
  if (warm === null && top === null) return null;
  return { ...(warm === null ? {} : { temperature: warm }), ...(top === null ? {} : { topP: top }) };
};
