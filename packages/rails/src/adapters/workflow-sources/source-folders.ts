import { join } from 'node:path';
import type { SourceKind } from '../../core/authoring/source-kinds.ts';

/** A folder that holds workflow files, directly or in folders of its own. */
export type SourceFolder = {
  readonly kind: Exclude<SourceKind, 'bundled'>;
  readonly label: string;
  readonly path: string;
  readonly namespace?: string;
};

export type SourceSettings = {
  /** The user's own workflows. */
  readonly userFolder: string;
  /** Configured folders and the local copies of git, remote and plugin sources. */
  readonly configured: readonly SourceFolder[];
};

export const foldersFor = (settings: SourceSettings, workspacePath: string | null): readonly SourceFolder[] => [
  ...(workspacePath === null
    ? []
    : [
        {
          kind: 'project',
          label: 'project (.atelier/workflows)',
          path: join(workspacePath, '.atelier', 'workflows'),
        } as const,
        { kind: 'project', label: 'project (workflows)', path: join(workspacePath, 'workflows') } as const,
        {
          kind: 'project',
          label: 'project (.workrail/workflows, taken over from WorkRail)',
          path: join(workspacePath, '.workrail', 'workflows'),
        } as const,
      ]),
  { kind: 'user', label: 'user', path: settings.userFolder },
  ...settings.configured,
];

export const bindingsFile = (workspacePath: string): string => join(workspacePath, '.atelier', 'bindings.json');
