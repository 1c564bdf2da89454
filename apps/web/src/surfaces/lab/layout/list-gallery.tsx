import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { LongList, type LongListHandle } from '../../../ui/long-list.tsx';
import { Panel } from '../../../ui/panel.tsx';

type Message = { readonly id: number; readonly words: number };

const message = (id: number): Message => ({ id, words: 4 + ((Math.abs(id) * 37) % 90) });
const firstMessages = Array.from({ length: 10_000 }, (_, at) => message(at + 1));

/** Ten thousand messages of uneven length: text arrives below, older ones above, and the place is kept. */
export const ListGallery = () => {
  const { t } = useTranslation('lab');
  const [messages, setMessages] = useState<readonly Message[]>(firstMessages);
  const list = useRef<LongListHandle>(null);
  const write = () =>
    setMessages((all) => all.map((each, at) => (at === all.length - 1 ? { ...each, words: each.words + 12 } : each)));
  const append = () => setMessages((all) => [...all, message((all.at(-1)?.id ?? 0) + 1)]);
  const prepend = () =>
    setMessages((all) => [...Array.from({ length: 50 }, (_, at) => message((all[0]?.id ?? 1) - 50 + at)), ...all]);
  return (
    <Panel title={t('longList.title')} description={t('longList.detail')} flush>
      <div className="flex flex-wrap gap-2 px-5 pb-3">
        <Button size="sm" onClick={write}>
          {t('longList.write')}
        </Button>
        <Button size="sm" onClick={append}>
          {t('longList.append')}
        </Button>
        <Button size="sm" onClick={prepend}>
          {t('longList.older')}
        </Button>
        <Button size="sm" onClick={() => list.current?.jumpTo('5000')}>
          {t('longList.jump', { number: 5000 })}
        </Button>
      </div>
      <LongList
        label={t('longList.title')}
        items={messages}
        keyOf={({ id }) => String(id)}
        follows
        handle={list}
        className="h-96 border-line border-t"
        render={({ id, words }) => (
          <article className="border-line border-b px-5 py-3">
            <h3 className="font-medium text-sm">{t('longList.message', { number: id })}</h3>
            <p className="text-muted">{`${t('longList.word')} `.repeat(words)}</p>
          </article>
        )}
      />
    </Panel>
  );
};
