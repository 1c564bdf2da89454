import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask } from '../testing/ask.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { startTestServer } from '../testing/test-server.ts';

const startWithBuild = async () => {
  const folder = await tempFolder();
  const webFolder = join(folder, 'dist');
  await mkdir(join(webFolder, 'assets'), { recursive: true });
  await writeFile(join(webFolder, 'index.html'), '<h1>the app</h1>');
  await writeFile(join(webFolder, 'icon.svg'), '<svg/>');
  await writeFile(join(webFolder, '.stamp'), 'private');
  await mkdir(join(webFolder, '.tools'));
  await writeFile(join(webFolder, '.tools', 'note.txt'), 'private');
  await writeFile(join(webFolder, 'assets', 'index-abc123.js'), 'run()');
  await writeFile(join(folder, 'outside.txt'), 'private');
  await symlink(join(folder, 'outside.txt'), join(webFolder, 'assets', 'link.txt'));
  const { server } = await startTestServer({ webFolder });
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask({ port: server.port, path, headers, method });
};

test('every address of the app is the page, which nobody stores', async () => {
  const get = await startWithBuild();
  for (const path of ['/', '/index.html', '/workshop', '/settings/about', '/studio/p/1']) {
    const { status, text, headers } = await get(path);
    expect([path, status, text, headers['cache-control']]).toEqual([path, 200, '<h1>the app</h1>', 'no-store']);
  }
});

test('a name with a dot is an address too, when a browser goes there; a missing file is missing', async () => {
  const get = await startWithBuild();
  const navigating = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  expect((await get('/workrail/workflows/wr.rpi', navigating)).text).toBe('<h1>the app</h1>');
  expect((await get('/workrail/workflows/wr.rpi')).status).toBe(404);
  expect((await get('/missing.js', { accept: '*/*' })).status).toBe(404);
  expect((await get('/assets/index-old999.js', navigating)).status).toBe(404);
});

test('hashed files are kept for ever, others are asked for again', async () => {
  const get = await startWithBuild();
  const script = await get('/assets/index-abc123.js');
  expect(script.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
  expect(script.headers['content-type']).toMatch(/javascript/);
  const icon = await get('/icon.svg');
  expect(icon.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('image/svg+xml'),
  });
  const again = await get('/icon.svg', { 'if-none-match': icon.headers.etag ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('a look at the headers alone brings no body', async () => {
  const get = await startWithBuild();
  const { status, text } = await get('/icon.svg', {}, 'HEAD');
  expect([status, text]).toEqual([200, '']);
});

test.each([
  '/../outside.txt',
  '/assets/../../outside.txt',
  '/%2e%2e/outside.txt',
  '/..%2foutside.txt',
  '/assets/..%2f..%2foutside.txt',
  '/..%5coutside.txt',
  '/assets/link.txt',
  '/assets/%00.js',
  '/assets/%.js',
  '//outside.txt',
  '/assets.js',
  '/.stamp',
  '/%2estamp',
  '/.tools/note.txt',
  '/assets/../.stamp',
])('%s leads nowhere', async (path) => {
  const { status, text } = await (await startWithBuild())(path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text).not.toContain('private');
});

test('without a build, the page says what to run', async () => {
  const { server } = await startTestServer({ webFolder: join(await tempFolder(), 'missing') });
  const { status, text } = await ask({ port: server.port, path: '/' });
  expect([status, text]).toEqual([200, expect.stringContaining('npm start')]);
});

test('text is served compressed to whoever takes it, and each encoding is a representation of its own', async () => {
  const webFolder = await tempFolder();
  await mkdir(join(webFolder, 'assets'));
  const source = 'console.log("the same words again");\n'.repeat(300);
  await writeFile(join(webFolder, 'assets', 'index-abc123.js'), source);
  await writeFile(join(webFolder, 'assets', 'font.woff2'), 'f'.repeat(5_000));
  const { server } = await startTestServer({ webFolder });
  const get = async (file: string, headers: Record<string, string>) => {
    const answer = await ask({ port: server.port, path: `/assets/${file}`, headers });
    return { ...answer, encoding: answer.headers['content-encoding'], etag: answer.headers.etag ?? '' };
  };
  const plain = await get('index-abc123.js', {});
  const packed = await get('index-abc123.js', { 'accept-encoding': 'gzip, br' });
  expect([plain.text, plain.encoding, plain.headers.vary]).toEqual([source, undefined, 'accept-encoding']);
  expect([packed.status, packed.encoding, packed.headers.vary]).toEqual([200, 'br', 'accept-encoding']);
  expect(Number(packed.headers['content-length'] ?? packed.text.length)).toBeLessThan(source.length / 10);
  expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
  expect(packed.etag).not.toBe(plain.etag);

  // What a browser kept is asked about in the encoding it was kept in.
  const again = (etag: string, accept: string) =>
    get('index-abc123.js', { 'if-none-match': etag, 'accept-encoding': accept });
  expect((await again(packed.etag, 'gzip, br')).status).toBe(304);
  expect((await again(`"other", W/${packed.etag}`, 'br')).status).toBe(304);
  expect((await again(plain.etag, 'br')).status).toBe(200);
  expect((await again(packed.etag, 'gzip')).status).toBe(200);

  // A browser decodes it to what was built.
  const decoded = await fetch(`${server.origin}/assets/index-abc123.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect([decoded.headers.get('content-encoding'), await decoded.text()]).toEqual(['gzip', source]);
  const font = await get('font.woff2', { 'accept-encoding': 'br' });
  expect([font.encoding, font.headers.vary]).toEqual([undefined, undefined]);
});
