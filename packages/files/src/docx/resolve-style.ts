import { createXmlEdit } from '../package/index.ts';
import { builtInStyle, builtInXml } from './built-in-styles.ts';
import { docxOf } from './docx-file.ts';
import type { EditSession } from './edit-session.ts';
import { ensureStylesPart } from './styles-part.ts';
import { ensureWordPrefix } from './word-prefix.ts';

/** The id of a style named any way people name it. A missing built-in is added; a missing custom one is said and left. */
export const resolveStyle = (session: EditSession, written: string | null | undefined): string | undefined => {
  if (written === null || written === undefined || written === '') return undefined;
  const { styles } = session.file();
  const found = styles.find(written, 'paragraph');
  if (found) return found.id;
  const builtIn = builtInStyle(written);
  // A translated document has its headings under other ids but under the same names.
  const sameName = builtIn && styles.find(builtIn.name, 'paragraph');
  if (sameName) return sameName.id;
  if (!builtIn) {
    session.warn(`unknown_style:${written.slice(0, 60)}`);
    return undefined;
  }
  const stylesPart = ensureStylesPart(session.pkg);
  const w = ensureWordPrefix(session.pkg, stylesPart);
  const document = session.pkg.xml(stylesPart);
  const edit = createXmlEdit(document);
  edit.append(document.root, builtInXml(w, builtIn, docxOf(session.pkg).styles.defaultParagraph?.id));
  session.pkg.put(stylesPart, edit.toBytes());
  session.reread();
  return builtIn.id;
};
