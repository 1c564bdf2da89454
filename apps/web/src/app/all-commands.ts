import { House, Keyboard, PanelLeft } from 'lucide-react';
import type { PaletteCommand } from '../palette/command.ts';
import { surfaces } from '../surfaces/registry.ts';

const places: readonly PaletteCommand[] = surfaces
  // A hidden one that brings a command of its own is found by that.
  .filter(({ place, commands }) => place !== 'hidden' || commands.length === 0)
  .map(({ id, path, icon, shortcut }) => ({
    id: `go.${id}`,
    title: `${id}:name`,
    group: 'shell:palette.goTo',
    keywords: `${id}:words`,
    icon,
    ...(shortcut === undefined ? {} : { shortcut }),
    run: ({ go }) => go(path),
  }));

/** All the palette offers and every shortcut there is: the shell's own, then each surface's. */
export const allCommands: readonly PaletteCommand[] = [
  {
    id: 'go.home',
    title: 'shell:commands.home',
    group: 'shell:palette.goTo',
    keywords: 'shell:commands.homeWords',
    icon: House,
    shortcut: 'alt+shift+0',
    run: ({ go }) => go('/'),
  },
  ...places,
  ...surfaces.flatMap(({ commands }) => commands),
  {
    id: 'help',
    title: 'shell:commands.help',
    group: 'shell:palette.general',
    keywords: 'shell:commands.helpWords',
    icon: Keyboard,
    shortcut: '?',
    run: ({ openHelp }) => openHelp(),
  },
  {
    id: 'rail',
    title: 'shell:commands.toggleRail',
    group: 'shell:palette.general',
    keywords: 'shell:commands.toggleRailWords',
    icon: PanelLeft,
    shortcut: 'mod+\\',
    run: ({ toggleRail }) => toggleRail(),
  },
];

export const paletteShortcut = 'mod+K';
