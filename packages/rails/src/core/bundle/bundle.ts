import type { JsonObject, LogEvent } from '@atelier/kernel/core';
import { z } from 'zod';
import { digest, idOf } from '../events/scalars.ts';
import type { Digest, SessionId } from '../ids.ts';

const jsonObject = z.record(z.string(), z.json());

/** A whole session as one JSON document. No tokens, no keys: whoever imports it signs its own. */
export const Bundle = z.strictObject({
  bundleSchemaVersion: z.literal(1),
  bundleId: idOf('bundle'),
  exportedAt: z.string(),
  producer: z.strictObject({ appVersion: z.string(), appliedConfigHash: z.string().optional() }),
  integrity: z.strictObject({
    kind: z.literal('sha256_manifest_v1'),
    entries: z.array(z.strictObject({ path: z.string(), sha256: digest, bytes: z.int().nonnegative() })),
  }),
  session: z.strictObject({
    sessionId: idOf('sess'),
    events: z.array(jsonObject),
    manifest: z.array(
      z.strictObject({
        commit: z.int().nonnegative(),
        first: z.int().nonnegative(),
        last: z.int().nonnegative(),
        pins: z.array(digest),
      }),
    ),
    snapshots: z.record(z.string(), jsonObject),
    pinnedWorkflows: z.record(z.string(), jsonObject),
    artifacts: z.record(z.string(), jsonObject).optional(),
  }),
  salvage: z.strictObject({ reason: z.string(), validNext: z.int().nonnegative() }).optional(),
  /** Whose installation exported it. Absent where no key could be made, and before signatures existed. */
  signature: z
    .strictObject({
      kind: z.literal('ed25519_v1'),
      publicKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
      value: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
    })
    .optional(),
});
export type Bundle = z.infer<typeof Bundle>;

export type ManifestEntry = Bundle['session']['manifest'][number];

export type BundleParts = {
  readonly sessionId: SessionId;
  readonly events: readonly LogEvent[];
  readonly manifest: readonly ManifestEntry[];
  readonly snapshots: Readonly<Record<Digest, JsonObject>>;
  readonly pinnedWorkflows: Readonly<Record<Digest, JsonObject>>;
  readonly artifacts: Readonly<Record<Digest, JsonObject>>;
};

/** Where each part stands in the integrity list. */
export const partPaths = ({ events, manifest, ...maps }: BundleParts): readonly (readonly [string, unknown])[] => [
  ['session/events', events],
  ['session/manifest', manifest],
  ...Object.entries(maps.snapshots).map(([id, value]) => [`session/snapshots/${id}`, value] as const),
  ...Object.entries(maps.pinnedWorkflows).map(([id, value]) => [`session/pinnedWorkflows/${id}`, value] as const),
  ...Object.entries(maps.artifacts).map(([id, value]) => [`session/artifacts/${id}`, value] as const),
];
