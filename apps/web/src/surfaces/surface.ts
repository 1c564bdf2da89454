import type { Settings } from '@atelier/contracts';
import type { AnyRoute } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Atelier } from '../client/atelier.ts';
import type { Job } from '../client/job.ts';
import type { Observable } from '../client/observable.ts';
import type { Messages } from '../i18n/messages.ts';
import type { PaletteCommand } from '../palette/command.ts';

/** All the shell needs to know of a surface. Its screens are loaded when they are first opened. */
export type Surface = {
  /** Also its message namespace, which holds at least `name` and `summary`. */
  readonly id: string;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Where the rail shows it; `hidden` surfaces are reached from another one. */
  readonly place: 'main' | 'end' | 'hidden';
  /** `preview` says openly that the surface is not part of this build yet. */
  readonly stage: 'ready' | 'preview';
  readonly shortcut?: string;
  /** Its words; only those of the language in use are fetched. */
  readonly messages: Readonly<Record<Settings['language'], () => Promise<Messages>>>;
  readonly routes: (root: AnyRoute) => readonly AnyRoute[];
  readonly commands: readonly PaletteCommand[];
  /** Its long work, for the activity tray. */
  readonly jobs?: (atelier: Atelier) => Observable<readonly Job[]>;
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The message key of this route's breadcrumb. */
    readonly crumb?: string;
  }
}
