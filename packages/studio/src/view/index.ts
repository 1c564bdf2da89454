export {
  type Accounting,
  accountingOf,
  type ElementCosts,
  effectivePolicy,
  materialLineCost,
  priceProject,
  workLineCost,
} from '../core/accounting/accounting.ts';
export type { Records } from '../core/fold/records.ts';
export { liveOf } from '../core/fold/records.ts';
export { colourNamed } from '../core/language/colours.ts';
export { daysOfFacts } from '../core/questions/days-to-set.ts';
export { type AssignedTask, assignedTasks } from '../core/schedule/my-tasks.ts';
export { type PurchaseRow, purchaseList, type SupplierPurchases } from '../core/schedule/purchase-list.ts';
export { type Schedule, type ScheduledTask, scheduleOf } from '../core/schedule/schedule.ts';
export { minutesPerDay, nextWorkDay } from '../core/schedule/work-calendar.ts';
export { type Gate, isOpenAt, stageMatrix, stageNames } from '../core/stage/matrix.ts';
export { entityNames } from '../core/validate/names.ts';
export { fieldName, fieldPlace } from '../core/words/fields.ts';
export { moneyText, percentText, textIn } from '../core/words/format.ts';
export { materialText } from '../core/words/materials.ts';
export { policyNameText } from '../core/words/policy-name.ts';
export { sidesOf } from '../core/words/sides.ts';
export { recordsOf } from './records.ts';
export { answerDeltaId, isAnswerOf, type ProjectAudience, showProjectEvent } from './show.ts';
