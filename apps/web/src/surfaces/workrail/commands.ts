import type { CommandContext, PaletteCommand } from '../../palette/command.ts';
import { sectionLinks } from './section-links.ts';

export const workrailCommands: readonly PaletteCommand[] = sectionLinks
  .filter(({ id }) => id !== 'sessions')
  .map(({ id, icon, title, path }) => ({
    id: `workrail.${id}`,
    title,
    group: 'workrail:name',
    keywords: 'workrail:words',
    icon,
    run: ({ go }: CommandContext) => go(path),
  }));
