import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../../client/use-draft.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { Button } from '../../../ui/button.tsx';
import { useAsked } from '../page/use-asked.ts';
import type { ProjectStore } from '../project-store.ts';
import { isFull } from '../send-queue.ts';
import { langOfUi, useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { slashCommands } from './slash-commands.ts';
import { isWhole, matching, openWord, withWord } from './suggest.ts';
import { type Suggestion, SuggestionList } from './suggestion-list.tsx';

export type ComposerHandle = { readonly focus: () => void; readonly offer: (text: string) => void };

type Props = { readonly project: ProjectStore; readonly handle: Ref<ComposerHandle> };

const longest = 8_000;

/** The box a person writes in: commands after a slash, elements after an @. What is not sent is kept. */
export const StudioComposer = ({ project, handle }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const { elements, session } = useProjectView(project);
  const queue = useProjection(project.queue);
  const act = useAct(project);
  const shown = useShownText();
  const lang = langOfUi(i18n.language);
  const { text, setText } = useDraft(`studio.${project.projectId}`);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState<number>();
  const open = openWord(text, caret);
  const found = open === undefined || open.from === dismissed ? [] : matching(suggestions(open.kind), open.query);
  const isListed = open !== undefined && found.length > 0;
  const chosenAt = Math.min(at, found.length - 1);

  function suggestions(kind: 'slash' | 'mention'): readonly Suggestion[] {
    if (kind === 'slash')
      return slashCommands.map(({ id, he, en }) => ({
        id,
        word: lang === 'he' ? he : en,
        names: [he.slice(1), en.slice(1)],
        note: t(`slash.${id}`),
      }));
    return elements
      .filter(({ tombstone }) => tombstone === null)
      .map(({ id, name, aliases, kind: what }) => ({
        id,
        word: shown(name),
        names: [name.he, name.en, ...aliases].flatMap((each) => each ?? []),
        note: t(`records.kind.${what}`),
      }));
  }

  const place = (next: string, caretAt = next.length) => {
    setText(next);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caretAt, caretAt);
      setCaret(caretAt);
    });
  };
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus(), offer: (words) => place(words) }));
  useAsked('composer', () => field.current?.focus());

  const send = async () => {
    const said = text.trim();
    if (said === '' || isFull(queue)) return;
    setText('');
    const done = await act({
      type: 'chatMessage',
      text: said,
      ...(session.draft === null ? {} : { seenDraftRevision: session.draft.revision }),
    });
    // What did not arrive comes back, unless something else stands there.
    if (done === undefined) setText((now) => (now === '' ? said : now));
  };
  const choose = (chosen: Suggestion | undefined) => {
    if (open === undefined || chosen === undefined) return;
    const next = withWord(text, open, caret, chosen.word);
    setAt(0);
    place(next.text, next.caret);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    // A command that stands there in full is sent; there is nothing left to finish.
    if (isListed && event.key === 'Enter' && !event.shiftKey && isWhole(open, found)) {
      event.preventDefault();
      void send();
      return;
    }
    if (isListed) {
      const last = found.length - 1;
      if (event.key === 'ArrowDown') setAt(chosenAt >= last ? 0 : chosenAt + 1);
      else if (event.key === 'ArrowUp') setAt(chosenAt <= 0 ? last : chosenAt - 1);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
        choose(found[chosenAt]);
      else if (event.key === 'Escape') setDismissed(open.from);
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send();
  };
  const isEmpty = text.trim() === '';
  return (
    <form
      className="relative flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {isListed && (
        <SuggestionList
          id={listId}
          label={t(open.kind === 'slash' ? 'compose.commands' : 'compose.elements')}
          found={found}
          at={chosenAt}
          onAt={setAt}
          onChoose={choose}
        />
      )}
      <div className="flex items-end gap-2 rounded-lg border border-line-strong/80 bg-raised p-2 shadow-low focus-within:border-accent">
        <textarea
          ref={field}
          id="studio-composer"
          dir="auto"
          rows={2}
          maxLength={longest}
          aria-label={t('compose.label')}
          aria-describedby="studio-composer-hint"
          {...(isListed
            ? {
                role: 'combobox',
                'aria-expanded': true,
                'aria-controls': listId,
                'aria-activedescendant': `${listId}-${chosenAt}`,
                'aria-autocomplete': 'list',
              }
            : {})}
          placeholder={t('compose.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setDismissed(undefined);
            setCaret(event.target.selectionStart);
          }}
          onKeyDown={onKeyDown}
          onSelect={() => setCaret(field.current?.selectionStart ?? 0)}
          className="field-sizing-content max-h-48 min-h-12 min-w-0 flex-1 resize-none bg-transparent px-1.5 py-1 text-base outline-none placeholder:text-faint"
        />
        <Button tone="primary" type="submit" icon={<ArrowUp size={15} />} disabled={isEmpty || isFull(queue)}>
          {t('compose.send')}
        </Button>
      </div>
      <p id="studio-composer-hint" className="text-faint text-xs">
        {isFull(queue) ? t('compose.full') : t('compose.hint')}
      </p>
    </form>
  );
};
