import { type Lang, type LText, Task, type Task as TaskRecord, Trade } from '@atelier/contracts/studio';
import type { Changes } from '../records/batch-ops.ts';

export const taskStatuses = Task.shape.status.options;
export const purchaseModes = Task.shape.purchase.shape.mode.options;

/** The language a text is edited in: the one of the screen, unless only the other one is there. */
export const editedLang = (text: LText | undefined, own: Lang): Lang => {
  const other: Lang = own === 'he' ? 'en' : 'he';
  return text?.[own] === undefined && text?.[other] !== undefined ? other : own;
};

const whole = (value: string | number | null, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
const one = <Value>(path: string, value: Value | undefined): Readonly<Record<string, Value>> | undefined =>
  value === undefined ? undefined : { [path]: value };

/** What a typed cell changes in its task; nothing when the task cannot hold it. */
export const taskChange = (
  task: TaskRecord,
  column: string,
  value: string | number | null,
  { own, assigneeOf }: { readonly own: Lang; readonly assigneeOf: (typed: string) => string },
): Changes | undefined => {
  const isWord = typeof value === 'string' && value.trim() !== '';
  switch (column) {
    case 'title':
      return isWord ? { [`title.${editedLang(task.title, own)}`]: value.trim().slice(0, 500) } : undefined;
    case 'status':
      return one(
        'status',
        taskStatuses.find((each) => each === value),
      );
    case 'trade':
      return one(
        'trade',
        Trade.options.find((each) => each === value),
      );
    case 'purchase':
      return one(
        'purchase.mode',
        purchaseModes.find((each) => each === value),
      );
    case 'estimateMin':
      return one('estimateMin', whole(value, 0, 60_000));
    case 'crew':
      return one('crew', whole(value, 1, 50));
    case 'startDate':
    case 'dueDate':
    case 'sectionId':
      return { [column]: value };
    case 'assigneeId':
      return { assigneeId: isWord ? assigneeOf(value).slice(0, 80) : null };
    default:
      return undefined;
  }
};
