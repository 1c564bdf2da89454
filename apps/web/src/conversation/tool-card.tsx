import type { ConversationItem } from '@atelier/contracts';
import { ChevronRight, CircleAlert, CircleCheck, CircleHelp, PencilLine } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { FileName } from '../ui/file-name.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ResultRows } from './result-rows.tsx';
import { useTalk } from './talk.ts';
import { ToolName } from './tool-name.tsx';
import { isReceipt, refusalOf, subjectOf, tableOf } from './tool-words.ts';

type Call = Extract<ConversationItem, { kind: 'tool' }>;

const iconByState: Record<Call['state'], ReactNode> = {
  running: <Spinner />,
  ok: <CircleCheck size={14} aria-hidden="true" className="text-published-text" />,
  refused: <CircleAlert size={14} aria-hidden="true" className="text-danger-text" />,
  unknown: <CircleHelp size={14} aria-hidden="true" className="text-draft-text" />,
};

/** One tool call, folded: what was asked, of which file, how it ended; its whole question and answer inside. */
export const ToolCard = memo(({ item }: { readonly item: Call }) => {
  const { t, i18n } = useTranslation('conversation');
  const refusal = refusalOf(item.result);
  const subject = subjectOf(item.input);
  return (
    <details className="group rounded-md border border-line bg-raised shadow-low">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md px-3 py-2 outline-offset-[-2px]">
        <span className="mirror-rtl text-faint">
          <ChevronRight size={14} aria-hidden="true" className="transition-transform group-open:rotate-90" />
        </span>
        {iconByState[item.state]}
        <span className="text-sm">
          <ToolName name={item.name} />
        </span>
        {subject !== undefined && (
          <span className="min-w-0 max-w-56 truncate text-muted text-sm">
            <FileName name={subject} />
          </span>
        )}
        {item.access === 'write' && (
          <span className="inline-flex items-center gap-1 text-draft-text text-xs">
            <PencilLine size={12} aria-hidden="true" />
            {t('tool.writes')}
          </span>
        )}
        <span className="ms-auto flex items-center gap-2 text-faint text-xs tabular-nums">
          {item.ms !== null && t('tool.ms', { ms: formatCount(Math.round(item.ms), i18n.language) })}
          <span className={item.state === 'refused' ? 'text-danger-text' : undefined}>{t(`tool.${item.state}`)}</span>
        </span>
        {refusal !== undefined && (
          <span dir="auto" className="basis-full ps-6 text-danger-text text-sm">
            {refusal}
          </span>
        )}
      </summary>
      <div className="flex flex-col gap-3 border-line border-t px-3 py-3">
        <Labelled label={t('tool.input', { tool: item.name })}>
          <CodeBlock label={t('tool.input', { tool: item.name })} code={JSON.stringify(item.input, null, 2)} />
        </Labelled>
        {item.result !== null && <Answer entryId={item.entryId} result={item.result} />}
      </div>
    </details>
  );
});

type AnswerProps = { readonly entryId: number; readonly result: Readonly<Record<string, unknown>> };

/** A large result came to the model as a receipt; the whole of it is a click away. */
const Answer = ({ entryId, result }: AnswerProps) => {
  const { t } = useTranslation('conversation');
  const { wholeResult } = useTalk();
  const [whole, setWhole] = useState<Readonly<Record<string, unknown>>>();
  const [busy, setBusy] = useState(false);
  const table = tableOf(whole ?? result);
  const fetchWhole = async () => {
    setBusy(true);
    const found = await wholeResult(entryId);
    setBusy(false);
    setWhole(found);
  };
  return (
    <Labelled label={t('tool.result')}>
      <div className="max-h-96 overflow-y-auto">
        {table === undefined ? (
          <CodeBlock label={t('tool.result')} code={JSON.stringify(whole ?? result, null, 2)} />
        ) : (
          <ResultRows table={table} />
        )}
      </div>
      {isReceipt(result) && whole === undefined && (
        <p className="flex flex-wrap items-center gap-2 text-faint text-sm">
          {t('tool.receipt')}
          <Button size="sm" busy={busy} onClick={() => void fetchWhole()}>
            {t('tool.whole')}
          </Button>
        </p>
      )}
    </Labelled>
  );
};

/** Calls made one after another, folded into one line: what was done, and with which files. */
export const ToolSteps = ({ items }: { readonly items: readonly Call[] }) => {
  const { t } = useTranslation('conversation');
  const isRunning = items.some(({ state }) => state === 'running');
  const refused = items.filter(({ state }) => state === 'refused').length;
  const files = [...new Set(items.flatMap(({ input }) => subjectOf(input) ?? []))];
  return (
    <details className="group/steps">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-1 rounded-md px-3 py-1 text-muted text-sm outline-offset-[-2px] hover:text-text">
        <span className="mirror-rtl text-faint">
          <ChevronRight size={14} aria-hidden="true" className="transition-transform group-open/steps:rotate-90" />
        </span>
        {isRunning ? <Spinner /> : iconByState.ok}
        <span>{t('tool.steps', { count: items.length })}</span>
        {files.slice(0, 3).map((file) => (
          <span key={file} className="min-w-0 max-w-56 truncate">
            <FileName name={file} />
          </span>
        ))}
        {refused > 0 && <span className="text-danger-text">{t('tool.refusals', { count: refused })}</span>}
      </summary>
      <div className="mt-1 flex flex-col gap-1.5 ps-5">
        {items.map((item) => (
          <ToolCard key={item.id} item={item} />
        ))}
      </div>
    </details>
  );
};

const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    <p className="font-medium text-faint text-xs">{label}</p>
    {children}
  </div>
);
