import type { SentDocument } from '@atelier/contracts/studio';
import { keptFileName, ok, type Result } from '@atelier/kernel/core';
import type { Lang } from '../core/domain/primitives.ts';
import { projectOf, type Records } from '../core/fold/records.ts';
import type { ClientQuote } from '../core/quote/client-quote.ts';
import type { WorkbenchAbsent, Workbenches } from '../ports/workbenches.ts';
import type { TurnRefused } from './admit.ts';
import type { createQuotes } from './quotes.ts';
import type { StudioCaller } from './turn-caller.ts';

type Format = 'xlsx' | 'docx';

/** Makes the files; a quote takes what a client may know and nothing else. */
type SentDocuments = {
  readonly quote: (quote: ClientQuote, format: Format) => Promise<Uint8Array>;
  readonly plan: (records: Records, lang: Lang, format: Format) => Promise<Uint8Array>;
};

type Deps = {
  readonly quotes: ReturnType<typeof createQuotes>;
  readonly documents: SentDocuments;
  readonly workbenches: Workbenches;
};

type SendRefused = TurnRefused | WorkbenchAbsent | { readonly code: 'QUOTE_NOT_FOUND' };

/** The plan and the quote as files of a Workbench's Draft: the newest quote that was issued, or the working one. */
export const sendToWorkbench =
  ({ quotes, documents, workbenches }: Deps) =>
  async (
    projectId: string,
    wanted: { readonly workbenchId: string; readonly files: readonly SentDocument[]; readonly lang: Lang },
    caller: StudioCaller,
  ): Promise<Result<{ readonly names: readonly string[] }, SendRefused>> => {
    const { lang, workbenchId } = wanted;
    const opened = await quotes.forExport(projectId, caller);
    if (!opened.ok) return opened;
    const { records } = opened.value;
    const { title } = projectOf(records);
    const named = (what: string, format: Format): string => {
      const name = keptFileName(`${title[lang] ?? title.he ?? title.en ?? projectId} - ${what}.${format}`);
      return name.ok ? name.value : `${projectId}.${format}`;
    };
    const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
    for (const document of new Set(wanted.files)) {
      const [kind, format] = document.split('.') as ['plan' | 'quote', Format];
      if (kind === 'plan') {
        files.push({ name: named(words[lang].plan, format), bytes: await documents.plan(records, lang, format) });
        continue;
      }
      const quote = await quotes.newest(projectId, lang, caller);
      if (!quote.ok) return quote;
      const name = named(`${words[lang].quote} ${quote.value.number ?? words[lang].working}`, format);
      files.push({ name, bytes: await documents.quote(quote.value, format) });
    }
    const sent = await workbenches.send(workbenchId, files, projectId);
    return sent.ok ? ok({ names: sent.value.names }) : sent;
  };

const words = {
  he: { plan: 'תוכנית עבודה', quote: 'הצעת מחיר', working: 'טיוטה' },
  en: { plan: 'Work plan', quote: 'Quote', working: 'working' },
} as const;
