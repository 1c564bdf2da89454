import type { CannotSee } from '@atelier/contracts';
import { activeTree, type Bench, picturesAsked } from '@atelier/workshop';
import type { ModelAtHand } from '../../services/models.ts';
import { createBenchFiles } from './bench-files.ts';
import type { TalkDeps } from './talk-deps.ts';

/** The pictures that a message asks about where its model cannot look at them, and who could. */
export const createUnseen = ({ kit, open }: TalkDeps) => {
  const { over } = createBenchFiles(kit.files, open);
  return async ({ model }: ModelAtHand, bench: Bench, text: string): Promise<CannotSee | undefined> => {
    if (model.entry.vision) return undefined;
    const tree = activeTree(bench);
    if (tree === null) return undefined;
    const { entries } = await (await open()).treeAt(tree);
    const layer = async () => {
      const { fixedTrees } = await import('@atelier/files');
      return over(fixedTrees(tree));
    };
    const asked = await picturesAsked(layer, Object.keys(entries), text);
    if (asked.length === 0) return undefined;
    const listed = await (await kit.models.open()).listed();
    const seeing = listed.ok
      ? listed.value.entries.filter(({ entry, unavailable }) => entry.vision && !unavailable)
      : [];
    return {
      paths: [...new Set(asked.map(({ path }) => path))],
      models: seeing.map(({ entry: { modelId, label } }) => ({ modelId, label })),
    };
  };
};
