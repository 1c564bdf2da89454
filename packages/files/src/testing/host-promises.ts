import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FilesHost, HostFile, StagedFile } from '../ports/files-host.ts';

/** A fresh host, and how its owner gives it a file, starts a Draft and loses bytes. */
export type HostUnderTest = {
  readonly host: FilesHost;
  readonly add: (path: string, bytes: Uint8Array) => Promise<void>;
  /** What is there now is what a review compares with. A host whose added files are that anyhow does nothing. */
  readonly beginDraft: () => Promise<void>;
  readonly lose?: (version: string) => Promise<void>;
};

/** What every host of files promises, whatever it keeps them in. */
export const filesHostKeepsItsPromises = (name: string, create: (folder: string) => Promise<HostUnderTest>): void => {
  const inFolder = async (body: (made: HostUnderTest, folder: string) => Promise<void>): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-host-'));
    try {
      await body(await create(folder), folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const find = async (host: FilesHost, path: string): Promise<HostFile | undefined> =>
    (await host.list()).find((file) => file.path === path);
  const bytesOf = async (host: FilesHost, version: string, folder: string): Promise<string | undefined> => {
    const file = await host.materialise(version, folder);
    return file === undefined ? undefined : readFile(file, 'utf8');
  };
  const staging = async (
    folder: string,
    text: string,
    { path, base }: { readonly path: string; readonly base: string | null },
  ): Promise<StagedFile> => {
    const file = join(folder, 'staged');
    await writeFile(file, text);
    return {
      path,
      file,
      size_bytes: Buffer.byteLength(text),
      action: base === null ? 'created' : 'modified',
      tool: 'edit_text_file',
      base,
      summary: 'One line.',
      focus_hint: null,
      certificate: null,
    };
  };
  const exists = (file: string): Promise<boolean> =>
    readFile(file).then(
      () => true,
      () => false,
    );

  describe(`files host (${name})`, () => {
    test('lists what was added, by the hash of its bytes, and lays those bytes out', () =>
      inFolder(async ({ host, add }, folder) => {
        await add('a.txt', Buffer.from('same'));
        await add('b.txt', Buffer.from('same'));
        await add('שלום.txt', Buffer.from('other'));
        const [a, b, c] = [await find(host, 'a.txt'), await find(host, 'b.txt'), await find(host, 'שלום.txt')];
        expect(a).toMatchObject({ size_bytes: 4, version: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
        expect(b?.version).toBe(a?.version);
        expect(c?.version).not.toBe(a?.version);
        expect(await bytesOf(host, a?.version ?? '', folder)).toBe('same');
        expect(await bytesOf(host, c?.version ?? '', folder)).toBe('other');
      }));

    test('bytes it does not have are undefined, not an error', () =>
      inFolder(async ({ host, add, lose }, folder) => {
        expect(await host.materialise(`sha256:${'0'.repeat(64)}`, folder)).toBeUndefined();
        if (!lose) return;
        await add('a.txt', Buffer.from('lost'));
        const version = (await find(host, 'a.txt'))?.version ?? '';
        await lose(version);
        expect(await host.materialise(version, folder)).toBeUndefined();
      }));

    test('adopts an edit: new bytes under the name, the old ones still there, the staged file gone', () =>
      inFolder(async ({ host, add, beginDraft }, folder) => {
        await add('a.txt', Buffer.from('before'));
        await beginDraft();
        const before = await find(host, 'a.txt');
        const staged = await staging(folder, 'after', { path: 'a.txt', base: before?.version ?? null });
        const adopted = await host.stage(staged);
        expect(adopted).toMatchObject({ ok: true });
        const after = await find(host, 'a.txt');
        expect(after).toMatchObject({ root: 'draft', size_bytes: 5, version: adopted.ok && adopted.value.version });
        expect(await bytesOf(host, after?.version ?? '', folder)).toBe('after');
        expect(await bytesOf(host, before?.version ?? '', folder)).toBe('before');
        expect(await exists(staged.file)).toBe(false);
      }));

    test('compares an edited file with what it was, and a new file with nothing', () =>
      inFolder(async ({ host, add, beginDraft }, folder) => {
        await add('a.txt', Buffer.from('before'));
        await beginDraft();
        const before = await find(host, 'a.txt');
        await host.stage(await staging(folder, 'after', { path: 'a.txt', base: before?.version ?? null }));
        await host.stage(await staging(folder, 'new', { path: 'new.txt', base: null }));
        const [first] = await host.reference('a.txt');
        expect(first).toMatchObject({ source: 'draft_start_snapshot', file: { version: before?.version } });
        expect(await host.reference('new.txt')).toEqual([]);
        expect(await host.reference('never.txt')).toEqual([]);
      }));

    test('refuses an edit of a version that is not the present one, and keeps what is there', () =>
      inFolder(async ({ host, add, beginDraft }, folder) => {
        await add('a.txt', Buffer.from('before'));
        await beginDraft();
        const base = (await find(host, 'a.txt'))?.version ?? null;
        await host.stage(await staging(folder, 'first', { path: 'a.txt', base }));
        const late = await staging(folder, 'second', { path: 'a.txt', base });
        expect(await host.stage(late)).toMatchObject({ ok: false, error: { code: 'CONFLICT_STALE_STATE' } });
        expect(await exists(late.file)).toBe(false);
        expect(await bytesOf(host, (await find(host, 'a.txt'))?.version ?? '', folder)).toBe('first');
        const again = await staging(folder, 'third', { path: 'a.txt', base: null });
        expect(await host.stage(again)).toMatchObject({ ok: false, error: { code: 'CONFLICT_STALE_STATE' } });
      }));

    test('keeps scratch files beside the others', () =>
      inFolder(async ({ host }, folder) => {
        const adopted = await host.stage(await staging(folder, 'id\n1\n', { path: 'scratch:rows.csv', base: null }));
        expect(adopted).toMatchObject({ ok: true });
        const version = (await find(host, 'scratch:rows.csv'))?.version ?? '';
        expect(await bytesOf(host, version, folder)).toBe('id\n1\n');
      }));
  });
};
