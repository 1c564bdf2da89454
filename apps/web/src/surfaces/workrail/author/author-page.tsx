import type { CompileProblem, WorkflowView } from '@atelier/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { CircleCheck, CircleX, GitFork, ListTree, Save, TextCursorInput, WandSparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { drafts } from '../../../client/use-draft.ts';
import { useUnsaved } from '../../../client/use-unsaved.ts';
import { lazyPart } from '../../../code/lazy-part.tsx';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { usePageCommands } from '../../../palette/page-commands.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panes } from '../../../ui/panes/panes.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { OutlineList } from '../catalogue/outline-list.tsx';
import { Id } from '../parts/facts.tsx';
import { AuthorForm } from './author-form.tsx';
import type { JsonEditorHandle } from './json-editor.tsx';
import { ProblemList } from './problem-list.tsx';
import { SaveDialog, type SaveTarget } from './save-dialog.tsx';
import { forkText, starterText } from './starter.ts';
import { pointerOfStep } from './step-pointer.ts';
import { useValidation } from './use-validation.ts';

const JsonEditor = lazyPart(() => import('./json-editor.tsx'));
const OutlineGraph = lazyPart(() => import('../catalogue/outline-graph.tsx'));
const none: readonly CompileProblem[] = [];

const AuthorPage = () => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const { from } = useSearch({ strict: false }) as { from?: string };
  const source = useQuery({
    queryKey: ['WorkflowGet', from],
    queryFn: () => commands.WorkflowGet({ workflowId: from ?? '' }),
    enabled: from !== undefined,
    // A file that changes under an open editor must not throw away what was typed.
    staleTime: ({ state }) => (state.data?.ok === true ? 'static' : 0),
  });
  const help = useQuery({ queryKey: ['BuiltinsList'], queryFn: () => commands.BuiltinsList({}) });
  const refusalText = useRefusalText();
  const opened = source.data?.ok ? source.data.value.view : undefined;
  if ((from !== undefined && source.data === undefined) || help.data === undefined)
    return (
      <div aria-busy="true" className="p-6">
        <h1 className="sr-only">{t('author.title')}</h1>
        <SkeletonLines lines={8} />
      </div>
    );
  // Not an empty workflow in its place: saved, it would look like the one that was meant.
  if (source.data?.ok === false)
    return (
      <div className="p-6">
        <h1 className="sr-only">{t('author.title')}</h1>
        <Banner tone="danger" title={refusalText(source.data.error)} />
      </div>
    );
  return (
    <Author key={from ?? ''} opened={opened} help={help.data.ok ? help.data.value : { builtins: [], schema: {} }} />
  );
};

type Help = { readonly builtins: Parameters<typeof JsonEditor>[0]['builtins']; readonly schema: object };

