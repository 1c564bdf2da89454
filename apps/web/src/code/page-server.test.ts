import { expect, test } from 'vitest';
import { createPageServer } from './page-server.ts';

const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`;

const serverThat = (answer: () => Response) =>
  createPageServer({ fetch: async () => answer(), entry: () => '/assets/index-aaa.js' });

const gone = () => {
  throw new TypeError('Failed to fetch');
};

test('a server answers when it gives the page, not when it is gone or in trouble', async () => {
  expect(await serverThat(() => new Response(page('/assets/index-aaa.js'))).answers()).toBe(true);
  expect(await serverThat(() => new Response('', { status: 503 })).answers()).toBe(false);
  expect(await serverThat(gone).answers()).toBe(false);
});

test('a page that has just come is not asked for again', async () => {
  let isOpening = true;
  const server = createPageServer({ fetch: async () => gone(), entry: () => undefined, isOpening: () => isOpening });
  expect(await server.answers()).toBe(true);
  isOpening = false;
  expect(await server.answers()).toBe(false);
});

test('the build is known by the script the page begins with', async () => {
  expect(await serverThat(() => new Response(page('/assets/index-aaa.js'))).build()).toBe('same');
  expect(await serverThat(() => new Response(page('/assets/index-bbb.js'))).build()).toBe('other');
  expect(await serverThat(() => new Response('', { status: 503 })).build()).toBe('unknown');
  expect(await serverThat(gone).build()).toBe('unknown');
});
