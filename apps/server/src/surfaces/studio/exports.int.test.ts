import type { StudioEvent } from '@atelier/contracts/studio';
import {
  exportFilePath,
  logoPath,
  picturePath,
  previewFilePath,
  quoteFilePath,
  readFilePath,
} from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { asked, get, issued, issueOn, put, run, viewOf } from '../../testing/studio.ts';
import { startTestServer } from '../../testing/test-server.ts';

test('an issued quote is handed out in every format, whole or in part, and names no cost of ours', async () => {
  const { here, projectId, quoteId } = await issued();
  const view = await viewOf(here, projectId);
  const figures = [...view.materialLines.map(({ unitCostMinor }) => unitCostMinor)]
    .filter((minor) => minor >= 10_000)
    .map((minor) => (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }));
  expect(figures.length).toBeGreaterThan(2);

  const html = await get(here, quoteFilePath(projectId, quoteId, 'html'));
  expect(html.status).toBe(200);
  expect(html.headers.get('content-security-policy')).toContain(
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:",
  );
  const page = await html.text();
  expect(page).toContain('סטודיו נובה');
  const csv = await (await get(here, quoteFilePath(projectId, quoteId, 'csv'))).text();
  const json = await (await get(here, quoteFilePath(projectId, quoteId, 'json'))).text();
  for (const text of [page.replace(/base64,[^"')]+/g, ''), csv, json]) {
    for (const figure of figures) expect(text).not.toContain(figure);
    expect(text).not.toMatch(/marginBps|overheadBps|directMinor|unitCostMinor|frozen/);
  }
  for (const format of ['pdf', 'xlsx', 'docx'] as const) {
    const answer = await get(here, quoteFilePath(projectId, quoteId, format));
    expect([format, answer.status]).toEqual([format, 200]);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(2_000);
  }
  const whole = new Uint8Array(await (await get(here, quoteFilePath(projectId, quoteId, 'csv'))).arrayBuffer());
  const part = await get(here, quoteFilePath(projectId, quoteId, 'csv'), { range: 'bytes=3-12' });
  expect(part.status).toBe(206);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(3, 13));
  expect((await get(here, quoteFilePath(projectId, quoteId, 'csv'), { range: 'bytes=999999-' })).status).toBe(416);
}, 60_000);

test('a quote or project that is not there is not found, and a switched-off project answers as unknown', async () => {
  const { here, projectId, quoteId } = await issued();
  const none = `prj_${'a'.repeat(26)}`;
  expect((await get(here, quoteFilePath(none, quoteId, 'html'))).status).toBe(404);
  expect((await get(here, quoteFilePath(projectId, `qt_${'a'.repeat(26)}`, 'html'))).status).toBe(404);
  expect((await get(here, `/studio/${projectId}/quotes/${quoteId}.exe`)).status).toBe(404);
  expect((await get(here, `/studio/${projectId}/exports/secrets.xlsx`)).status).toBe(404);
  await run(here, projectId, { type: 'setProjectSettings', studioTabV1: false });
  expect(await here.client.StudioGet({ projectId })).toMatchObject({ error: { code: 'FEATURE_DISABLED' } });
  expect((await get(here, quoteFilePath(projectId, quoteId, 'html'))).status).toBe(404);
  expect((await get(here, previewFilePath(projectId, 'html', 'he'))).status).toBe(404);
}, 60_000);

test('previews and the lists of the studio are handed out', async () => {
  const { here, projectId } = await issued();
  const html = await (await get(here, previewFilePath(projectId, 'html', 'he'))).text();
  expect(html).toContain('lang="he"');
  for (const name of ['plan.xlsx', 'boq.xlsx', 'purchases.xlsx', 'tasks.ics'] as const) {
    const answer = await get(here, exportFilePath(projectId, name, 'he'));
    expect([name, answer.status]).toEqual([name, 200]);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
  }
}, 60_000);

const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

test('a picture comes in, is put on an element by an edit, and goes out only where it is shown', async () => {
  const here = await startTestServer();
  const made = await here.client.StudioDemoCreate({ requestId: asked(1) });
  if (!made.ok) throw new Error(made.error.code);
  const { projectId, practiceId } = made.value;
  const kept = (await (await put(here, picturePath(projectId, 'stage.png'), png)).json()) as {
    value: { blob: string; kind: 'image/png'; name: string };
  };
  expect(kept.value.kind).toBe('image/png');
  expect((await get(here, picturePath(projectId, kept.value.blob))).status).toBe(404);
  expect((await put(here, picturePath(projectId, 'stage.png'), 'no picture')).status).toBe(415);
  expect((await put(here, picturePath(projectId, 'big.png'), new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
  const view = await viewOf(here, projectId);
  const element = view.elements[0];
  if (!element) throw new Error('no element');
  const done = await run(here, projectId, {
    type: 'manualEdit',
    ops: [
      {
        op: 'set',
        opId: 'op-1',
        entity: 'element',
        id: element.id,
        changes: { pictures: [{ ...kept.value, onQuote: true }] },
      },
    ],
    ifMatch: { [element.id]: view.hashes[element.id] ?? '' },
  } as StudioEvent);
  expect(done, JSON.stringify(done.blockers)).toMatchObject({ outcome: 'done' });
  const shown = await get(here, picturePath(projectId, kept.value.blob));
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(png);
  expect((await get(here, picturePath(projectId, kept.value.blob), { range: 'bytes=0-3' })).status).toBe(206);
  expect((await get(here, picturePath(practiceId, kept.value.blob))).status).toBe(404);
});

test('[ST-64] who offers is on every quote as it was when issued', async () => {
  const here = await startTestServer();
  const kept = (await (await put(here, logoPath('logo.png'), png)).json()) as { value: { blob: string } };
  const { projectId, quoteId } = await issueOn(here, { blob: kept.value.blob, kind: 'image/png' });
  expect((await get(here, logoPath(kept.value.blob))).status).toBe(200);
  const full = {
    name: { he: 'שם אחר', en: 'Another name' },
    vatId: '599999999',
    address: { he: 'דרך יפו 1', en: '1 Jaffa Rd' },
    phone: '03-5550000',
    bankLine: { he: 'בנק 12-345', en: 'Bank 12-345' },
    colors: { main: '#112233' },
    footer: { he: 'תודה', en: 'Thank you' },
    opening: { he: 'פתיחה כאן', en: 'An opening' },
    exclusions: { he: 'לא כלול: חשמל', en: 'Power is not included' },
    terms: { he: 'תנאי תשלום', en: 'Terms of payment' },
  };
  expect(await here.client.StudioCompanySet({ requestId: asked(3), company: full })).toMatchObject({ ok: true });
  const old = await (await get(here, quoteFilePath(projectId, quoteId, 'html'))).text();
  expect(old).toContain('סטודיו נובה');
  expect(old).toContain('514000000');
  expect(old).toContain(Buffer.from(png).toString('base64').slice(0, 40));
  expect(old).not.toContain('599999999');
  const next = await run(here, projectId, { type: 'issueQuote', locale: 'both' });
  const again =
    next.outcome === 'done'
      ? next
      : await run(here, projectId, {
          type: 'issueQuote',
          locale: 'both',
          acknowledge: next.blockers.map(({ code }) => code),
        });
  expect(again.outcome).toBe('done');
  const { quotes } = await viewOf(here, projectId);
  const newest = quotes.find(({ version }) => version === 2);
  const fresh = await (await get(here, quoteFilePath(projectId, newest?.id ?? '', 'html'))).text();
  for (const said of [
    'שם אחר',
    'Another name',
    '599999999',
    '03-5550000',
    'דרך יפו',
    '#112233',
    'פתיחה כאן',
    'Terms of payment',
    'לא כלול',
    'תודה',
    'בנק',
  ])
    expect(fresh).toContain(said);
}, 60_000);

test('tables and text are read from files, and what is none is refused', async () => {
  const here = await startTestServer();
  const csv = 'מק"ט,תיאור,יחידה,מחיר\nPLY-18,דיקט 18 מ"מ,sheet,"1,240.50"\nLED-1,פס לד,m,35\n';
  const table = await put(here, readFilePath('prices.csv', 'table'), csv);
  expect(await table.json()).toEqual({
    ok: true,
    value: {
      columns: ['מק"ט', 'תיאור', 'יחידה', 'מחיר'],
      rows: [
        ['PLY-18', 'דיקט 18 מ"מ', 'sheet', '1,240.50'],
        ['LED-1', 'פס לד', 'm', '35'],
      ],
      isCut: false,
    },
  });
  const text = await put(here, readFilePath('notes.txt', 'text'), 'הקמה מותרת מ-06:00');
  expect(await text.json()).toEqual({ ok: true, value: { text: 'הקמה מותרת מ-06:00' } });
  const broken = await put(here, readFilePath('prices.xlsx', 'table'), 'not a workbook');
  expect(broken.status).toBe(422);
}, 60_000);
