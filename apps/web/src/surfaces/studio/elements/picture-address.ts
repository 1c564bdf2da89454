import type { Picture } from '@atelier/contracts/studio';

/** Where a picture of a project is read from. */
export const pictureAddress = (projectId: string, { blob }: Pick<Picture, 'blob'>): string =>
  `/studio/${projectId}/pictures/${blob.replace('sha256:', '')}`;
