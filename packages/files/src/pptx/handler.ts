import { refuseOp } from '../package/index.ts';
import { settle } from '../tools/errors.ts';
import type { KindHandler } from '../tools/kind-handler.ts';
import { acceptPptx } from './accept.ts';
import { changesOf } from './changes.ts';
import { comparePptx } from './compared.ts';
import { copyPptxAssets } from './copy-assets.ts';
import { diffPptx } from './diff.ts';
import { editPptx } from './edit.ts';
import { mapPptx } from './map.ts';
import { openPptx } from './pptx-file.ts';
import { readPptx } from './read.ts';
import { slideContent } from './slide-content.ts';
import { stylesOfPptx } from './styles-query.ts';

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
  styles: (source) => settle(async () => stylesOfPptx((await openPptx(source)).file)),
  copyAssets: (request) => settle(() => copyPptxAssets(request)),
  diff: (request) => settle(() => diffPptx(request)),
  changes: ({ reference, draft }) =>
    settle(async () => {
      if (reference && draft) return changesOf(await comparePptx(reference, draft));
      return [{ id: 'file', label: draft ? 'File added' : 'File removed', requires: [] }];
    }),
  accept: (request) => settle(() => acceptPptx(request)),
  content: (source, options) =>
    settle(async () => {
      const { file } = await openPptx(source);
      const index = typeof options.slide_index === 'number' ? options.slide_index : 0;
      const slide = file.slides[index] ?? refuseOp('index_out_of_range', `The presentation has no slide ${index}.`);
      return slideContent(file, slide, options.detail === 'positioned' ? 'positioned' : 'layout_lite');
    }),
};
