import { expect, test } from 'vitest';
import type { Atelier } from '../../client/atelier.ts';
import { findInWorkshop } from './find.ts';

test('files of Workbenches are found by name, say where they are, and open in the viewer', async () => {
  const file = { workbenchId: 'wb_a', name: 'Budget', path: 'Q1 #2.xlsx', updatedAt: '2026-01-01T00:00:00Z' };
  const commands = {
    WorkbenchList: async () => ({ ok: true, value: { cards: [] } }),
    WorkbenchFilesFind: async () => ({ ok: true, value: { files: [file] } }),
  } as unknown as Atelier['commands'];
  expect(await findInWorkshop({ commands }, 'q1')).toMatchObject([
    { title: 'Q1 #2.xlsx', detail: 'Budget', path: '/workshop/wb_a/view/Q1%20%232.xlsx', kind: 'workshop:found.files' },
  ]);
});
