import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { chooseEncoding, createCompressor, type Encoding, isCompressible } from './compression.ts';
import { unbuiltPage } from './unbuilt-page.ts';

export type WebApp = {
  /** The page that every address of the app starts from. */
  readonly page: () => Promise<string>;
  /** A file as it is, or in the best encoding that `acceptEncoding` allows. */
  readonly file: (pathname: string, acceptEncoding?: string) => Promise<WebFile | undefined>;
  readonly built: () => Promise<boolean>;
};

export type WebFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly caching: string;
  /** Of these bytes in this encoding: another encoding is another representation. */
  readonly etag: string;
  readonly encoding: Encoding | undefined;
  /** Whether another browser may get other bytes for the same address. */
  readonly varies: boolean;
};

/** Serves what the web build left in a folder. Read at each request: a rebuild shows without a restart. */
export const createWebApp = (folder: string): WebApp => {
  const compress = createCompressor();
  const index = () => readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
  return {
    page: async () => (await index()) ?? unbuiltPage,
    built: async () => (await index()) !== undefined,
    file: async (pathname, acceptEncoding) => {
      const path = await insideFolder(folder, pathname);
      if (path === undefined || pathname === '/index.html') return undefined;
      const bytes = await readFile(path).catch(() => undefined);
      if (bytes === undefined) return undefined;
      const type = getMimeType(path) ?? 'application/octet-stream';
      const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      const varies = isCompressible(type, bytes.length);
      const encoding = varies ? chooseEncoding(acceptEncoding) : undefined;
      const plain = new Uint8Array(bytes);
      return {
        bytes: encoding ? await compress(digest, plain, encoding) : plain,
        type,
        encoding,
        varies,
        // Names under assets/ carry a hash of the content, so that they never change.
        caching: pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: encoding ? `"${digest}-${encoding}"` : `"${digest}"`,
      };
    },
  };
};

/**
 * Whether the app should answer an address that no file has. A name may hold a dot (`/workflows/wr.rpi`), so a browser
 * that navigates gets the page; a script or a picture that is missing is missing.
 */
export const isPageAddress = (pathname: string, accept: string | undefined): boolean => {
  if (pathname.startsWith('/assets/') || isHidden(pathname)) return false;
  return extname(pathname) === '' || pathname === '/index.html' || (accept ?? '').includes('text/html');
};

/** A name that begins with a dot is for tools, such as the build's own note beside what it built. */
const isHidden = (pathname: string): boolean => /(^|\/)\./.test(decoded(pathname) ?? '');

const decoded = (pathname: string): string | undefined => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
};

const insideFolder = async (folder: string, pathname: string): Promise<string | undefined> => {
  const name = decoded(pathname);
  if (name === undefined || name.includes('\0') || name.includes('\\') || isHidden(pathname)) return undefined;
  try {
    // Real paths on both sides: neither `..` nor a symbolic link leads out.
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
    return path.startsWith(root + sep) ? path : undefined;
  } catch {
    return undefined;
  }
};
