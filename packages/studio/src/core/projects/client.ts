import type { Project } from '../domain/entities.ts';
import type { DirectoryRecord } from '../domain/workspace.ts';

/** A client with a record is called and addressed as the record says now; one without, as it was typed. */
export const withClientOf = (
  project: Project,
  directory: { readonly get: (id: string) => DirectoryRecord | undefined },
): Project => {
  const record = project.client.clientId === undefined ? undefined : directory.get(project.client.clientId);
  if (record === undefined) return project;
  const { name, contact, vatId } = record;
  return {
    ...project,
    client: {
      ...project.client,
      name,
      ...(contact === undefined ? {} : { contact }),
      ...(vatId === undefined ? {} : { vatId }),
    },
  };
};
