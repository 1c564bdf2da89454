import type { Lang } from '../domain/primitives.ts';
import { liveOf, projectOf, type Records } from '../fold/records.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { formatDay, formatMilli, said } from './format.ts';
import type { Block, PrintedDocument, Row } from './pages/blocks.ts';
import { tasksInOrder } from './sheets/plan-sheet.ts';
import { sheetWords, taskStatusWords, tradeWords } from './sheets/sheet-words.ts';
import { firstStrong, ltr } from './text/isolate.ts';
import { words } from './words.ts';

/**
 * The plan as pages: tasks by section with their days and hours. No costs. `withRisks`: then the risks that are open, in
 * the studio's own words, which may name a sum.
 */
export const planPrint = (
  records: Records,
  schedule: Schedule,
  lang: Lang,
  { at, withRisks }: { readonly at: string; readonly withRisks: boolean },
): PrintedDocument => {
  const word = sheetWords[lang];
  const project = projectOf(records);
  const direction = lang === 'he' ? 'rtl' : 'ltr';
  const title = said(project.title, lang).text;
  const day = (date: string | undefined): string => (date === undefined ? '' : ltr(formatDay(date, lang)));
  const rows: Row[] = [];
  let section: string | undefined;
  for (const [index, task] of tasksInOrder(records).entries()) {
    if (task.sectionId !== section) {
      section = task.sectionId;
      const named = section === undefined ? undefined : records.section.get(section);
      const text = named === undefined ? word.general : said(named.title, lang).text;
      rows.push({ cells: [{ texts: [] }, { texts: [{ text }] }, ...blanks(5)], style: 'group' });
    }
    const planned = schedule.byTask.get(task.id);
    const minutes = task.estimateMin * task.crew;
    rows.push({
      cells: [
        String(index + 1),
        said(task.title, lang).text,
        tradeWords[task.trade][lang],
        taskStatusWords[task.status][lang],
        ltr(formatMilli(Math.round((minutes * 100) / 60) * 10)),
        day(task.startDate ?? planned?.latestStart),
        day(task.dueDate ?? planned?.latestFinish),
      ].map((text, column) => ({ texts: [{ text, ...(column === 1 && planned?.isCritical ? { bold: true } : {}) }] })),
    });
  }
  const risks = withRisks ? liveOf(records.risk).filter(({ status }) => status === 'open') : [];
  const blocks: readonly Block[] = [
    { kind: 'heading', level: 1, text: { text: `${word.plan} – ${title}`, direction } },
    {
      kind: 'paragraph',
      text: {
        text: [
          project.eventDate === undefined ? '' : `${words[lang].event}: ${day(project.eventDate)}`,
          project.venue === undefined ? '' : `${words[lang].venue}: ${firstStrong(said(project.venue, lang).text)}`,
        ]
          .filter((text) => text !== '')
          .join(' · '),
        tone: 'muted',
        direction,
      },
    },
    { kind: 'space', points: 10 },
    {
      kind: 'table',
      columns: [
        { share: 1, align: 'start' },
        { share: 7, align: 'start' },
        { share: 3, align: 'start' },
        { share: 2.4, align: 'start' },
        { share: 2.4, align: 'number' },
        { share: 2.6, align: 'number' },
        { share: 2.6, align: 'number' },
      ],
      head: ['#', word.task, word.trade, word.status, word.personHours, word.start, word.finish],
      rows,
    },
    ...(risks.length === 0
      ? []
      : [
          { kind: 'space', points: 12 } as const,
          { kind: 'heading', level: 2, text: { text: word.risks, direction } } as const,
          ...risks.map(
            (risk): Block => ({
              kind: 'paragraph',
              text: {
                text: `${said(risk.title, lang).text} (${ltr(`${risk.likelihood}×${risk.impact}`)})${risk.mitigation === undefined ? '' : ` – ${said(risk.mitigation, lang).text}`}`,
              },
            }),
          ),
        ]),
  ];
  return {
    title: `${word.plan} – ${title}`,
    author: '',
    at,
    accent: '#1f4e79',
    sections: [
      {
        lang,
        direction,
        blocks,
        foot: (page, of) => `${title} · ${words[lang].pages(String(page), String(of))}`,
      },
    ],
  };
};

const blanks = (count: number) => Array.from({ length: count }, () => ({ texts: [] }));
