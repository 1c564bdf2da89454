import { randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RailsUpload, railsUploadPath } from '@atelier/contracts';
import { createIds, sha256, systemWorld } from '@atelier/kernel/adapters';
import { createBoundedMap, ok } from '@atelier/kernel/core';
import { needsReview, type SessionId } from '@atelier/rails/core';
import { exportMarkdown, exportSession, importBundle, reviewBundle } from '@atelier/rails/usecases';
import type { z } from 'zod';
import { receiveFile } from '../../http/incoming-file.ts';
import { refuse as refuseAtEdge } from '../../http/refuse.ts';
import type { GuardedRoute } from '../../http/route.ts';
import type { RailsStore } from '../../services/runs.ts';
import type { Handlers } from '../surface.ts';
import { readSession } from './read-session.ts';
import type { SessionIndex } from './session-index.ts';
import { refuse, storeRefused } from './words.ts';

const largestUpload = 64 * 1024 * 1024;
const keptUploads = 4;
const newId = createIds(systemWorld);

type Deps = {
  readonly store: RailsStore;
  readonly index: SessionIndex;
  readonly version: string;
  readonly appliedConfigHash: string;
  /** Where a bundle waits between its upload and its import. */
  readonly folder: string;
};

/** Sessions leave as files and come back as sessions. */
export const createPortability = ({ store, index, version, appliedConfigHash, folder }: Deps) => {
  const uploads = createBoundedMap<string, string>(keptUploads, (_id, place) => void rm(place, { force: true }));
  const salvage = (sessionId: SessionId) => store.salvage(`session/${sessionId}`);
  const toBundle = exportSession({
    sha256,
    log: store.log,
    blobs: store.blobs,
    now: Date.now,
    newId,
    appVersion: version,
    signer: store.signer,
    appliedConfigHash,
    salvage,
  });

  const toMarkdown = exportMarkdown({ sessions: store.sessions, workflows: store.workflows, salvage });

  const look = { sha256, signer: store.signer, catalog: store.catalog };
  const uploaded = async (uploadId: string): Promise<{ readonly json: unknown } | undefined> => {
    const place = uploads.get(uploadId);
    const text = place && (await readFile(place, 'utf8').catch(() => undefined));
    return text === undefined ? undefined : { json: parse(text) };
  };
  const discard = async (uploadId: string): Promise<void> => {
    const place = uploads.get(uploadId);
    uploads.delete(uploadId);
    if (place !== undefined) await rm(place, { force: true });
  };

  const handlers: Handlers<'SessionExport' | 'BundleReview' | 'BundleImport'> = {
    SessionExport: async ({ sessionId, format, keepPaths }, { role }) => {
      if (keepPaths && role !== 'admin') return refuse('PATHS_FOR_ADMINS');
      const read = await readSession(store, sessionId);
      if (!read) return refuse('SESSION_NOT_FOUND');
      const fileName = `${sessionId}.${format === 'bundle' ? 'json' : 'md'}`;
      const cut = !(await store.log.read(`session/${sessionId}`)).ok;
      const query = [...(keepPaths ? ['paths=keep'] : []), ...(cut ? ['part=sound'] : [])].join('&');
      return ok({ url: `/rails/exports/${fileName}${query === '' ? '' : `?${query}`}`, fileName, cut });
    },
    BundleReview: async ({ uploadId }) => {
      const file = await uploaded(uploadId);
      if (file === undefined) return refuse('UPLOAD_NOT_FOUND');
      if (file.json === undefined) return refuse('BUNDLE_INVALID_FORMAT', { detail: NOT_JSON });
      const review = await reviewBundle(look)(file.json);
      if (!review.ok) return refuse(review.error.code, { detail: review.error.detail });
      const { signedBy, prompts } = review.value;
      return ok({ signedBy, prompts: [...prompts], needsReview: needsReview(review.value) });
    },
    BundleImport: async ({ uploadId, reviewed = false }) => {
      const file = await uploaded(uploadId);
      if (file === undefined) return refuse('UPLOAD_NOT_FOUND');
      if (file.json === undefined) return refuse('BUNDLE_INVALID_FORMAT', { detail: NOT_JSON });
      const importing = importBundle({ ...look, log: store.log, blobs: store.blobs, newId });
      const imported = await importing(file.json, { reviewed });
      // Kept while a person looks at what it holds.
      if (!imported.ok && imported.error.code === 'BUNDLE_NEEDS_REVIEW') return refuse('BUNDLE_NEEDS_REVIEW');
      await discard(uploadId);
      if (!imported.ok) {
        const { error } = imported;
        if (error.code === 'QUOTA_EXCEEDED') {
          const { quotaBytes, storedBytes, neededBytes } = error;
          return refuse('QUOTA_EXCEEDED', { quotaBytes, storedBytes, neededBytes });
        }
        return 'detail' in error && error.code.startsWith('BUNDLE_')
          ? refuse(error.code as Extract<typeof error, { code: `BUNDLE_${string}` }>['code'], {
              detail: error.detail ?? '',
            })
          : storeRefused(error as Parameters<typeof storeRefused>[0]);
      }
      const { sessionId, importedAs, events, review } = imported.value;
      index.touched(sessionId);
      const read = await readSession(store, sessionId);
      const runs = [...(read?.state.runs.values() ?? [])].map(({ runId, workflowId }) => ({ runId, workflowId }));
      return ok({
        sessionId,
        importedAs,
        events,
        runs,
        checks: ['format', 'integrity', 'signature', 'order', 'references'].filter(
          (check) => check !== 'signature' || review.signedBy.kind !== 'nobody',
        ),
      });
    },
  };

  const routes: readonly GuardedRoute[] = [
    {
      path: railsUploadPath,
      methods: ['POST'],
      access: 'signed-in',
      role: 'member',
      serve: async (c) => {
        const uploadId = randomBytes(12).toString('base64url');
        const limits = { folder, largest: largestUpload };
        const bytes = await receiveFile(c.req.raw, limits, async ({ place, sizeBytes }) => {
          const kept = join(folder, uploadId);
          await rename(place, kept);
          uploads.set(uploadId, kept);
          return sizeBytes;
        });
        if (bytes === undefined) return refuseAtEdge(c.req.path, 'BODY_TOO_LARGE', { largestBody: largestUpload });
        return Response.json({ uploadId, bytes } satisfies z.infer<typeof RailsUpload>);
      },
    },
    {
      path: '/rails/exports/:file',
      methods: ['GET'],
      access: 'signed-in',
      role: 'member',
      serve: async (c, { role }) => {
        if (c.req.query('paths') === 'keep' && role !== 'admin') return refuseAtEdge(c.req.path, 'FORBIDDEN_ROLE');
        const [, sessionId, kind] = /^(sess_[a-z2-7]{26})\.(json|md)$/.exec(c.req.param('file') ?? '') ?? [];
        if (sessionId === undefined) return refuseAtEdge(c.req.path, 'NOT_FOUND');
        const text =
          kind === 'md'
            ? (await toMarkdown(sessionId as SessionId))?.text
            : await bundleText(sessionId, c.req.query('paths'));
        if (text === undefined) return refuseAtEdge(c.req.path, 'NOT_FOUND');
        // Whoever takes a part for the whole would lose the rest: a part is given to those who ask for one.
        const isWhole = (await store.log.read(`session/${sessionId}`)).ok;
        if (!isWhole && c.req.query('part') !== 'sound')
          return new Response(CUT, { status: 409, headers: { 'content-type': 'text/plain; charset=utf-8' } });
        return new Response(text, {
          headers: {
            'content-type': kind === 'md' ? 'text/markdown; charset=utf-8' : 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="${sessionId}.${kind}"`,
            'cache-control': 'no-store',
          },
        });
      },
    },
  ];

  const bundleText = async (sessionId: string, paths: string | undefined): Promise<string | undefined> => {
    const bundle = await toBundle(sessionId as SessionId, { keepPaths: paths === 'keep' });
    return bundle.ok ? `${JSON.stringify(bundle.value)}\n` : undefined;
  };
  return { handlers, routes, stop: () => rm(folder, { recursive: true, force: true }) };
};

const NOT_JSON = 'The file is not JSON.';

const CUT =
  'This session is damaged, and only what stands before the damage can be exported. Repair it first, or export it from the Console, which says so in the file.\n';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
