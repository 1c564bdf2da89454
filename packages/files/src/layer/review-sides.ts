import type { FilesHost, ReferenceSource } from '../ports/files-host.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { Kind, Source } from '../tools/kind-handler.ts';
import { cleanPath } from '../tools/paths.ts';
import type { FilesView, KnownFile } from './files-view.ts';

export type Sides = {
  readonly path: string;
  readonly reference: KnownFile | null;
  readonly draft: KnownFile | null;
  readonly source: ReferenceSource;
  readonly warning: string | undefined;
};

export type OpenSides = { readonly reference: Source | null; readonly draft: Source | null };

const standIn = 'The file as it was when the Draft started cannot be read. It is compared with the published file.';
const nothingLeft = 'The earlier version is missing from storage, so there is nothing to compare with.';

/** The two versions of a file that a review compares. */
export const createSides = (host: FilesHost, view: FilesView) => {
  const find = async (raw: string): Promise<FileResult<Sides>> => {
    const path = cleanPath(raw);
    if (!path.ok) return path;
    const file = (await host.list()).find((each) => each.path === path.value);
    const candidates = await host.reference(path.value);
    const known = file ? await view.know(file) : undefined;
    if (known && !known.ok) return known;
    const draft = known?.value ?? null;
    for (const [at, candidate] of candidates.entries()) {
      const reference = await view.know(candidate.file);
      if (!reference.ok) continue;
      // Equal versions are not compared, so nobody needs the bytes.
      const isSame = candidate.file.version === draft?.file.version;
      if (!isSame && !(await reference.value.open()).ok) continue;
      const warning = at === 0 ? undefined : standIn;
      return {
        ok: true,
        value: { path: path.value, reference: reference.value, draft, source: candidate.source, warning },
      };
    }
    if (!draft) return refuse('FILE_READ_FAILED', 'not_found', `There is no file named ${path.value}.`);
    const warning = candidates.length > 0 ? nothingLeft : undefined;
    return { ok: true, value: { path: path.value, reference: null, draft, source: 'none', warning } };
  };

  return { find };
};

export const openSides = async ({ reference, draft }: Sides): Promise<FileResult<OpenSides>> => {
  const [before, after] = [await reference?.open(), await draft?.open()];
  if (before && !before.ok) return before;
  if (after && !after.ok) return after;
  return { ok: true, value: { reference: before?.value ?? null, draft: after?.value ?? null } };
};

/** Two sides of different kinds can only be compared as bytes. */
export const kindOf = ({ reference, draft }: Sides): Kind => {
  const [before, after] = [reference?.detection, draft?.detection];
  if (before?.is_opaque || after?.is_opaque) return 'binary';
  if (before && after && before.kind !== after.kind) return 'binary';
  return after?.kind ?? before?.kind ?? 'binary';
};

const divisible: ReadonlySet<Kind> = new Set(['text', 'table', 'xlsx', 'docx', 'pptx']);
export const isDivisible = (sides: Sides): boolean =>
  sides.reference !== null && sides.draft !== null && divisible.has(kindOf(sides));
