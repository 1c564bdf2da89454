import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const address = ({ server }: TestServer, name: string) => `${server.origin}/lab-files/${encodeURIComponent(name)}`;
const headersOf = ({ server, cookie }: TestServer) => ({ cookie, origin: server.origin });
const put = (test: TestServer, name: string, body: Uint8Array<ArrayBuffer> | string) =>
  fetch(address(test, name), { method: 'PUT', headers: headersOf(test), body });
const get = (test: TestServer, name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address(test, name), { method, headers: { ...headersOf(test), ...headers } });
const errorOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error;
const incoming = ({ dataFolder }: TestServer) => join(dataFolder, 'cache', 'lab-files', 'incoming');
const stored = async ({ dataFolder }: TestServer) => {
  const folder = join(dataFolder, 'cache', 'lab-files', 'dropped');
  return (await readdir(folder)).map((name) => join(folder, name));
};

test('what goes in comes out: whole, in parts, and not again while it is the same', async () => {
  const started = await startTestServer();
  const bytes = new Uint8Array(randomBytes(3_000_000));
  const version = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const added = await put(started, 'דוח (1)*.bin', bytes);
  expect(await added.json()).toEqual({ ok: true, value: { path: 'דוח (1)*.bin', version, sizeBytes: bytes.length } });

  const whole = await get(started, 'דוח (1)*.bin');
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-length': String(bytes.length),
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-disposition': "attachment; filename*=UTF-8''%D7%93%D7%95%D7%97%20%281%29%2a.bin",
    etag: `"${version}"`,
  });

  const etag = whole.headers.get('etag') ?? '';
  expect((await get(started, 'דוח (1)*.bin', { 'if-none-match': etag })).status).toBe(304);
  const part = await get(started, 'דוח (1)*.bin', { range: 'bytes=1000000-1000009' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000000-1000009/3000000']);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(1_000_000, 1_000_010));
  const beyond = await get(started, 'דוח (1)*.bin', { range: 'bytes=3000000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */3000000']);
  // A part of another version would be glued to bytes that are not its own.
  const changed = await get(started, 'דוח (1)*.bin', { range: 'bytes=0-1', 'if-range': '"other"' });
  expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
  const head = await get(started, 'דוח (1)*.bin', {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '3000000', '']);
  expect(await readdir(incoming(started))).toEqual([]);
});

test('an empty file is a file', async () => {
  const started = await startTestServer();
  expect((await put(started, 'empty.txt', '')).status).toBe(200);
  const answer = await get(started, 'empty.txt');
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test.each(['a\r\nb', 'a\u001b[31m', 'CON', 'nul.txt', 'a:b', 'a.', 'a ', 'x'.repeat(256)])(
  '%j is refused by name, and nothing is kept',
  async (name) => {
    const started = await startTestServer();
    const answer = await put(started, name, 'x');
    expect([answer.status, await errorOf(answer)]).toMatchObject([
      400,
      { code: 'BAD_FILE_NAME', details: { reason: expect.any(String) }, suggestion: expect.stringMatching(/Rename/) },
    ]);
    expect(await started.client.LabFilesList({})).toMatchObject({ ok: true, value: { files: [] } });
  },
);

test('two spellings of one name are one file, under either', async () => {
  const started = await startTestServer();
  await put(started, 'caf\u00e9.txt', 'one');
  await put(started, 'cafe\u0301.txt', 'two');
  const listed = await started.client.LabFilesList({});
  expect(listed.ok && listed.value.files.map(({ path }) => path)).toEqual(['caf\u00e9.txt']);
  for (const name of ['caf\u00e9.txt', 'cafe\u0301.txt']) expect(await (await get(started, name)).text()).toBe('two');
});

test('the largest file is a setting, told before and while it comes', async () => {
  const started = await startTestServer();
  await started.client.SettingsSet({ set: { largestFileBytes: 2048 } });
  expect((await put(started, 'fits.bin', 'x'.repeat(2048))).status).toBe(200);
  const promised = await put(started, 'large.bin', 'x'.repeat(2049));
  expect([promised.status, await errorOf(promised)]).toMatchObject([
    413,
    { code: 'FILE_TOO_LARGE', details: { largestBytes: 2048 } },
  ]);
  const unannounced = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(address(started, 'large.bin'), { method: 'PUT', headers: headersOf(started) }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
    asked.write('x'.repeat(2000));
    asked.end('x'.repeat(2000));
  });
  expect(unannounced).toBe(413);
  expect(await readdir(incoming(started))).toEqual([]);
});

test('an upload grows on disk, not in memory, and one that is cut off leaves nothing', async () => {
  const started = await startTestServer();
  const asked = request(address(started, 'half.bin'), { method: 'PUT', headers: headersOf(started) });
  asked.on('error', () => undefined);
  asked.write(randomBytes(4_000_000));
  const parts = () => readdir(incoming(started)).catch(() => [] as string[]);
  await expect.poll(parts).toHaveLength(1);
  const [part = ''] = await parts();
  await expect.poll(async () => (await stat(join(incoming(started), part))).size).toBeGreaterThan(1_000_000);
  asked.destroy();
  await expect.poll(parts).toEqual([]);
  expect((await get(started, 'half.bin')).status).toBe(404);
});

test('what a killed upload left is deleted by the next start, and nothing else in the cache', async () => {
  const dataFolder = await tempFolder();
  const folder = join(dataFolder, 'cache', 'chat-files', 'incoming');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${randomUUID()}.part`), 'half of it');
  await writeFile(join(folder, `kept.json.${randomUUID()}.part`), 'another writer is at it');
  await startTestServer({ dataFolder });
  await expect.poll(() => readdir(folder)).toEqual([expect.stringMatching(/^kept/)]);
});

test.each([
  ['a flipped byte', (place: string, bytes: Buffer) => writeFile(place, Buffer.from(bytes).fill(1, 7, 8))],
  ['a missing end', (place: string, bytes: Buffer) => writeFile(place, bytes.subarray(0, 50))],
  ['no bytes at all', (place: string) => writeFile(place, '')],
  ['no file', (place: string) => rm(place)],
])('%s is a refusal, never a file that is a little wrong', async (_what, damage) => {
  const started = await startTestServer();
  const bytes = randomBytes(100).fill(2, 7, 8);
  await put(started, 'a.bin', new Uint8Array(bytes));
  const [place = ''] = await stored(started);
  await damage(place, bytes);
  for (const headers of [{}, { range: 'bytes=0-3' }] as Record<string, string>[]) {
    const answer = await get(started, 'a.bin', headers);
    expect([answer.status, (await errorOf(answer)).code]).toEqual([500, 'FILE_DAMAGED']);
  }
});
