import { settle } from '../tools/errors.ts';
import type { KindHandler } from '../tools/kind-handler.ts';
import { openDocx } from './docx-file.ts';
import { editDocx } from './edit.ts';
import { mapDocx } from './map.ts';
import { readDocx } from './read.ts';

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
};
