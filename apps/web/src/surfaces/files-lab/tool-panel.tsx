import type { LabTool } from '@atelier/contracts';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { parsedArguments, starterArguments } from './starter-arguments.ts';

type Props = { readonly path: string; readonly tools: readonly LabTool[]; readonly onWritten: () => void };

/** Any tool on the chosen file, with the answer as a model would get it. */
export const ToolPanel = ({ path, tools, onWritten }: Props) => {
  const { t } = useTranslation('filesLab');
  const { commands } = useAtelier();
  const [name, setName] = useState('read_file');
  const tool = tools.find((each) => each.name === name);
  const [text, setText] = useState(() => starterArguments(tool?.schema ?? {}, path));
  const [busy, setBusy] = useState(false);
  const [answered, setAnswered] = useState<{ readonly tool: string; readonly answer: unknown }>();
  const args = parsedArguments(text);
  const choose = (chosen: string) => {
    setName(chosen);
    setAnswered(undefined);
    setText(starterArguments(tools.find((each) => each.name === chosen)?.schema ?? {}, path));
  };
  const run = async () => {
    if (!args) return;
    setBusy(true);
    const reply = await commands.LabFilesCall({ tool: name, args: args as never });
    setBusy(false);
    setAnswered({ tool: name, answer: reply.ok ? reply.value.answer : { ok: false, error: reply.error } });
    if (tool?.access === 'write') onWritten();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('tool')}
          value={name}
          options={tools.map((each) => ({ value: each.name, label: each.name }))}
          onChange={choose}
          className="w-72"
        />
        <Button tone="primary" icon={<Play size={13} />} busy={busy} disabled={!args} onClick={() => void run()}>
          {t('run')}
        </Button>
      </div>
      {tool && <p className="text-muted">{tool.description}</p>}
      <Field label={t('arguments')} {...(args ? {} : { error: t('notJson') })}>
        {({ id, describedBy, invalid }) => (
          <textarea
            id={id}
            dir="ltr"
            rows={10}
            spellCheck={false}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={`${inputClass} h-auto py-2 font-mono text-sm leading-5`}
          />
        )}
      </Field>
      {answered?.tool === name && <Answer answer={answered.answer} />}
      {tool && (
        <details>
          <summary className="cursor-pointer text-muted">{t('schema')}</summary>
          <div className="mt-2">
            <CodeBlock label={t('schema')} code={JSON.stringify(tool.schema, null, 2)} />
          </div>
        </details>
      )}
    </div>
  );
};

const Answer = ({ answer }: { readonly answer: unknown }) => {
  const { t } = useTranslation('filesLab');
  const facts = answer as { ok?: boolean; text?: unknown; error?: { message?: string; suggestion?: string } };
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {facts.ok === false && (
        <Banner tone="danger" title={facts.error?.message ?? t('refusedAnswer')}>
          {facts.error?.suggestion}
        </Banner>
      )}
      {typeof facts.text === 'string' && <CodeBlock label={t('text')} code={facts.text} />}
      <CodeBlock label={t('answer')} code={JSON.stringify(answer, null, 2)} />
    </div>
  );
};
