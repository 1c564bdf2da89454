import { expect, test } from 'vitest';
import { rawCellAt } from './cells.ts';
import { walkSheet } from './sheet-stream.ts';

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

const sheet = `<?xml version="1.0"?>
<x:worksheet xmlns:x="${NS}"><x:sheetViews><x:sheetView/></x:sheetViews>
<x:sheetData>
  <!-- kept -->
  <x:row r="2" hidden='1'><x:c r="B2" t="inlineStr"><x:is><x:t>a<![CDATA[</x:row>]]></x:t></x:is></x:c><x:c><x:v>1.5</x:v></x:c></x:row>
  <x:row/>
  <x:row r="9"><x:c s='3' r='A9' t="str"><x:f>"a"&amp;"b"</x:f><x:v>ab</x:v><x:extLst><x:ext uri="u"><x:c r="Z9"/></x:ext></x:extLst></x:c></x:row>
</x:sheetData><x:mergeCells count="1"><x:mergeCell ref="A1:B1"/></x:mergeCells></x:worksheet>`;

test('rows come out the same however the bytes are cut', async () => {
  for (let size = 1; size < 200; size++) {
    const seen: string[] = [];
    const frame = await walkSheet(pieces(sheet, size), {
      row: (cells) => {
        const texts = Array.from({ length: cells.count }, (_, index) => {
          const { column, value, style, formula } = rawCellAt(cells, index, 'x:');
          return `${column}/${style}/${value}${formula ? `=${formula.text}` : ''}`;
        });
        seen.push(`${cells.row}: ${texts.join(' ')}`);
      },
    });
    expect(seen).toEqual(['2: 2/0/a</x:row> 3/0/1.5', '3: ', '9: 1/3/ab="a"&"b"']);
    expect(frame).toMatchObject({ prefix: 'x:', disorder: false, rowCount: 3, lastRow: 9 });
    expect(frame?.tail.trim().startsWith('</x:sheetData><x:mergeCells')).toBe(true);
  }
});

test('a walk may be stopped, and rows may be passed over', async () => {
  const rows: number[] = [];
  const passed: number[] = [];
  const frame = await walkSheet(pieces(sheet, 50), {
    wants: (row) => (row > 3 ? 'stop' : row === 3),
    row: (cells) => void rows.push(cells.row),
    passed: (_, __, ___, row) => void passed.push(row),
  });
  expect([frame, rows, passed]).toEqual([undefined, [3], [2]]);
});
