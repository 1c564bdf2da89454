/** Part names are kept as the archive spells them: no leading slash. */
export const relationshipsPartOf = (part: string): string => {
  const slash = part.lastIndexOf('/');
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
};

/** The part a relationships part speaks for; `''` for the package itself; undefined when it is not one. */
export const ownerOfRelationships = (part: string): string | undefined => {
  const match = /^(.*?)_rels\/([^/]*)\.rels$/.exec(part);
  return match ? `${match[1]}${match[2]}` : undefined;
};

/** Resolves a relationship target against the part that holds it. Undefined when it leaves the package. */
export const resolveTarget = (owner: string, target: string): string | undefined => {
  const path = target.split('#')[0] ?? '';
  const base = path.startsWith('/') ? [] : owner.split('/').slice(0, -1);
  for (const segment of decodeSegments(path)) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (base.pop() === undefined) return undefined;
    } else base.push(segment);
  }
  return base.join('/');
};

/** The shortest relative spelling of `part` as seen from `owner`. */
export const relativeTarget = (owner: string, part: string): string => {
  const from = owner.split('/').slice(0, -1);
  const to = part.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
};

export const extensionOf = (part: string): string => /\.([^./]*)$/.exec(part)?.[1]?.toLowerCase() ?? '';

const decodeSegments = (path: string): string[] => {
  try {
    return decodeURIComponent(path).split('/');
  } catch {
    return path.split('/');
  }
};
