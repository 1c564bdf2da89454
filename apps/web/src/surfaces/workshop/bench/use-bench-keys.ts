import { useNavigate } from '@tanstack/react-router';
import {
  BookOpenText,
  Columns3,
  FileCheck2,
  FileSearch,
  History,
  Redo2,
  RefreshCw,
  Square,
  SquarePen,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react';
import { useProjection } from '../../../client/use-projection.ts';
import type { PaletteCommand } from '../../../palette/command.ts';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { benchAsks } from './bench-asks.ts';
import { useBench } from './bench-context.ts';
import { type KeyAction, keyBindings, keysOf } from './key-bindings.ts';

/** A command of the page with the keys a person chose for it. */
export const useKeyCommand = (): ((
  action: KeyAction,
  icon: PaletteCommand['icon'],
  run: () => void,
) => PaletteCommand) => {
  const bindings = useProjection(keyBindings);
  return (action, icon, run) => {
    const [shortcut = '', ...also] = keysOf(action, bindings);
    return {
      id: `workshop.${action}`,
      title: `workshop:keys.${action}`,
      group: 'workshop:name',
      icon,
      shortcut,
      also,
      run,
    };
  };
};

/** Keys that work in every place of a Workbench. Only what can be done now is offered. */
export const useBenchKeys = (): void => {
  const { view, acts, workbenchId } = useBench();
  const navigate = useNavigate();
  const command = useKeyCommand();
  const params = { workbenchId } as never;
  const go = (to: string) => navigate({ to, params }).catch(console.error);
  const canRegenerate =
    (view.state === 'idle' || view.draft !== null) &&
    view.state !== 'comparing' &&
    view.head !== null &&
    view.run === null;
  const isRunning = view.state === 'running';
  const isComparing = view.state === 'comparing';
  usePageCommands([
    command('composer', SquarePen, () => {
      void go('/workshop/$workbenchId');
      benchAsks.set({ ask: 'composer' });
    }),
    command('context', BookOpenText, () => void go('/workshop/$workbenchId/context')),
    command('past', FileSearch, () => void go('/workshop/$workbenchId/past')),
    command('checkpoints', History, () => void go('/workshop/$workbenchId/checkpoints')),
    ...(isComparing ? [command('answers', Columns3, () => void go('/workshop/$workbenchId/answers'))] : []),
    ...(view.draft === null || isComparing
      ? []
      : [
          command('review', FileCheck2, () => void go('/workshop/$workbenchId/review')),
          ...(isRunning
            ? []
            : [
                command('publish', Upload, () => benchAsks.set({ ask: 'publish' })),
                command('discard', Trash2, () => benchAsks.set({ ask: 'discard' })),
              ]),
        ]),
    ...(canRegenerate && !isRunning
      ? [command('regenerate', RefreshCw, () => benchAsks.set({ ask: 'regenerate' }))]
      : []),
    ...(view.canRedo && !isRunning && !isComparing ? [command('redo', Redo2, () => void acts.redo())] : []),
    ...(isRunning ? [command('cancel', Square, () => void acts.cancel())] : []),
    command('rewind', Undo2, () => benchAsks.set({ ask: 'rewind' })),
  ]);
};
