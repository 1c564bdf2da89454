import type { AnyRoute } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Atelier } from '../client/atelier.ts';
import type { Job } from '../client/job.ts';
import type { Observable } from '../client/observable.ts';
import type { PaletteCommand } from '../palette/command.ts';

/** Something of a surface a person can go to. Its title is a name or somebody's own words, in any language. */
export type FoundItem = {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  /** When it last moved. */
  readonly at?: string;
  readonly path: string;
  /** The message key of its kind: `workrail:found.sessions`. */
  readonly kind: string;
  readonly icon: LucideIcon;
};

export type SurfaceHome = {
  /** The stream whose deltas mean that these lists have moved. */
  readonly stream: string;
  readonly load: (atelier: Atelier) => Promise<{
    /** What waits for a person. */
    readonly needsYou: readonly FoundItem[];
    /** What was worked on last. */
    readonly recent: readonly FoundItem[];
  }>;
};

/** All the shell needs to know of a surface. Its screens are loaded when they are first opened. */
export type Surface = {
  /** Also its message namespace, which holds at least `name` and `summary`. */
  readonly id: string;
  readonly path: string;
  /** Where its pages stand beside `path`: the rail shows it there too. */
  readonly alsoUnder?: string;
  readonly icon: LucideIcon;
  /** Where the rail shows it; `hidden` surfaces are reached from another one. */
  readonly place: 'main' | 'end' | 'hidden';
  /** `preview` says openly that the surface is not part of this build yet. */
  readonly stage: 'ready' | 'preview';
  readonly shortcut?: string;
  readonly routes: (root: AnyRoute) => readonly AnyRoute[];
  readonly commands: readonly PaletteCommand[];
  /** What of it matches a few typed letters: the palette asks all surfaces. Quick, and at most a handful of each kind. */
  readonly find?: (atelier: Atelier, query: string) => Promise<readonly FoundItem[]>;
  /** What Home shows of it. */
  readonly home?: SurfaceHome;
  /** Its long work, for the activity tray. */
  readonly jobs?: (atelier: Atelier) => Observable<readonly Job[]>;
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The message key of this route's breadcrumb. */
    readonly crumb?: string;
    /** Asks for what its screen shows first, while the code of the screen is still being fetched. */
    readonly ahead?: (atelier: Atelier, params: Readonly<Record<string, string | undefined>>) => void;
  }
}
