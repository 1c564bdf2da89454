import { useMemo } from 'react';
import { fuzzyMatch } from '../../../palette/fuzzy.ts';
import { useBench } from '../bench/bench-context.ts';
import { useFileMaps } from '../viewer/use-file-maps.ts';
import type { Mentionable } from './mentions.ts';

const most = 8;

/** What can be named in a message: every file, and the sheets, sections and slides of those that have some. */
export const useMentionables = (isOpen: boolean) => {
  const { view } = useBench();
  const maps = useFileMaps(view.files, isOpen);
  const all = useMemo((): readonly Mentionable[] => {
    const files = view.files.map(({ path }): Mentionable => ({ id: path, text: path, kind: 'file' }));
    const inside = maps.flatMap(({ path, places }) =>
      places.map(
        ({ kind, name }): Mentionable => ({ id: `${path}#${name}`, text: `${path}#${name}`, kind, within: path }),
      ),
    );
    return [...files, ...inside];
  }, [view.files, maps]);
  return {
    all,
    matching: (query: string): readonly Mentionable[] =>
      all
        .map((each) => ({ each, match: fuzzyMatch(query, each.text) }))
        .filter(({ match }) => match !== undefined)
        .sort((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0))
        .map(({ each }) => each)
        .slice(0, most),
  };
};
