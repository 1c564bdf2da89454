import { type GraphItem, nodesOf } from '@atelier/rails/view';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputClass } from '../../../ui/field.tsx';
import { titleOf } from './item-face.tsx';

type Props = {
  readonly items: readonly GraphItem[];
  readonly direction: 'ltr' | 'rtl';
  readonly onFind: (item: GraphItem) => void;
};

/** Goes to the steps whose title holds the words; Enter goes on to the next one. */
export const GraphSearch = ({ items, direction, onFind }: Props) => {
  const { t } = useTranslation('workrail');
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const wanted = query.trim().toLocaleLowerCase();
  const titles = (item: GraphItem) => [titleOf(item, t), ...nodesOf(item).map(({ title }) => title ?? '')];
  const holding = (words: string) =>
    words === '' ? [] : items.filter((item) => titles(item).some((title) => title.toLocaleLowerCase().includes(words)));
  const found = holding(wanted);

  const go = (all: readonly GraphItem[], to: number) => {
    const item = all[to];
    setAt(to);
    if (item) onFind(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys move in the text, not on the graph.
    event.stopPropagation();
    if (event.key === 'Enter' && found.length > 0)
      go(found, (at + (event.shiftKey ? found.length - 1 : 1)) % found.length);
  };
  return (
    <div
      dir={direction}
      className="absolute start-3 top-3 flex items-center gap-2 rounded-md border border-line bg-raised p-1 shadow-low"
    >
      <input
        type="search"
        dir="auto"
        aria-label={t('graph.search')}
        placeholder={t('graph.search')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          go(holding(event.target.value.trim().toLocaleLowerCase()), 0);
        }}
        onKeyDown={onKeyDown}
        className={`${inputClass} w-44`}
      />
      <span role="status" className={wanted === '' ? 'sr-only' : 'min-w-12 pe-1 text-muted text-xs'}>
        {wanted !== '' &&
          (found.length === 0
            ? t('graph.noMatch')
            : t('graph.match', { at: Math.min(at, found.length - 1) + 1, of: found.length }))}
      </span>
    </div>
  );
};
