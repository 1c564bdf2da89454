import { ArrowLeftRight, Library, ListTree, PenLine, Plug, SlidersHorizontal } from 'lucide-react';

/** The places inside WorkRail, in the order a newcomer needs them. */
export const sectionLinks = [
  { id: 'sessions', path: '/workrail', icon: ListTree, title: 'workrail:places.sessions' },
  { id: 'catalogue', path: '/workrail/catalogue', icon: Library, title: 'workrail:places.catalogue' },
  { id: 'author', path: '/workrail/author', icon: PenLine, title: 'workrail:places.author' },
  { id: 'portability', path: '/workrail/portability', icon: ArrowLeftRight, title: 'workrail:places.portability' },
  { id: 'connect', path: '/workrail/connect', icon: Plug, title: 'workrail:places.connect' },
  { id: 'settings', path: '/workrail/settings', icon: SlidersHorizontal, title: 'workrail:places.settings' },
] as const;
