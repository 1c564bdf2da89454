import type { Lang } from '../domain/primitives.ts';
import { projectOf, type Records } from '../fold/records.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { said } from './format.ts';
import { tasksInOrder } from './sheets/plan-sheet.ts';
import { tradeWords } from './sheets/sheet-words.ts';

/** Tasks and the event as a calendar file: whole days, the same days the schedule has. */
export const tasksToIcs = (records: Records, schedule: Schedule, lang: Lang, at: string): string => {
  const project = projectOf(records);
  const stamp = at.replace(/[-:]/g, '').replace(/\.\d+/, '');
  const entry = (id: string, title: string, first: string, last: string, note: string): readonly string[] => [
    'BEGIN:VEVENT',
    `UID:${id}@atelier`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${first.replaceAll('-', '')}`,
    // The end of a whole-day entry is the first day it no longer covers.
    `DTEND;VALUE=DATE:${dayAfter(last).replaceAll('-', '')}`,
    `SUMMARY:${escapeText(title)}`,
    ...(note === '' ? [] : [`DESCRIPTION:${escapeText(note)}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
  const tasks = tasksInOrder(records).flatMap((task) => {
    const planned = schedule.byTask.get(task.id);
    const last = task.dueDate ?? planned?.latestFinish;
    const first = task.startDate ?? planned?.latestStart ?? last;
    if (first === undefined || last === undefined || task.status === 'cancelled') return [];
    const elements = task.elementIds.flatMap((id) => {
      const element = records.element.get(id);
      return element === undefined ? [] : [said(element.name, lang).text];
    });
    return entry(
      task.id,
      said(task.title, lang).text,
      first < last ? first : last,
      last,
      [tradeWords[task.trade][lang], ...elements].join(' · '),
    );
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atelier//Studio//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(said(project.title, lang).text)}`,
    ...(project.eventDate === undefined
      ? []
      : entry(project.id, said(project.title, lang).text, project.eventDate, project.eventDate, '')),
    ...tasks,
    'END:VCALENDAR',
  ];
  return `${lines.flatMap(folded).join('\r\n')}\r\n`;
};

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const escapeText = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replace(/\r?\n/g, '\\n');

const encoder = new TextEncoder();

/** No line is longer than 75 bytes; a character is never cut. */
const folded = (line: string): readonly string[] => {
  const out: string[] = [];
  let current = '';
  let size = 0;
  for (const char of line) {
    const bytes = encoder.encode(char).length;
    if (size + bytes > 74) {
      out.push(current);
      current = ' ';
      size = 1;
    }
    current += char;
    size += bytes;
  }
  return [...out, current];
};
