import type { Project } from '../domain/entities.ts';
import type { DirectoryRecord } from '../domain/workspace.ts';

/** A client with a record is called what the record says now; one without, what was typed. */
export const withClientOf = (
  project: Project,
  directory: { readonly get: (id: string) => DirectoryRecord | undefined },
): Project => {
  const name = project.client.clientId === undefined ? undefined : directory.get(project.client.clientId)?.name;
  return name === undefined || name === project.client.name
    ? project
    : { ...project, client: { ...project.client, name } };
};
