import type { SourceKind } from './source-kinds.ts';

const NAMESPACE: Readonly<Record<SourceKind, string>> = {
  bundled: 'wr',
  user: 'user',
  project: 'project',
  git: 'repo',
  remote: 'repo',
  plugin: 'plugin',
};

/**
 * A namespaced id for a file that has none: the name made plain, under its source's namespace. If that is taken,
 * four digits of the file's digest set it apart, the same ones every time.
 */
export const suggestId = (
  legacyId: string,
  source: { readonly kind: SourceKind; readonly namespace?: string; readonly digest: string },
  isTaken: (id: string) => boolean,
): string => {
  const plain = legacyId.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_');
  const name = /^[a-z]/.test(plain) ? plain : `w_${plain}`;
  const id = `${source.namespace ?? NAMESPACE[source.kind]}.${name}`;
  return isTaken(id) ? `${id}_${source.digest.replace('sha256:', '').slice(0, 4)}` : id;
};
