import { refuseOp } from '../package/index.ts';
import { settle } from '../tools/errors.ts';
import type { KindHandler } from '../tools/kind-handler.ts';
import { acceptDocx, changesOf } from './changes.ts';
import { compareDocx } from './compared.ts';
import { copyDocxAssets } from './copy-assets.ts';
import { diffDocx } from './diff.ts';
import { openDocx } from './docx-file.ts';
import { editDocx } from './edit.ts';
import { mapDocx } from './map.ts';
import { readDocx } from './read.ts';
import { sectionContent } from './section-content.ts';
import { stylesOfDocx } from './styles-query.ts';

export const docxHandler: KindHandler = {
  kind: 'docx',
  info: async () => ({ ok: true, value: {} }),
  map: (source, options) =>
    settle(async () => {
      const { file, pkg } = await openDocx(source);
      const map = mapDocx(file, options);
      return { ...map, warnings: [...pkg.damaged].toSorted().map((part) => `bad_checksum:${part}`) };
    }),
  read: (source, selectors) =>
    settle(async () => {
      const { file } = await openDocx(source);
      return readDocx(file, selectors);
    }),
  edit: (request) => settle(() => editDocx(request)),
  styles: (source) => settle(async () => stylesOfDocx((await openDocx(source)).file)),
  copyAssets: (request) => settle(() => copyDocxAssets(request)),
  diff: (request) => settle(() => diffDocx(request)),
  changes: ({ reference, draft }) =>
    settle(async () => {
      if (reference && draft) return changesOf(await compareDocx(reference, draft));
      return [{ id: 'file', label: draft ? 'File added' : 'File removed', requires: [] }];
    }),
  accept: (request) => settle(() => acceptDocx(request)),
  content: (source, options) =>
    settle(async () => {
      const { file } = await openDocx(source);
      const index = typeof options.section_index === 'number' ? options.section_index : 0;
      return sectionContent(file, index) ?? refuseOp('index_out_of_range', `The document has no section ${index}.`);
    }),
};
