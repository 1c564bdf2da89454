import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { ErrorEnvelope, Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';

export type WorkspaceRefused = {
  readonly reason: 'not_absolute' | 'not_there' | 'not_a_folder' | 'not_readable';
  readonly path: string;
};

/** A wrong folder would hide the project's own workflows and record the facts of another repository. */
export const checkWorkspace = async (path: string | undefined): Promise<Result<null, WorkspaceRefused>> => {
  if (path === undefined) return ok(null);
  if (!isAbsolute(path)) return err({ reason: 'not_absolute', path });
  try {
    return (await stat(path)).isDirectory() ? ok(null) : err({ reason: 'not_a_folder', path });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    return err({ reason: code === 'ENOENT' || code === 'ENOTDIR' ? 'not_there' : 'not_readable', path });
  }
};

export const wordWorkspace = ({ reason, path }: WorkspaceRefused): ErrorEnvelope => ({
  code: 'VALIDATION_ERROR',
  message: `\`workspacePath\` ${WHY[reason]}: ${path.slice(0, 300)}`,
  suggestion: 'Send the absolute path of the folder you work in, or leave workspacePath out.',
  retry: { kind: 'retryable_immediate' },
  details: { field: 'workspacePath', reason },
});

const WHY: Readonly<Record<WorkspaceRefused['reason'], string>> = {
  not_absolute: 'is not an absolute path',
  not_there: 'names a folder that does not exist',
  not_a_folder: 'names a file, not a folder',
  not_readable: 'names a folder that cannot be read',
};
