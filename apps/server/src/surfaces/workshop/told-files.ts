import type { ValueOf, WorkbenchFile, WorkbenchView } from '@atelier/contracts';
import { filesBetween } from '@atelier/workshop/view';

const mostLists = 64;

/** The lists of files that pages were told last: who holds one of them is told the difference. */
export const createToldFiles = () => {
  const told = new Map<string, readonly WorkbenchFile[]>();
  const nameOf = ({ workbenchId }: WorkbenchView, filesId: string): string => `${workbenchId} ${filesId}`;
  const keep = (view: WorkbenchView): void => {
    const name = nameOf(view, view.filesId);
    // Told again: it is now the newest.
    told.delete(name);
    told.set(name, view.files);
    for (const oldest of told.keys()) {
      if (told.size <= mostLists) return;
      told.delete(oldest);
    }
  };

  return (view: WorkbenchView, held: string | undefined): Omit<ValueOf<'WorkbenchGet'>, 'seq'> => {
    const before = held === undefined ? undefined : told.get(nameOf(view, held));
    keep(view);
    if (!before) return { view };
    return { view: { ...view, files: [] }, filesSince: filesBetween(before, view.files) };
  };
};
