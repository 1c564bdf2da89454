import { canonical } from '../../core/canonical.ts';
import type { Sha256 } from '../../core/crypto.ts';
import type { Fingerprint, SourceWatch } from '../../ports/source-watch.ts';
import { createBindingsReader } from '../workflow-sources/bindings-reader.ts';
import { createFolderReader } from '../workflow-sources/folder-reader.ts';
import { foldersFor, type SourceSettings } from '../workflow-sources/source-folders.ts';

/** A file changed less than this ago may be noticed one look later: a chat that rehydrates often reads no disk. */
const FRESH_MS = 1_000;

export const createSourceWatch = (
  settings: SourceSettings & { readonly sha256: Sha256; readonly now?: () => number },
): SourceWatch => {
  const { sha256, now = Date.now } = settings;
  const readFolder = createFolderReader(sha256);
  const readBindings = createBindingsReader();
  const bundled = new Map<string, string>();
  const recent = new Map<string, { readonly at: number; readonly found: Promise<Fingerprint | null> }>();

  const digestOf = (json: unknown): string => sha256(canonical(json));

  const bundledDigest = async (workflowId: string): Promise<string | undefined> => {
    const known = bundled.get(workflowId);
    if (known !== undefined || !workflowId.startsWith('wr.')) return known;
    // Loaded when asked for: most of what is watched is not ours.
    const { bundledFiles } = await import('../../core/builtins/bundled.ts');
    const file = bundledFiles.find(({ source }) => idOf(source) === workflowId);
    if (!file) return undefined;
    const digest = digestOf(file.source);
    bundled.set(workflowId, digest);
    return digest;
  };

  const look = async (workflowId: string, workspacePath: string | null): Promise<Fingerprint | null> => {
    const bindings = digestOf(readBindings(workspacePath).values);
    const shipped = await bundledDigest(workflowId);
    if (shipped !== undefined) return { source: shipped, bindings };
    for (const { path } of foldersFor(settings, workspacePath)) {
      const read = readFolder(path);
      if (!read.ok) continue;
      for (const { content } of read.files)
        if (content.ok && idOf(content.json) === workflowId) return { source: digestOf(content.json), bindings };
    }
    return null;
  };

  return {
    fingerprint: (workflowId, { workspacePath }) => {
      const key = `${workflowId}\u0000${workspacePath ?? ''}`;
      const known = recent.get(key);
      if (known && now() - known.at < FRESH_MS) return known.found;
      if (recent.size > 256) recent.clear();
      const found = look(workflowId, workspacePath);
      recent.set(key, { at: now(), found });
      return found;
    },
  };
};

const idOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'id' in json ? json.id : undefined;
