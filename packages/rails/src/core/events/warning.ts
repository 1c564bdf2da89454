import { z } from 'zod';

export const WarningCode = z.enum([
  'REPLAY_PAYLOAD_DIFFERS',
  'WORKFLOW_SOURCE_DRIFT',
  'BINDING_DRIFT',
  'AUTONOMY_EXCEEDS_RECOMMENDATION',
  'RISK_POLICY_EXCEEDS_RECOMMENDATION',
  'REFERENCE_UNRESOLVED',
  'LEGACY_WORKFLOW_ID',
  'NOTES_TRUNCATED',
  'CAPABILITY_DEGRADED',
  'USER_MESSAGE',
]);
export type WarningCode = z.infer<typeof WarningCode>;

export const Warning = z.strictObject({ code: WarningCode, message: z.string() });
export type Warning = z.infer<typeof Warning>;
