import { type PDFContext, type PDFDict, PDFHexString, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { StructureNode } from '../../core/documents/pages/page.ts';

type PageNodes = { readonly page: PDFRef; readonly nodes: readonly number[] };

/**
 * The structure that readers aloud follow: sections, paragraphs, tables. What a node says is written on the node and
 * not on the content, where extractors would turn it round once more.
 */
export const writeStructure = (
  context: PDFContext,
  nodes: readonly StructureNode[],
  pages: readonly PageNodes[],
): { readonly root: PDFRef } => {
  const rootRef = context.nextRef();
  const documentRef = context.nextRef();
  const refs = nodes.map(() => context.nextRef());
  const kids = nodes.map((): (PDFRef | PDFDict)[] => []);
  const top: PDFRef[] = [];
  nodes.forEach(({ parent }, at) => {
    const ref = refs[at];
    if (!ref) return;
    if (parent === null) top.push(ref);
    else kids[parent]?.push(ref);
  });
  pages.forEach(({ page, nodes: marked }) => {
    marked.forEach((node, mcid) => {
      kids[node]?.push(context.obj({ Type: 'MCR', Pg: page, MCID: mcid }));
    });
  });
  nodes.forEach(({ role, parent, text, lang }, at) => {
    const ref = refs[at];
    if (!ref) return;
    const element = context.obj({
      Type: 'StructElem',
      S: role,
      P: parent === null ? documentRef : (refs[parent] ?? documentRef),
      K: kids[at] ?? [],
    });
    if (role === 'Figure') element.set(PDFName.of('Alt'), PDFHexString.fromText(text ?? ''));
    else if (text !== undefined) element.set(PDFName.of('ActualText'), PDFHexString.fromText(text));
    if (lang !== undefined) element.set(PDFName.of('Lang'), PDFString.of(lang));
    if (role === 'TH') element.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: 'Column' }));
    context.assign(ref, element);
  });
  context.assign(documentRef, context.obj({ Type: 'StructElem', S: 'Document', P: rootRef, K: top }));
  const parents = pages.flatMap(({ nodes: marked }, at) => [
    at,
    context.register(context.obj(marked.map((node) => refs[node] ?? documentRef))),
  ]);
  const parentTree = context.register(context.obj({ Nums: parents }));
  context.assign(
    rootRef,
    context.obj({ Type: 'StructTreeRoot', K: documentRef, ParentTree: parentTree, ParentTreeNextKey: pages.length }),
  );
  return { root: rootRef };
};
