import type { SentPart, SentPrompt } from '@atelier/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolName } from '../../../conversation/tool-name.tsx';
import { formatBytes, formatCount } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FileName } from '../../../ui/file-name.tsx';

type PartOf<What extends SentPart['what']> = Extract<SentPart, { readonly what: What }>;
const only = <What extends SentPart['what']>(parts: readonly SentPart[], what: What): readonly PartOf<What>[] =>
  parts.filter((part): part is PartOf<What> => part.what === what);

const shownAtFirst = 30;

/** By name: every file, item, picture and summary that went with a prompt, what was left out, and what was read after it. */
export const SentParts = ({ parts, answers }: Pick<SentPrompt, 'parts' | 'answers'>) => {
  const { t, i18n } = useTranslation('workshop');
  const tokens = (count: number): string => t('sent.tokens', { tokens: formatCount(count, i18n.language) });
  const said = (key: string, name: string): string =>
    i18n.exists(`workshop:${key}.${name}`) ? t(`${key}.${name}` as never) : name;
  if (parts === null) return <p className="border-line border-t px-3 py-2 text-faint text-xs">{t('sent.noNames')}</p>;
  const [files, left] = [only(parts, 'file'), only(parts, 'tools_left_out').flatMap(({ names }) => names)];
  const others = [
    ...only(parts, 'context').map(({ name, tokens: size, isUnreadable }) => ({
      name: said('context.name', name),
      size,
      why: isUnreadable ? t('sent.because.unreadable') : undefined,
    })),
    ...only(parts, 'style').map(({ name, tokens: size }) => ({ name: said('sent.style', name), size, why: undefined })),
    ...only(parts, 'handed').map(({ name, tokens: size }) => ({
      name: said('sent.handed', name),
      size,
      why: undefined,
    })),
    ...only(parts, 'summary').map(({ messages, tokens: size }) => ({
      name: t('sent.summarised', { count: messages }),
      size,
      why: undefined,
    })),
  ];
  return (
    <div className="flex flex-col gap-3 border-line border-t px-3 py-3">
      <Named title={t('sent.files', { count: files.length })}>
        {files.map((file) => (
          <Line key={file.path} name={<FileName name={file.path} />} size={tokens(file.tokens)}>
            {t(`sent.as.${file.as}`, { size: formatBytes(file.bytes, i18n.language) })}
            {file.because !== null && `. ${t(`sent.because.${file.because}`)}`}
            {file.withheld !== undefined && `. ${t('sent.withheld', { count: file.withheld })}`}
          </Line>
        ))}
      </Named>
      <Named title={t('sent.pictures')}>
        {only(parts, 'picture').map(({ path, page, tokens: size }) => (
          <Line key={`${path} ${page}`} name={<FileName name={path} />} size={tokens(size)}>
            {t('sent.page', { page })}
          </Line>
        ))}
      </Named>
      <Named title={t('sent.others')}>
        {others.map(({ name, size, why }) => (
          <Line key={name} name={name} size={tokens(size)}>
            {why}
          </Line>
        ))}
      </Named>
      <Named title={t('sent.read')}>
        {answers.map(({ entryId, tool, path, selector, bytes, isReceipt }) => (
          <Line
            key={entryId}
            name={path === null ? <ToolName name={tool} /> : <FileName name={path} />}
            size={formatBytes(bytes, i18n.language)}
          >
            {path !== null && <ToolName name={tool} />}
            {Object.entries(selector).map(([key, value]) => (
              <bdi key={key} dir="ltr" className="ms-2 break-all font-mono">
                {key}={value}
              </bdi>
            ))}
            {isReceipt && <span className="ms-2">{t('sent.receipt')}</span>}
          </Line>
        ))}
      </Named>
      {left.length > 0 && (
        <p className="text-faint text-xs">
          {t('sent.toolsLeftOut')} <bdi dir="ltr">{left.join(', ')}</bdi>
        </p>
      )}
    </div>
  );
};

/** A list under its name; nothing where it is empty, and a long one opens in full on request. */
const Named = ({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) => {
  const { t } = useTranslation('workshop');
  const [isWhole, setWhole] = useState(false);
  if (children.length === 0) return null;
  const shown = isWhole ? children : children.slice(0, shownAtFirst);
  return (
    <section aria-label={title}>
      <h4 className="pb-1 font-medium text-faint text-xs">{title}</h4>
      <ul className="flex flex-col gap-1">{shown}</ul>
      {shown.length < children.length && (
        <Button size="sm" className="mt-1.5" onClick={() => setWhole(true)}>
          {t('sent.showAll', { count: children.length })}
        </Button>
      )}
    </section>
  );
};

type LineProps = { readonly name: ReactNode; readonly size: string; readonly children: ReactNode };

const Line = ({ name, size, children }: LineProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-sm">
    <span className="min-w-0 truncate">{name}</span>
    <span className="text-end text-faint text-xs tabular-nums">{size}</span>
    <span className="col-span-2 text-faint text-xs empty:hidden">{children}</span>
  </li>
);
