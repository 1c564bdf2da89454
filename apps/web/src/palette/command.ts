import type { ErrorEnvelope, Result } from '@atelier/contracts';
import type { LucideIcon } from 'lucide-react';
import type { Atelier } from '../client/atelier.ts';

/** What a palette command may do when it runs. */
export type CommandContext = {
  readonly atelier: Atelier;
  readonly go: (path: string) => void;
  readonly openHelp: () => void;
  readonly openPalette: () => void;
  readonly toggleRail: () => void;
};

/** Something the palette offers. Titles, groups and keywords are message keys: `settings:commands.theme`. */
export type PaletteCommand = {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  /** Further keys that do the same. */
  readonly also?: readonly string[];
  readonly keywords?: string;
  /** The language it leads to: nobody who has it is offered it. */
  readonly toLanguage?: 'en' | 'he';
  /** A refusal it returns is shown to the person who ran it. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands have nothing to answer
  readonly run: (context: CommandContext) => void | Promise<Result<unknown, ErrorEnvelope>>;
};
