import type { LText, ProjectView } from '@atelier/contracts/studio';

/** What people call a record of the project. */
export const nameOfRecord = (view: ProjectView, id: string): LText => {
  const named =
    view.elements.find((each) => each.id === id)?.name ??
    view.tasks.find((each) => each.id === id)?.title ??
    view.materialLines.find((each) => each.id === id)?.label ??
    view.workLines.find((each) => each.id === id)?.label ??
    view.sections.find((each) => each.id === id)?.title ??
    view.risks.find((each) => each.id === id)?.title ??
    view.decisions.find((each) => each.id === id)?.title ??
    view.directory.find((each) => each.id === id)?.name;
  return typeof named === 'string' ? { en: named, he: named } : (named ?? { en: id, he: id });
};
