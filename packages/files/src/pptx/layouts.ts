import { refuseOp } from '../package/index.ts';
import type { EditSession } from './edit-session.ts';
import type { Layout } from './pptx-file.ts';

const typeByAlias: Readonly<Record<string, readonly string[]>> = {
  title_slide: ['title'],
  title_and_content: ['obj', 'tx'],
  section_header: ['secHead'],
  two_content: ['twoObj'],
  comparison: ['twoTxTwoObj'],
  title_only: ['titleOnly'],
  blank: ['blank'],
};

/** By alias of its type, by exact name, or by index. */
export const findLayout = (session: EditSession, written: string | number | null | undefined): Layout => {
  const { layouts } = session.file();
  const wanted = written ?? 'title_and_content';
  const byIndex = typeof wanted === 'number' ? layouts[wanted] : undefined;
  const byName = layouts.find(({ name }) => name === wanted);
  const types = typeof wanted === 'string' ? typeByAlias[wanted] : undefined;
  const byType = types && layouts.find(({ type }) => type !== undefined && types.includes(type));
  const found = byIndex ?? byName ?? byType;
  return (
    found ??
    refuseOp('unknown_layout', `No layout is ${String(wanted).slice(0, 60)}.`, {
      candidates: layouts.map(({ name }) => name),
    })
  );
};
