import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { extensionOf } from '../../detect/formats.ts';
import { emptyText, openText, type TextFile } from '../../text/text-file.ts';
import { FileRefusal } from '../../tools/errors.ts';
import type { DiffRequest, Kind, KindHandler, Source, Workspace } from '../../tools/kind-handler.ts';
import type { Built } from './built.ts';
import { buildOpaque } from './media.ts';
import { mostItems, pageOf, type ReviewPage } from './page.ts';

const textOf = async (source: Source | null): Promise<TextFile> =>
  source ? openText(await readFile(source.file)) : emptyText();
const bytesOf = async (source: Source | null): Promise<Buffer | null> => (source ? readFile(source.file) : null);

/** Compares once, whatever page of it is asked for. */
const build = async (
  kind: Kind,
  handler: KindHandler | undefined,
  request: DiffRequest,
  workspace: Workspace,
): Promise<Built> => {
  const { reference, draft, options } = request;
  switch (kind) {
    case 'text':
      return (await import('./text.ts')).buildText(await textOf(reference), await textOf(draft));
    case 'table': {
      const extension = extensionOf((draft ?? reference)?.path ?? 'x.csv');
      const { buildTable } = await import('./table.ts');
      return buildTable(await textOf(reference), await textOf(draft), extension, options);
    }
    case 'xlsx':
      return (await import('./xlsx.ts')).buildXlsx(await bytesOf(reference), await bytesOf(draft));
    case 'docx': {
      const [{ buildDocx, buildWholeDocx }, { compareDocx, openSide }] = await Promise.all([
        import('./docx.ts'),
        import('../../docx/compared.ts'),
      ]);
      if (reference && draft) return buildDocx(await compareDocx(reference, draft));
      return buildWholeDocx(await openSide((draft ?? reference) as Source), draft ? 'added' : 'removed');
    }
    case 'pptx': {
      const [{ buildPptx, buildWholePptx }, { comparePptx, openSide }] = await Promise.all([
        import('./pptx.ts'),
        import('../../pptx/compared.ts'),
      ]);
      if (reference && draft) return buildPptx(await comparePptx(reference, draft));
      return buildWholePptx(await openSide((draft ?? reference) as Source), draft ? 'added' : 'removed');
    }
    case 'pdf':
    case 'image': {
      const compared = await handler?.diff?.(request, workspace);
      if (!compared) return buildOpaque(request);
      if (!compared.ok) throw new FileRefusal(compared.error);
      const { buildImage, buildPdf } = await import('./media.ts');
      return kind === 'pdf' ? buildPdf(compared.value) : buildImage(compared.value);
    }
    case 'odt': {
      const { wholeText } = await import('../office-text-diff.ts');
      const { buildText } = await import('./text.ts');
      const text = async (source: Source | null) =>
        openText(Buffer.from(source && handler ? await wholeText(handler, source, workspace) : ''));
      const built = buildText(await text(reference), await text(draft));
      // Its text can be shown; nothing of the format can be written.
      const items = built.items.map((item) => ({ ...item, changes: ['whole'] }));
      return { ...built, items, changes: [], isDivisible: false };
    }
    default:
      return buildOpaque(request);
  }
};

/** The last comparison is kept, so that the next page of it costs nothing. */
let last: { readonly key: string; readonly built: Built } | undefined;

export const reviewPage = async (
  kind: Kind,
  handler: KindHandler | undefined,
  request: DiffRequest,
  workspace: Workspace,
): Promise<ReviewPage> => {
  const { offset, limit, find, ...options } = request.options;
  const key = JSON.stringify([kind, request.reference?.version, request.draft?.version, options]);
  if (last?.key !== key) {
    last = undefined;
    last = { key, built: await build(kind, handler, { ...request, options: options as JsonObject }, workspace) };
  }
  return pageOf(last.built, {
    offset: Math.max(0, Number(offset ?? 0)),
    limit: Math.min(mostItems * 5, Math.max(1, Number(limit ?? mostItems))),
    find: typeof find === 'string' && find !== '' ? find : undefined,
  });
};
