import { allText } from '../text/all-text.ts';
import type { Kind, KindHandler, Source, Workspace } from '../tools/kind-handler.ts';
import type { HiddenAnswer, HiddenTake } from './finding.ts';
import { hiddenInText } from './text-hidden.ts';

/** What a file says to a reader of its bytes and to nobody who opens it. */
export const findHidden = async (
  kind: Kind,
  handler: KindHandler | undefined,
  source: Source,
  take: HiddenTake,
  output: string,
  workspace: Workspace,
): Promise<HiddenAnswer> => {
  switch (kind) {
    case 'docx':
      return (await import('./docx-hidden.ts')).hiddenInDocx(source, take, output);
    case 'pptx':
      return (await import('./pptx-hidden.ts')).hiddenInPptx(source, take, output);
    case 'xlsx':
      return (await import('./xlsx-hidden.ts')).hiddenInXlsx(source, take, output);
    case 'pdf': {
      const { withPdf } = await import('../pdf/handler.ts');
      const { hiddenInPdf } = await import('./pdf-hidden.ts');
      return withPdf(source, hiddenInPdf);
    }
    default:
      return hiddenInText((await allText(kind, handler, source, workspace)).text);
  }
};
