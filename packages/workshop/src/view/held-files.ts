import type { CommandClient, FilesSince, Sent, WorkbenchFile, WorkbenchView } from '@atelier/contracts';

const byPath = new Intl.Collator('en', { numeric: true });

/** The order in which people read names: 2 before 10. */
export const inReadingOrder = (a: { readonly path: string }, b: { readonly path: string }): number =>
  byPath.compare(a.path, b.path) || (a.path < b.path ? -1 : 1);

/** What leads from one list of files to another. */
export const filesBetween = (before: readonly WorkbenchFile[], after: readonly WorkbenchFile[]): FilesSince => {
  const earlier = new Map(before.map((file) => [file.path, file]));
  const changed: WorkbenchFile[] = [];
  for (const file of after) {
    const was = earlier.get(file.path);
    if (was === undefined || was.version !== file.version || was.change !== file.change) changed.push(file);
    earlier.delete(file.path);
  }
  return { changed, removed: [...earlier.keys()] };
};

/** The list that `filesBetween` leads to. Rows that did not change are the same objects. */
export const filesAfter = (before: readonly WorkbenchFile[], { changed, removed }: FilesSince): WorkbenchFile[] => {
  const rows = new Map(before.map((file) => [file.path, file]));
  for (const path of removed) rows.delete(path);
  const isNew = changed.some(({ path }) => !rows.has(path));
  for (const file of changed) rows.set(file.path, file);
  const files = [...rows.values()];
  return isNew ? files.sort(inReadingOrder) : files;
};

/** A Workbench as it is now. Of the files, only what differs from the view that is held crosses again. */
export const askForBench = async (
  { WorkbenchGet }: Pick<CommandClient, 'WorkbenchGet'>,
  workbenchId: string,
  held?: Pick<WorkbenchView, 'files' | 'filesId'>,
): Promise<Sent<'WorkbenchGet'>> => {
  const reply = await WorkbenchGet({ workbenchId, ...(held && { filesHeld: held.filesId }) });
  if (!reply.ok || !held || !reply.value.filesSince) return reply;
  const { view, seq, filesSince } = reply.value;
  return { ok: true, value: { view: { ...view, files: filesAfter(held.files, filesSince) }, seq } };
};
