import type { JsonObject, Result } from '@atelier/kernel/core';
import { canonicalText, err, ok } from '@atelier/kernel/core';
import { budgets } from './budgets.ts';
import { canonical } from './canonical.ts';
import type { Sha256 } from './crypto.ts';
import type { BodyOf } from './events/bodies.ts';
import type { Warning } from './events/warning.ts';
import type { AttemptId, Digest } from './ids.ts';
import { byCodeUnit, digestOf, idOfAttempt, utf8 } from './ids.ts';
import { truncate, utf8Bytes } from './text.ts';

/** What an agent hands in with a finished step. */
export type SentOutput = {
  readonly notesMarkdown?: string | undefined;
  readonly artifacts?: readonly JsonObject[] | undefined;
};

export type OutputRefused =
  | { readonly code: 'TOO_MANY_ARTIFACTS'; readonly measured: number; readonly max: number }
  | { readonly code: 'ARTIFACT_TOO_LARGE'; readonly index: number; readonly measured: number; readonly max: number }
  | { readonly code: 'ARTIFACT_WITHOUT_KIND'; readonly index: number }
  | { readonly code: 'OUTPUT_NOT_JSON'; readonly at: string; readonly reason: string };

export const ARTIFACT_TYPE = 'application/json';

/** Refused before anything is written, because nothing of an oversized call is kept. */
export const checkOutput = (output: SentOutput): Result<null, OutputRefused> => {
  if (output.notesMarkdown !== undefined && !output.notesMarkdown.isWellFormed())
    return err({ code: 'OUTPUT_NOT_JSON', at: '/notesMarkdown', reason: 'lone_surrogate' });
  const artifacts = output.artifacts ?? [];
  if (artifacts.length > budgets.artifactsPerCall)
    return err({ code: 'TOO_MANY_ARTIFACTS', measured: artifacts.length, max: budgets.artifactsPerCall });
  for (const [index, artifact] of artifacts.entries()) {
    if (typeof artifact.kind !== 'string' || artifact.kind === '') return err({ code: 'ARTIFACT_WITHOUT_KIND', index });
    const text = canonicalText(artifact);
    if (!text.ok)
      return err({ code: 'OUTPUT_NOT_JSON', at: `/artifacts/${index}${text.error.at}`, reason: text.error.reason });
    const measured = utf8Bytes(text.value);
    if (measured > budgets.artifactBytes)
      return err({ code: 'ARTIFACT_TOO_LARGE', index, measured, max: budgets.artifactBytes });
  }
  return ok(null);
};

export type Attachment = { readonly id: Digest; readonly bytes: Uint8Array };
export type PlannedOutputs = {
  readonly bodies: readonly BodyOf<'node_output_appended'>[];
  /** Bytes too large to stand in the event; stored by digest. */
  readonly attachments: readonly Attachment[];
  readonly warnings: readonly Warning[];
};

/** One recap first, then the artifacts by digest: the order sent does not matter, repeats collapse. */
export const planOutputs = (sha256: Sha256, attempt: AttemptId, output: SentOutput): PlannedOutputs => {
  const bodies: BodyOf<'node_output_appended'>[] = [];
  const attachments: Attachment[] = [];
  const warnings: Warning[] = [];
  const notes = output.notesMarkdown?.trim() ? output.notesMarkdown : undefined;
  if (notes !== undefined) {
    const kept = truncate(notes, budgets.notesBytes);
    if (kept !== notes)
      warnings.push({
        code: 'NOTES_TRUNCATED',
        message: `Notes may have ${budgets.notesBytes} bytes and had ${utf8Bytes(notes)}: the first part was kept.`,
      });
    bodies.push({
      outputId: idOfAttempt(sha256, 'out', attempt, 'recap'),
      outputChannel: 'recap',
      payload: { payloadKind: 'notes', notesMarkdown: kept },
    });
  }
  const byDigest = new Map<Digest, { bytes: Uint8Array; artifact: JsonObject }>();
  for (const artifact of output.artifacts ?? []) {
    const bytes = utf8(canonical(artifact));
    byDigest.set(digestOf(sha256, bytes), { bytes, artifact });
  }
  for (const [id, { bytes, artifact }] of [...byDigest].sort(([a], [b]) => byCodeUnit(a, b))) {
    const inline = bytes.length <= budgets.artifactInlineBytes;
    if (!inline) attachments.push({ id, bytes });
    bodies.push({
      outputId: idOfAttempt(sha256, 'out', attempt, `artifact:${id}`),
      outputChannel: 'artifact',
      payload: {
        payloadKind: 'artifact_ref',
        sha256: id,
        contentType: ARTIFACT_TYPE,
        byteLength: bytes.length,
        ...(inline ? { content: artifact as Record<string, never> } : {}),
      },
    });
  }
  return { bodies, attachments, warnings };
};
