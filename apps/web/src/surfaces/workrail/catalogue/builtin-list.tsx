import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Breakable } from '../../../ui/breakable.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';

/** What a workflow may name, each with the lines to paste. */
export const BuiltinList = ({ query }: { readonly query: string }) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const { data } = useQuery({ queryKey: ['BuiltinsList'], queryFn: () => commands.BuiltinsList({}) });
  if (!data?.ok) return <SkeletonLines lines={5} />;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = data.value.builtins.filter(({ id, summary }) =>
    words.every((word) => `${id} ${summary}`.toLowerCase().includes(word)),
  );
  return (
    <ul className="grid gap-3 @3xl:grid-cols-2">
      {found.map((entry) => (
        <li
          key={entry.id}
          className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-raised p-4 shadow-low"
        >
          <p className="flex flex-wrap items-center gap-2">
            <Badge>{t(`builtin.${entry.kind}`)}</Badge>
            <bdi className="wrap-anywhere font-mono text-sm">
              <Breakable text={entry.id} />
            </bdi>
          </p>
          <p className="text-pretty text-muted text-sm" dir="auto">
            {entry.summary}
          </p>
          <div className="mt-auto">
            <CodeBlock code={JSON.stringify(entry.snippet, null, 2)} label={entry.id} />
          </div>
        </li>
      ))}
    </ul>
  );
};
