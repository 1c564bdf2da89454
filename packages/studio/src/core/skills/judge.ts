import type { Issue } from '../domain/index.ts';

export type JudgeFacts = {
  readonly setting: 'auto' | 'off';
  readonly hasModel: boolean;
  readonly issues: readonly Issue[];
  readonly subtotalMinor: number;
  readonly subtotalDeltaMinor: number;
  /** Elements the ops touch, and how many the person named. */
  readonly touchedElements: number;
  readonly namedElements: number;
};

const largeMinor = 2_000_000;

/** Why a draft should be judged before anybody applies it. An empty list: it is not. */
export const judgeReasons = (facts: JudgeFacts): readonly string[] => {
  if (facts.setting === 'off' || !facts.hasModel) return [];
  const codes = new Set(facts.issues.map(({ code }) => code));
  const delta = Math.abs(facts.subtotalDeltaMinor);
  const before = facts.subtotalMinor - facts.subtotalDeltaMinor;
  const warnings = facts.issues.filter(({ severity }) => severity === 'warn').length;
  return [
    ...(codes.has('V13') ? ['V13'] : []),
    ...(delta >= largeMinor || (delta > 0 && delta * 100 >= Math.abs(before) * 25) ? ['PRICE'] : []),
    ...(codes.has('V11') ? ['V11'] : []),
    ...(warnings >= 6 ? ['WARNINGS'] : []),
    ...(facts.touchedElements >= 3 && facts.namedElements <= 1 ? ['SCOPE'] : []),
  ];
};
