import type { ProjectView } from '@atelier/contracts/studio';
import { emptyRecords, putEntity, type Records } from '../core/fold/records.ts';

type Listed = Pick<
  ProjectView,
  'project' | 'elements' | 'tasks' | 'materialLines' | 'workLines' | 'facts' | 'risks' | 'decisions' | 'sections'
>;

/** The records of a view, as everything that is calculated from them takes them. */
export const recordsOf = (view: Listed): Records => {
  const records = emptyRecords();
  putEntity(records, 'project', view.project);
  for (const each of view.elements) putEntity(records, 'element', each);
  for (const each of view.tasks) putEntity(records, 'task', each);
  for (const each of view.materialLines) putEntity(records, 'materialLine', each);
  for (const each of view.workLines) putEntity(records, 'workLine', each);
  for (const each of view.facts) putEntity(records, 'fact', each);
  for (const each of view.risks) putEntity(records, 'risk', each);
  for (const each of view.decisions) putEntity(records, 'decision', each);
  for (const each of view.sections) putEntity(records, 'section', each);
  return records;
};
