import { rm, stat } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import type { FilesHost } from '../ports/files-host.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { EditAnswer } from '../tools/kind-handler.ts';
import type { Done } from '../workers/pool.ts';
import type { WriteTarget } from './write-target.ts';

export type HandOver = { readonly tool: string; readonly target: WriteTarget; readonly summary: string | null };

/** Takes a finished edit to the host. Until it has adopted the file, nothing has changed. */
export const createHandOver =
  (host: FilesHost, maxBytes: number) =>
  async ({ result, output }: Done, { tool, target, summary }: HandOver): Promise<FileResult<JsonObject>> => {
    try {
      if (!result.ok) return result;
      const answer = result.value as unknown as EditAnswer;
      const { path, existing } = target;
      const { certificate, extra, ...shown } = answer;
      const base = existing?.file.version ?? null;
      if (answer.action === 'unchanged') return { ok: true, value: replyOf(path, base, shown, extra) };
      // An edit without a file must never read as done.
      if (output === undefined) return refuse('TOOL_FAILED', 'internal', 'The edit made no file. Nothing was changed.');
      const { size } = await stat(output);
      if (size > maxBytes) {
        return refuse(
          'VALIDATION_FAILED',
          'limit_output',
          `The result has ${size} bytes; a file may have ${maxBytes}.`,
        );
      }
      const adopted = await host.stage({
        path,
        file: output,
        size_bytes: size,
        action: answer.action,
        tool,
        base,
        summary: summary ?? answer.auto_summary,
        focus_hint: answer.focus_hint,
        certificate: certificate ?? null,
      });
      return adopted.ok ? { ok: true, value: replyOf(path, adopted.value.version, shown, extra) } : adopted;
    } finally {
      if (output !== undefined) await rm(output, { force: true });
    }
  };

const replyOf = (
  path: string,
  version: string | null,
  shown: Omit<EditAnswer, 'certificate' | 'extra'>,
  extra: JsonObject | undefined,
): JsonObject => ({
  path,
  version,
  ...(shown as unknown as JsonObject),
  ...extra,
});
