import { Ban, Check, CircleHelp, Crosshair, FileDiff, SquarePen } from 'lucide-react';
import type { PaletteCommand } from '../../../palette/command.ts';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { panels } from '../panels.ts';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';
import { type Ask, asks } from './asks.ts';

/** Keys of the tab, by their place on the keyboard: a Hebrew layout changes nothing. */
export const useStudioKeys = (project: ProjectStore, show: (panel: string) => void): void => {
  const { session } = useProjectView(project);
  const ask = (what: Ask) => () => asks.set({ ask: what });
  const command = (id: string, shortcut: string, icon: PaletteCommand['icon'], run: () => void): PaletteCommand => ({
    id: `studio.${id}`,
    title: `studio:keys.${id}`,
    group: 'studio:name',
    icon,
    shortcut,
    run,
  });
  usePageCommands([
    ...panels.slice(0, 9).map(({ id, title, icon }, at) => ({
      id: `studio.panel.${id}`,
      title,
      group: 'studio:name',
      icon,
      shortcut: `alt+${at + 1}`,
      run: () => show(id),
    })),
    command('composer', 'alt+shift+L', SquarePen, () => {
      asks.set({ ask: 'composer' });
    }),
    command('scope', 'alt+S', Crosshair, ask('scope')),
    ...(session.draft === null
      ? []
      : [
          command('review', 'alt+R', FileDiff, () => {
            show('draft');
            asks.set({ ask: 'review' });
          }),
          command('apply', 'alt+shift+A', Check, ask('confirmApply')),
          command('discard', 'alt+shift+D', Ban, ask('discard')),
        ]),
    {
      id: 'studio.help',
      title: 'studio:keys.help',
      group: 'studio:name',
      icon: CircleHelp,
      run: ({ openHelp }) => openHelp(),
    },
  ]);
};
