import { settle } from '../tools/errors.ts';
import type { KindHandler } from '../tools/kind-handler.ts';
import { editPptx } from './edit.ts';
import { mapPptx } from './map.ts';
import { openPptx } from './pptx-file.ts';
import { readPptx } from './read.ts';

export const pptxHandler: KindHandler = {
  kind: 'pptx',
  info: (source) =>
    settle(async () => {
      const { file } = await openPptx(source);
      return { slide_count: file.slides.length };
    }),
  map: (source, options) =>
    settle(async () => {
      const { file, pkg } = await openPptx(source);
      return { ...mapPptx(file, options), warnings: [...pkg.damaged].toSorted().map((part) => `bad_checksum:${part}`) };
    }),
  read: (source, selectors) =>
    settle(async () => {
      const { file } = await openPptx(source);
      return readPptx(file, selectors);
    }),
  edit: (request) => settle(() => editPptx(request)),
};