const Author = ({ opened, help }: { readonly opened: WorkflowView | undefined; readonly help: Help }) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const client = useQueryClient();
  const refusalText = useRefusalText();
  const own = opened?.sourceKind === 'user' || opened?.sourceKind === 'project';
  const draftKey = `author.${opened?.workflowId ?? ''}`;
  const [original] = useState(() =>
    opened === undefined ? starterText : own ? opened.sourceText : forkText(opened.sourceText, opened.workflowId),
  );
  const [text, setText] = useState(() => drafts.read(draftKey) ?? original);
  const [digest, setDigest] = useState(own ? opened.digest : null);
  const [saving, setSaving] = useState(false);
  const [beside, setBeside] = useState<'form' | 'preview'>('form');
  const [preview, setPreview] = useState<'graph' | 'list'>('graph');
  const [saved, setSaved] = useState(original);
  const [wasRestored, setRestored] = useState(() => text !== original);
  const editor = useRef<JsonEditorHandle>(null);
  const { checked, stale } = useValidation(text);
  const valid = checked?.valid === true;

  const write = (next: string) => {
    // Before the editor's code has come, the text it will begin with.
    if (editor.current === null) setText(next);
    else editor.current.replace(next);
  };

  useUnsaved(text !== saved);
  useEffect(() => {
    if (text === saved) drafts.forget(draftKey);
    else drafts.write(draftKey, text);
  }, [text, saved, draftKey]);
  usePageCommands([
    {
      id: 'author.save',
      title: 'workrail:author.save',
      group: 'shell:palette.page',
      icon: Save,
      shortcut: 'mod+S',
      run: () => {
        // What is typed since is checked again when it is saved.
        if (checked?.valid === false && !stale) toasts.show({ tone: 'draft', title: t('author.notYet') });
        else setSaving(true);
      },
    },
  ]);

  const save = async (target: SaveTarget) => {
    const reply = await commands.WorkflowSave({ text, ...target, expectedDigest: digest });
    if (!reply.ok) return refusalText(reply.error);
    setDigest(reply.value.digest);
    setSaved(text);
    setSaving(false);
    toasts.show({ tone: 'published', title: t('author.saved'), detail: reply.value.file });
    await client.invalidateQueries({ queryKey: ['WorkflowsList'] });
    await client.invalidateQueries({ queryKey: ['WorkflowGet'] });
    return undefined;
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 @2xl:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="font-semibold text-xl">{t('author.title')}</h1>
          <p className="text-muted text-sm">
            {opened === undefined ? t('author.new') : own ? t('author.editing') : t('author.forked')}
          </p>
        </div>
        <span role="status">
          {checked !== undefined && (
            <Badge
              tone={valid ? 'published' : 'danger'}
              icon={valid ? <CircleCheck size={12} aria-hidden="true" /> : <CircleX size={12} aria-hidden="true" />}
            >
              {checked.valid ? t('author.compiles') : t('author.broken', { count: checked.errors.length })}
            </Badge>
          )}
        </span>
        <Button tone="primary" icon={<Save size={14} />} disabled={!valid || stale} onClick={() => setSaving(true)}>
          {t('author.save')}
        </Button>
      </header>
      {text !== saved && drafts.read(draftKey) !== undefined && wasRestored && (
        <div className="px-5 pb-3 @2xl:px-6">
          <Banner
            tone="draft"
            title={t('author.restored')}
            action={
              <Button
                size="sm"
                onClick={() => {
                  setRestored(false);
                  write(original);
                }}
              >
                {t('author.discard')}
              </Button>
            }
          />
        </div>
      )}
      <Panes
        name="author"
        panes={[
          {
            id: 'text',
            label: t('author.editor'),
            size: 60,
            least: 280,
            scrollsItself: true,
            content: (
              <div className="h-full min-h-80 border-line border-t">
                <JsonEditor
                  whileLoading={<SkeletonLines lines={8} />}
                  handle={editor}
                  label={t('author.editor')}
                  initial={text}
                  onChange={setText}
                  errors={checked?.valid === false ? checked.errors : none}
                  warnings={checked?.valid === true ? checked.warnings : none}
                  builtins={help.builtins}
                  schema={help.schema as Readonly<Record<string, unknown>>}
                />
              </div>
            ),
          },
          {
            id: 'preview',
            label: t('author.beside'),
            least: 260,
            content: (
              <div className="@container flex flex-col gap-5 border-line border-t p-5">
                <Segmented
                  label={t('author.beside')}
                  value={beside}
                  onChange={setBeside}
                  choices={[
                    { value: 'form', label: t('author.form'), icon: <TextCursorInput size={13} aria-hidden="true" /> },
                    { value: 'preview', label: t('author.preview'), icon: <GitFork size={13} aria-hidden="true" /> },
                  ]}
                />
                {checked?.valid === false && (
                  <section aria-label={t('author.problems')}>
                    <h2 className="mb-2 font-semibold text-lg">{t('author.problems')}</h2>
                    <ProblemList problems={checked.errors} onShow={(pointer) => editor.current?.show(pointer)} />
                  </section>
                )}
                {beside === 'form' && (
                  <AuthorForm text={text} onText={write} errors={checked?.valid === false ? checked.errors : none} />
                )}
                {beside === 'preview' && checked?.valid === true && (
                  <>
                    {checked.canonicalText !== null && (
                      <Banner
                        title={t('author.canonical')}
                        action={
                          <Button
                            size="sm"
                            icon={<WandSparkles size={13} />}
                            disabled={stale}
                            onClick={() => write(checked.canonicalText ?? text)}
                          >
                            {t('author.canonicalUse')}
                          </Button>
                        }
                      >
                        {t('author.canonicalDetail')}
                      </Banner>
                    )}
                    <section aria-label={t('author.preview')}>
                      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
                        <h2 className="font-semibold text-lg">{t('author.preview')}</h2>
                        <Segmented
                          label={t('outline.views')}
                          value={preview}
                          onChange={setPreview}
                          choices={[
                            { value: 'graph', label: t('run.graph'), icon: <GitFork size={13} aria-hidden="true" /> },
                            { value: 'list', label: t('run.list'), icon: <ListTree size={13} aria-hidden="true" /> },
                          ]}
                        />
                      </div>
                      {preview === 'graph' ? (
                        <div className="relative h-[26rem] overflow-hidden rounded-md border border-line">
                          <OutlineGraph
                            whileLoading={<div aria-busy="true" className="h-full" />}
                            outline={checked.outline}
                            onSelect={(stepId) => {
                              const pointer = pointerOfStep(text, stepId);
                              if (pointer !== undefined) editor.current?.show(pointer);
                            }}
                          />
                        </div>
                      ) : (
                        <OutlineList outline={checked.outline} />
                      )}
                    </section>
                    {checked.warnings.length > 0 && (
                      <section aria-label={t('author.warnings')}>
                        <h2 className="mb-2 font-semibold text-lg">{t('author.warnings')}</h2>
                        <ProblemList problems={checked.warnings} onShow={(pointer) => editor.current?.show(pointer)} />
                      </section>
                    )}
                    <p className="text-faint text-xs">
                      <Id value={checked.workflowHash} />
                    </p>
                  </>
                )}
              </div>
            ),
          },
        ]}
      />
      <SaveDialog open={saving} onOpenChange={setSaving} onSave={save} />
    </div>
  );
};

export default AuthorPage;
