import type { JsonObject, LogEvent, Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { Blobs, EventLog } from '@atelier/kernel/ports';
import { buildBundle, redactPlaces } from '../core/bundle/build.ts';
import type { Bundle, ManifestEntry } from '../core/bundle/bundle.ts';
import { signedBytes } from '../core/bundle/signature.ts';
import type { Sha256 } from '../core/crypto.ts';
import { readEvent } from '../core/events/event.ts';
import type { Digest, Id, SessionId } from '../core/ids.ts';
import type { BundleSigner } from '../ports/bundle-signer.ts';

export type ExportDeps = {
  readonly sha256: Sha256;
  readonly log: Pick<EventLog, 'read' | 'commits' | 'content'>;
  readonly blobs: Pick<Blobs, 'get'>;
  readonly now: () => number;
  readonly newId: (prefix: 'bundle') => Id<'bundle'>;
  readonly appVersion: string;
  readonly signer: BundleSigner;
  readonly appliedConfigHash?: string;
  /** The sound beginning of a damaged session, when the store can give one. */
  readonly salvage?: (sessionId: SessionId) => Promise<{ readonly events: readonly LogEvent[] }>;
};

export type ExportRefused =
  | { readonly code: 'NOT_FOUND'; readonly sessionId: SessionId }
  | { readonly code: 'SESSION_NOT_HEALTHY'; readonly reason: string }
  | { readonly code: 'INTERNAL_ERROR'; readonly reason: 'content_missing'; readonly id: Digest };

export const exportSession =
  (deps: ExportDeps) =>
  async (
    sessionId: SessionId,
    options: { readonly keepPaths?: boolean } = {},
  ): Promise<Result<Bundle, ExportRefused>> => {
    const stream = `session/${sessionId}`;
    const page = await deps.log.read(stream);
    const unhealthy = !page.ok && page.error.code === 'UNHEALTHY' ? page.error.health : undefined;
    if (!page.ok && !(unhealthy && deps.salvage))
      return err({ code: 'SESSION_NOT_HEALTHY', reason: unhealthy?.reason ?? page.error.code });
    const recorded = page.ok ? page.value.events : ((await deps.salvage?.(sessionId))?.events ?? []);
    if (recorded.length === 0) return err({ code: 'NOT_FOUND', sessionId });
    const whole = recorded.map(withoutImport);
    const events = options.keepPaths ? whole : whole.map(redactPlaces);
    const commits = page.ok ? await deps.log.commits(stream) : undefined;
    const manifest: readonly ManifestEntry[] =
      commits?.ok === true
        ? commits.value.commits.map(({ commit, first, last, pins }) => ({ commit, first, last, pins: [...pins] }))
        : [{ commit: 0, first: 0, last: events.length - 1, pins: [] }];

    const named = contentOf(events);
    const maps: Record<keyof typeof named, Record<Digest, JsonObject>> = {
      snapshots: {},
      pinnedWorkflows: {},
      artifacts: {},
    };
    for (const kind of ['snapshots', 'pinnedWorkflows', 'artifacts'] as const)
      for (const id of named[kind]) {
        const bytes = (await deps.log.content(stream, id)) ?? (await deps.blobs.get(id));
        if (!bytes) return err({ code: 'INTERNAL_ERROR', reason: 'content_missing', id });
        maps[kind][id] = JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;
      }
    const bundle = buildBundle(
      deps.sha256,
      { sessionId, events, manifest, ...maps },
      {
        bundleId: deps.newId('bundle'),
        exportedAt: new Date(deps.now()).toISOString(),
        appVersion: deps.appVersion,
        ...(deps.appliedConfigHash ? { appliedConfigHash: deps.appliedConfigHash } : {}),
        ...(unhealthy ? { salvage: { reason: unhealthy.reason, validNext: unhealthy.validNext } } : {}),
      },
    );
    const signature = await deps.signer.sign(signedBytes(bundle));
    return ok(signature ? { ...bundle, signature: { kind: 'ed25519_v1', ...signature } } : bundle);
  };

/** That it once came in a bundle is a fact of this installation, not of the session. */
const withoutImport = (event: LogEvent): LogEvent => {
  if (event.kind !== 'session_created') return event;
  const { imported: _, ...body } = event.data.body as JsonObject;
  return { ...event, data: { ...event.data, body } };
};

/** Every piece of content the events name. */
export const contentOf = (events: readonly LogEvent[]) => {
  const snapshots = new Set<Digest>();
  const pinnedWorkflows = new Set<Digest>();
  const artifacts = new Set<Digest>();
  for (const { kind, body } of events.map(readEvent)) {
    if (kind === 'node_created') snapshots.add(body.snapshotRef);
    if (kind === 'run_started') pinnedWorkflows.add(body.workflowHash);
    if (kind === 'node_output_appended' && body.payload.payloadKind === 'artifact_ref' && !body.payload.content)
      artifacts.add(body.payload.sha256);
  }
  return { snapshots, pinnedWorkflows, artifacts };
};
