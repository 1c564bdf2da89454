import type { PatchOp } from '../domain/patch.ts';
import type { EntityType, LText } from '../domain/primitives.ts';
import { entityAt, type Records } from '../fold/records.ts';
import { both } from '../words/issue.ts';

export const entityNames: Readonly<Record<EntityType, { readonly he: string; readonly en: string }>> = {
  project: both('הפרויקט', 'project'),
  element: both('אלמנט', 'element'),
  task: both('משימה', 'task'),
  materialLine: both('שורת חומר', 'material line'),
  workLine: both('שורת עבודה', 'work line'),
  fact: both('עובדה', 'fact'),
  risk: both('סיכון', 'risk'),
  decision: both('החלטה', 'decision'),
  section: both('פרק', 'section'),
};

/** What people call an entity: its name, title or label. */
export const labelOf = (records: Records, entity: EntityType, id: string): LText => {
  const found = entityAt(records, entity, id);
  if (!found) return { en: id };
  if ('name' in found) return found.name;
  if ('label' in found) return found.label;
  return 'title' in found ? found.title : ((found as { text?: LText }).text ?? { en: id });
};

/** The elements an op is about, before and after it. */
export const elementsOf = (op: PatchOp, before: Records, after: Records): readonly string[] => {
  const id = op.op === 'create' ? op.tempId : op.id;
  const ids = new Set<string>();
  for (const records of [before, after]) {
    const found = entityAt(records, op.entity, id);
    if (!found) continue;
    if (op.entity === 'element') ids.add(found.id);
    else if ('elementIds' in found) for (const each of found.elementIds) ids.add(each);
    else if ('elementId' in found && found.elementId !== null) ids.add(found.elementId);
  }
  return [...ids];
};
