import { canonicalText, type Json, type JsonObject, type Sha256 } from '@atelier/kernel/core';
import type { ToolCall } from './chat.ts';

export type LoopSettings = {
  readonly window: number;
  readonly warningThreshold: number;
  readonly hardStopThreshold: number;
};

export const defaultLoopSettings: LoopSettings = { window: 10, warningThreshold: 3, hardStopThreshold: 5 };

/** One call as the detector remembers it: what was asked, and of which files. */
export type SeenCall = {
  readonly fingerprint: string;
  readonly access: 'read' | 'write';
  readonly paths: readonly string[];
};

export type LoopVerdict = { readonly kind: 'fine' | 'warn' | 'stop'; readonly count: number };

/** `null` asks a tool for its default, so it counts as not given; written content is kept by hash alone. */
export const seenCall = (call: ToolCall, access: SeenCall['access'], sha256: Sha256): SeenCall => {
  const written = canonicalText({ name: call.name, input: withoutNulls(call.input) });
  // Input that cannot be written down comes from no provider; its own text is the next best name for it.
  const text = written.ok ? written.value : JSON.stringify([call.name, call.input]);
  return { fingerprint: sha256(text), access, paths: pathsIn(call.input) };
};

/** Judges a call before it runs, counting it among the last `window`. */
export const judgeCall = (recent: readonly SeenCall[], next: SeenCall, settings: LoopSettings): LoopVerdict => {
  const before = settings.window > 1 ? recent.slice(-(settings.window - 1)) : [];
  const count = before.filter(({ fingerprint }) => fingerprint === next.fingerprint).length + 1;
  if (count >= settings.hardStopThreshold) return { kind: 'stop', count };
  return { kind: count >= settings.warningThreshold ? 'warn' : 'fine', count };
};

/** A file that changed is worth reading again: a successful write forgets the reads of what it wrote. */
export const rememberCall = (
  recent: readonly SeenCall[],
  call: SeenCall,
  isOk: boolean,
  { window }: LoopSettings,
): readonly SeenCall[] => {
  const wrote = call.access === 'write' && isOk;
  const kept = wrote
    ? recent.filter(({ access, paths }) => access === 'write' || !paths.some((path) => call.paths.includes(path)))
    : recent;
  return [...kept, call].slice(-window);
};

const withoutNulls = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([, each]) => each !== null)
      .map(([key, each]) => [key, withoutNulls(each)]),
  );
};

const pathsIn = (input: JsonObject): readonly string[] => [
  ...new Set([input.path, input.target_path].filter((path) => typeof path === 'string')),
];
