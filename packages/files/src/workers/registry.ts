import type { Kind, KindHandler } from '../tools/kind-handler.ts';

/** Handlers load when first used, so that a child holds only the code of the files it meets. */
export const handlerOf = async (kind: Kind): Promise<KindHandler | undefined> => {
  switch (kind) {
    case 'text':
      return (await import('../text/handler.ts')).textHandler;
    case 'table':
      return (await import('../table/handler.ts')).tableHandler;
    case 'pdf':
      return (await import('../pdf/handler.ts')).pdfHandler;
    case 'image':
      return (await import('../image/handler.ts')).imageHandler;
    case 'odt':
      return (await import('../odt/handler.ts')).odtHandler;
    case 'docx':
      return (await import('../docx/handler.ts')).docxHandler;
    case 'pptx':
      return (await import('../pptx/handler.ts')).pptxHandler;
    case 'xlsx':
      return (await import('./xlsx-handler.ts')).xlsxHandler;
    default:
      return undefined;
  }
};
