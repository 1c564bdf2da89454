import { countUnseen } from '@atelier/files/view';
import { fenced, quoted } from './fence.ts';

/** What is known of one file, and what of it could be shown. */
export type PromptFile = {
  readonly path: string;
  readonly kind: string;
  readonly sizeBytes: number;
  readonly isReadable: boolean;
  readonly isEditable: boolean;
  /** Maps as JSON text, the most detailed first. Empty: there is none to show. */
  readonly maps: readonly string[];
  /** Its whole text, of a small text file. */
  readonly text?: string;
  /** Why its content cannot be shown. */
  readonly unavailable?: string;
  /** What it says to nobody who opens it, and whether a model may read that. */
  readonly hides?: { readonly places: number; readonly isWithheld: boolean };
  /** Names of its sheets, sections and slides, by which a person may mean it. */
  readonly parts: readonly string[];
};

/** How a file stands in a prompt. `more`: only its row, and where the rest is found. */
export type Shown =
  | { readonly as: 'inlined' }
  | { readonly as: 'mapped'; readonly level: number }
  | { readonly as: 'more' };

/** One line for every file, whatever is shown of it. */
export const rowOf = (file: PromptFile, shown: Shown): string =>
  [
    `- ${quoted(file.path)}`,
    `type ${file.kind}`,
    `${file.sizeBytes} bytes`,
    file.isReadable ? 'readable' : 'opaque',
    file.isEditable ? 'editable' : 'read-only',
    `content ${statusOf(file, shown)}`,
    ...(file.hides ? [hidesText(file.hides)] : []),
  ].join(' | ');

const hidesText = ({ places, isWithheld }: NonNullable<PromptFile['hides']>): string =>
  isWithheld
    ? `hides ${places} places from its readers; the person chose that you do not see them`
    : `hides ${places} places from its readers; read_file gives them between hidden-content marks`;

const statusOf = (file: PromptFile, shown: Shown): string => {
  if (file.unavailable !== undefined) return `unavailable (${quoted(file.unavailable)})`;
  if (shown.as === 'inlined') return 'inlined';
  if (shown.as === 'mapped') return 'mapped';
  return 'not shown: use get_file_map';
};

/** What is shown under the rows. */
export const bodyOf = (file: PromptFile, shown: Shown): string | undefined => {
  if (file.unavailable !== undefined) return undefined;
  if (shown.as === 'inlined') {
    const hidden = countUnseen(file.text ?? '');
    const label: Record<string, string> = hidden === 0 ? {} : { hidden_characters: String(hidden) };
    return fenced('file-content', { path: file.path, ...label }, file.text ?? '');
  }
  const map = shown.as === 'mapped' ? file.maps[shown.level] : undefined;
  return map === undefined ? undefined : fenced('file-map', { path: file.path }, map);
};

export const manifestText = (files: readonly PromptFile[], shownByPath: ReadonlyMap<string, Shown>): string => {
  const shown = (file: PromptFile): Shown => shownByPath.get(file.path) ?? { as: 'more' };
  const bodies = files.flatMap((file) => bodyOf(file, shown(file)) ?? []);
  return [
    `# Files of this Workbench (${files.length})`,
    files.map((file) => rowOf(file, shown(file))).join('\n'),
    ...bodies,
  ].join('\n\n');
};
