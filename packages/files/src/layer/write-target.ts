import { extensionOf, formatByExtension } from '../detect/formats.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { Kind } from '../tools/kind-handler.ts';
import { cleanPath } from '../tools/paths.ts';
import type { FilesView, KnownFile } from './files-view.ts';

export type WriteRequest = {
  readonly tool: string;
  readonly path: string;
  readonly kinds: readonly Kind[];
  readonly expected_version: string | null;
  readonly create_new: boolean;
};

export type WriteTarget = { readonly path: string; readonly existing: KnownFile | null };

const toolByKind: Readonly<Partial<Record<Kind, string>>> = {
  text: 'edit_text_file or write_text_file',
  table: 'csv_operations',
  xlsx: 'xlsx_operations',
  docx: 'docx_operations',
  pptx: 'pptx_operations',
};

/** Whether a write tool may touch a path, and the file that is there now. */
export const writeTarget = async (view: FilesView, request: WriteRequest): Promise<FileResult<WriteTarget>> => {
  const path = cleanPath(request.path);
  if (!path.ok) return path;
  const found = await view.find(path.value);
  if (!found.ok) return found;
  return found.value ? existingTarget(request, path.value, found.value) : newTarget(request, path.value);
};

const existingTarget = (request: WriteRequest, path: string, existing: KnownFile): FileResult<WriteTarget> => {
  const { detection, file } = existing;
  if (detection.kind_mismatch) {
    return refuse(
      'VALIDATION_FAILED',
      'kind_mismatch',
      `${path} holds ${detection.kind} content under another name, so it cannot be edited.`,
    );
  }
  if (detection.read_only) {
    return refuse('VALIDATION_FAILED', 'read_only_format', `${path} is ${detection.format}, which cannot be written.`);
  }
  if (!request.kinds.includes(detection.kind) && !isInferredText(request, existing)) {
    return refuse('VALIDATION_FAILED', 'ext_mismatch', `${request.tool} does not write ${detection.kind} files.`, {
      hint: `Use ${toolByKind[detection.kind] ?? 'another tool'}.`,
    });
  }
  if (request.create_new) return refuse('VALIDATION_FAILED', 'target_exists', `${path} exists already.`);
  if (request.expected_version !== null && request.expected_version !== file.version) {
    return refuse('CONFLICT_STALE_STATE', 'version', `${path} has changed since that version.`, {
      hint: 'Read it again, then repeat the edit.',
      candidates: [file.version],
    });
  }
  return { ok: true, value: { path, existing } };
};

/** A text that merely looks like a table may still be edited as text. */
const isInferredText = ({ kinds }: WriteRequest, { detection }: KnownFile): boolean =>
  kinds.includes('text') && detection.format_inferred === true;

const newTarget = (request: WriteRequest, path: string): FileResult<WriteTarget> => {
  const extension = extensionOf(path);
  const kind = formatByExtension[extension]?.kind;
  const isWritable =
    kind !== undefined &&
    request.kinds.includes(kind) &&
    !['xlsm', 'docm', 'pptm', 'xltx', 'dotx', 'potx'].includes(extension);
  if (!isWritable) {
    const valid = Object.keys(formatByExtension).filter((each) =>
      request.kinds.includes(formatByExtension[each]?.kind ?? 'binary'),
    );
    return refuse('VALIDATION_FAILED', 'ext_mismatch', `${request.tool} cannot make a file named ${path.slice(-60)}.`, {
      candidates: valid,
    });
  }
  if (request.expected_version !== null) {
    return refuse('CONFLICT_STALE_STATE', 'version', `${path} does not exist any more.`);
  }
  return { ok: true, value: { path, existing: null } };
};
