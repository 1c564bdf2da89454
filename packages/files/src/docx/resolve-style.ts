import { createXmlEdit, ns, prefixFor } from '../package/index.ts';
import { builtInStyle, builtInXml } from './built-in-styles.ts';
import type { EditSession } from './edit-session.ts';

/** The id of a style named any way people name it. A missing built-in is added; a missing custom one is said and left. */
export const resolveStyle = (session: EditSession, written: string | null | undefined): string | undefined => {
  if (written === null || written === undefined || written === '') return undefined;
  const { styles, stylesPart } = session.file();
  const found = styles.find(written, 'paragraph');
  if (found) return found.id;
  const builtIn = builtInStyle(written);
  // A translated document has its headings under other ids but under the same names.
  const sameName = builtIn && styles.find(builtIn.name, 'paragraph');
  if (sameName) return sameName.id;
  if (!builtIn || stylesPart === undefined) {
    session.warn(`unknown_style:${written.slice(0, 60)}`);
    return undefined;
  }
  const document = session.pkg.xml(stylesPart);
  const edit = createXmlEdit(document);
  const w = prefixFor(document.root, ns.word) ?? 'w:';
  edit.append(document.root, builtInXml(w, builtIn, styles.defaultParagraph?.id));
  session.pkg.put(stylesPart, edit.toBytes());
  session.change(() => undefined);
  return builtIn.id;
};
