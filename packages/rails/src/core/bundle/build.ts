import type { JsonObject, LogEvent } from '@atelier/kernel/core';
import { canonical } from '../canonical.ts';
import type { Sha256 } from '../crypto.ts';
import { byCodeUnit, digestOf, type Id } from '../ids.ts';
import { utf8Bytes } from '../text.ts';
import type { Bundle, BundleParts } from './bundle.ts';
import { partPaths } from './bundle.ts';

export type BuildOptions = {
  readonly bundleId: Id<'bundle'>;
  readonly exportedAt: string;
  readonly appVersion: string;
  readonly appliedConfigHash?: string;
  readonly salvage?: { readonly reason: string; readonly validNext: number };
};

export const REDACTED = '[redacted]';

export const buildBundle = (sha256: Sha256, parts: BundleParts, options: BuildOptions): Bundle => {
  const entries = partPaths(parts)
    .map(([path, value]) => {
      const text = canonical(value);
      return { path, sha256: digestOf(sha256, text), bytes: utf8Bytes(text) };
    })
    .sort((a, b) => byCodeUnit(a.path, b.path));
  const { artifacts, ...session } = parts;
  return {
    bundleSchemaVersion: 1,
    bundleId: options.bundleId,
    exportedAt: options.exportedAt,
    producer: {
      appVersion: options.appVersion,
      ...(options.appliedConfigHash ? { appliedConfigHash: options.appliedConfigHash } : {}),
    },
    integrity: { kind: 'sha256_manifest_v1', entries },
    session: {
      ...session,
      ...(Object.keys(artifacts).length > 0 ? { artifacts } : {}),
    } as unknown as Bundle['session'],
    ...(options.salvage ? { salvage: options.salvage } : {}),
  };
};

/** The path of a folder says who works where; a bundle leaves it out unless asked to keep it. */
export const redactPlaces = (event: LogEvent): LogEvent => {
  const body = event.data.body as JsonObject | undefined;
  if (event.kind !== 'observation_recorded' || body?.key !== 'repo_root') return event;
  return { ...event, data: { ...event.data, body: { ...body, value: { type: 'path', value: REDACTED } } } };
};
