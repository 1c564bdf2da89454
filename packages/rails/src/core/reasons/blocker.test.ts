import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blockers } from './blocker.ts';
import { type Reason, type ReasonKind, toBlockers } from './reason.ts';

const kinds: ReasonKind[] = [
  'missing_required_output',
  'missing_context_key',
  'loop_limit_reached',
  'user_only_dependency',
  'evaluation_error',
];

test('[lock:blocker-closed-sorted-bounded] whatever the reasons, blockers are sorted, few and short', () => {
  const reason: fc.Arbitrary<Reason> = fc.record({
    kind: fc.constantFrom(...kinds),
    pointer: fc.oneof(
      fc.record({ kind: fc.constant('workflow_step' as const), stepId: fc.stringMatching(/^[a-z]{1,8}$/) }),
      fc.record({ kind: fc.constant('context_key' as const), key: fc.stringMatching(/^[a-z]{1,8}$/) }),
    ),
    message: fc.string({ unit: 'grapheme', maxLength: 900 }),
    suggestedFix: fc.string({ unit: 'grapheme', maxLength: 1500 }),
  });
  fc.assert(
    fc.property(fc.array(reason, { minLength: 1, maxLength: 15 }), (reasons) => {
      const blockers = toBlockers(reasons);
      expect(Blockers.safeParse(blockers).success).toBe(true);
      expect(JSON.stringify(toBlockers(reasons.toReversed()).map(({ code, pointer }) => [code, pointer]))).toBe(
        JSON.stringify(blockers.map(({ code, pointer }) => [code, pointer])),
      );
    }),
    { numRuns: 200 },
  );
});
