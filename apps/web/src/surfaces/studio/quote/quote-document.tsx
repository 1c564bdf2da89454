import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

type Props = {
  readonly address: string;
  /** Changes when the document may have. */
  readonly stamp: string;
  readonly title: string;
};

/** The document itself, as its client gets it, in a frame that can run and load nothing. */
export const QuoteDocument = ({ address, stamp, title }: Props) => {
  const { t } = useTranslation('studio');
  const frame = useRef<HTMLIFrameElement>(null);
  const query = useQuery({
    queryKey: ['studio', 'document', address, stamp],
    queryFn: async () => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(String(answer.status));
      // This page's policy lets no font in; the ones of the system stand in for it here.
      return (await answer.text()).replace(/@font-face\s*\{[^}]*\}/g, '');
    },
    retry: false,
    placeholderData: (before: string | undefined) => before,
  });
  if (query.isError) return <Banner tone="danger" title={t('quote.noDocument')} />;
  if (query.data === undefined) return <Skeleton className="h-96 w-full" />;
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin allow-modals"
      srcDoc={query.data}
      className="w-full rounded-md border border-line bg-white"
      style={{ blockSize: '70vh' }}
      onLoad={() => {
        const height = frame.current?.contentDocument?.documentElement.scrollHeight;
        if (height !== undefined && frame.current) frame.current.style.blockSize = `${height + 8}px`;
      }}
    />
  );
};
