import { ownerId } from '@atelier/contracts';
import type { Task } from '../../domain/entities.ts';
import type { Lang } from '../../domain/primitives.ts';
import { liveOf, type Records } from '../../fold/records.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import { said } from '../format.ts';
import { sheetWords, taskStatusWords, tradeWords } from './sheet-words.ts';
import { addressOf, quoted, type Sheet, type SheetCell, type SheetRow, type Workbook } from './workbook.ts';

const firstLine = 2;

/** Tasks in the order of the plan, with the days the schedule gives them and hours the sheet adds up itself. */
export const planWorkbook = (
  records: Records,
  schedule: Schedule,
  lang: Lang,
  people: ReadonlyMap<string, string> = new Map(),
): Workbook => {
  const plan = planSheet(records, schedule, lang, people);
  return { sheets: [plan, hoursSheet(plan, records, lang)] };
};

export const tasksInOrder = (records: Records): readonly Task[] => {
  const place = new Map(liveOf(records.section).map(({ id, sortKey }) => [id, sortKey]));
  const sectionPlace = ({ sectionId }: Task): number =>
    (sectionId === undefined ? undefined : place.get(sectionId)) ?? Number.MAX_SAFE_INTEGER;
  return liveOf(records.task).toSorted(
    (a, b) => sectionPlace(a) - sectionPlace(b) || a.sortKey - b.sortKey || (a.id < b.id ? -1 : 1),
  );
};

const planSheet = (records: Records, schedule: Schedule, lang: Lang, people: ReadonlyMap<string, string>): Sheet => {
  const word = sheetWords[lang];
  const tasks = tasksInOrder(records);
  const numberOf = new Map(tasks.map(({ id }, at) => [id, at + 1]));
  const nameOf = (id: string): string => {
    const element = records.element.get(id);
    return element === undefined ? '' : said(element.name, lang).text;
  };
  const assigneeIn = (id: string): string => people.get(id) ?? (id === ownerId ? word.owner : id);
  const date = (day: string | undefined): SheetCell => (day === undefined ? null : { date: day });
  const rows = tasks.map((task, at): SheetRow => {
    const cell = (column: number): string => addressOf(firstLine + at, column);
    const planned = schedule.byTask.get(task.id);
    const section = task.sectionId === undefined ? undefined : records.section.get(task.sectionId);
    return {
      cells: [
        at + 1,
        section === undefined ? '' : said(section.title, lang).text,
        said(task.title, lang).text,
        task.elementIds.map(nameOf).join(', '),
        tradeWords[task.trade][lang],
        taskStatusWords[task.status][lang],
        task.estimateMin,
        task.crew,
        { formula: `ROUND(${cell(6)}*${cell(7)}/60,2)` },
        task.dependsOn
          .map((id) => numberOf.get(id))
          .filter((number) => number !== undefined)
          .join(', '),
        date(task.startDate ?? planned?.latestStart),
        date(task.dueDate ?? planned?.latestFinish),
        planned?.isCritical ? word.yes : '',
        task.assigneeId === undefined ? '' : assigneeIn(task.assigneeId),
      ],
    };
  });
  const sum = (column: number): SheetCell =>
    rows.length === 0
      ? 0
      : { formula: `SUM(${addressOf(firstLine, column)}:${addressOf(firstLine + rows.length - 1, column)})` };
  return {
    name: word.plan,
    isRtl: lang === 'he',
    columns: [
      { width: 6, format: 'whole' },
      { width: 16 },
      { width: 36 },
      { width: 24 },
      { width: 14 },
      { width: 11 },
      { width: 10, format: 'whole' },
      { width: 8, format: 'whole' },
      { width: 12, format: 'number' },
      { width: 12 },
      { width: 13, format: 'date' },
      { width: 13, format: 'date' },
      { width: 9 },
      { width: 14 },
    ],
    frozenRows: firstLine,
    rows: [
      { cells: [word.plan], style: 'title' },
      {
        cells: [
          '#',
          word.section,
          word.task,
          word.element,
          word.trade,
          word.status,
          word.minutes,
          word.crew,
          word.personHours,
          word.dependsOn,
          word.start,
          word.finish,
          word.critical,
          word.assignee,
        ],
        style: 'head',
      },
      ...rows,
      { cells: [null, null, word.total, null, null, null, sum(6), null, sum(8)], style: 'total' },
    ],
  };
};

/** Hours per trade. */
const hoursSheet = (plan: Sheet, records: Records, lang: Lang): Sheet => {
  const word = sheetWords[lang];
  const used = [...new Set(tasksInOrder(records).map(({ trade }) => trade))].sort();
  const last = Math.max(firstLine, plan.rows.length - 2);
  const range = (column: number): string => {
    const fixed = (row: number): string => addressOf(row, column).replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2');
    return `${quoted(plan.name)}!${fixed(firstLine)}:${fixed(last)}`;
  };
  const rows = used.map(
    (trade, at): SheetRow => ({
      cells: [tradeWords[trade][lang], { formula: `SUMIF(${range(4)},${addressOf(firstLine + at, 0)},${range(8)})` }],
    }),
  );
  return {
    name: word.hours,
    isRtl: lang === 'he',
    columns: [{ width: 24 }, { width: 14, format: 'number' }],
    frozenRows: firstLine,
    rows: [
      { cells: [word.hours], style: 'title' },
      { cells: [word.trade, word.personHours], style: 'head' },
      ...rows,
      {
        cells: [
          word.total,
          rows.length === 0
            ? 0
            : { formula: `SUM(${addressOf(firstLine, 1)}:${addressOf(firstLine + rows.length - 1, 1)})` },
        ],
        style: 'total',
      },
    ],
  };
};
