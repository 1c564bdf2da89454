import type { ContextCategory } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { PencilLine, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { toastWithUndo } from '../../../ui/toast-store.ts';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { useBench } from '../bench/bench-context.ts';
import { ChatLink } from '../bench/chat-link.tsx';
import { useAskedAgain } from '../bench/use-asked-again.ts';
import { useLocked } from '../files/use-locked.ts';
import { EditDialog } from './edit-dialog.tsx';
import { type ContextItem, categories } from './item-from-text.ts';
import { ProcessDialog } from './process-dialog.tsx';

type Open = { readonly category: ContextCategory; readonly what: 'process' | 'edit' };

/** What every answer should know: at most one item of each kind. */
const ContextPage = () => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const refusalText = useRefusalText('workshop');
  const locked = useLocked();
  const [open, setOpen] = useState<Open>();
  const queryKey = ['workshop', workbenchId, 'ContextList'];
  const { data } = useQuery({ queryKey, queryFn: () => commands.ContextList({ workbenchId }) });
  useAskedAgain(workbenchId, queryKey);
  const items = data?.ok ? data.value.items : undefined;
  const opened = items?.find(({ category }) => category === open?.category);
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-5 py-6">
        <header className="flex flex-col items-start gap-1">
          <ChatLink />
          <h2 tabIndex={-1} className="font-semibold text-xl outline-none">
            {t('context.title')}
          </h2>
          <p className="text-muted">{t('context.detail')}</p>
        </header>
        {locked !== undefined && <Banner tone="draft" title={locked} />}
        {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
        {data === undefined && <SkeletonLines lines={6} />}
        {items !== undefined &&
          categories.map((category) => (
            <Card
              key={category}
              category={category}
              item={items.find((each) => each.category === category)}
              isLocked={locked !== undefined}
              onOpen={(what) => setOpen({ category, what })}
            />
          ))}
      </div>
      {open?.what === 'process' && (
        <ProcessDialog category={open.category} hasItem={opened !== undefined} onClose={() => setOpen(undefined)} />
      )}
      {open?.what === 'edit' && opened !== undefined && <EditDialog item={opened} onClose={() => setOpen(undefined)} />}
    </div>
  );
};

type CardProps = {
  readonly category: ContextCategory;
  readonly item: ContextItem | undefined;
  readonly isLocked: boolean;
  readonly onOpen: (what: Open['what']) => void;
};

const Card = ({ category, item, isLocked, onOpen }: CardProps) => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId, acts } = useBench();
  const name = t(`context.name.${category}`);
  const remove = async () => {
    if ((await acts.said(commands.ContextDelete({ workbenchId, category }))) === undefined) return;
    const undo = () => void acts.said(commands.ContextUndoDelete({ workbenchId, category }));
    toastWithUndo(t('context.deleted', { name }), { label: t('review.undo'), run: undo });
  };
  const card = useRef<HTMLElement>(null);
  // Deleting an item takes its button along; what can be done next stands in the same card.
  useFocusKept(item === undefined, () => card.current?.querySelector('button'));
  return (
    <section
      ref={card}
      aria-label={name}
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised px-4 py-3.5"
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {name}
            {item === undefined && <Badge>{t('context.none')}</Badge>}
            {item?.hasDirectEdits === true && <Badge tone="accent">{t('context.edited')}</Badge>}
            {item?.isLong === true && <Badge tone="draft">{t('context.long')}</Badge>}
          </h3>
          <p className="text-muted text-sm">{t(`context.about.${category}`)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={item === undefined ? <Plus size={13} /> : <RefreshCw size={13} />}
            disabled={isLocked}
            aria-label={t(item === undefined ? 'context.addNamed' : 'context.replaceNamed', { name })}
            onClick={() => onOpen('process')}
          >
            {t(item === undefined ? 'context.add' : 'context.replace')}
          </Button>
          {item !== undefined && (
            <>
              <Button
                size="sm"
                icon={<PencilLine size={13} />}
                disabled={isLocked}
                aria-label={t('context.editTitle', { name })}
                onClick={() => onOpen('edit')}
              >
                {t('context.edit')}
              </Button>
              <Button
                size="sm"
                tone="danger"
                icon={<Trash2 size={13} />}
                disabled={isLocked}
                aria-label={t('context.deleteNamed', { name })}
                onClick={() => void remove()}
              >
                {t('context.delete')}
              </Button>
            </>
          )}
        </div>
      </div>
      {item !== undefined && (
        <details className="rounded-md border border-line">
          <summary className="cursor-pointer px-3 py-2 text-sm">{t('context.inspect')}</summary>
          {item.files.map(({ path, text }) => (
            <div key={path} className="border-line border-t px-3 py-2">
              <p className="pb-1 font-mono text-faint text-xs">
                <bdi>{path}</bdi>
              </p>
              <pre dir="auto" className="max-h-72 overflow-auto whitespace-pre-wrap font-mono text-sm">
                {text}
              </pre>
            </div>
          ))}
        </details>
      )}
    </section>
  );
};

export default ContextPage;
