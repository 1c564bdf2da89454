import type { FileSystem } from '../ports/file-system.ts';

/** Puts files into a folder of any file system, making the folders above them. */
export const writeFiles = async (fs: FileSystem, folder: string, files: Record<string, Uint8Array>): Promise<void> => {
  await fs.mkdir(folder);
  for (const [path, bytes] of Object.entries(files)) {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      await fs.mkdir(`${folder}/${path.slice(0, slash)}`);
    }
    const full = `${folder}/${path}`;
    const file = await fs.open(full, fs.statSync(full) ? 'update' : 'create');
    await file.truncate(0);
    await file.write(bytes, 0);
    await file.datasync();
    await file.close();
  }
};

export const filesIn = async (fs: FileSystem, folder: string): Promise<Record<string, Uint8Array>> => {
  const files: Record<string, Uint8Array> = {};
  const walk = async (within: string): Promise<void> => {
    for (const name of await fs.readdir(`${folder}${within}`)) {
      const path = `${within}/${name}`;
      if (fs.statSync(`${folder}${path}`)?.kind === 'folder') {
        await walk(path);
        continue;
      }
      const file = await fs.open(`${folder}${path}`, 'read');
      const bytes = new Uint8Array(await file.size());
      await file.read(bytes, 0);
      await file.close();
      files[path.slice(1)] = bytes;
    }
  };
  await walk('');
  return files;
};

/** Makes every name below a folder durable. */
export const syncFolders = async (fs: FileSystem, folder: string): Promise<void> => {
  await fs.syncFolder(folder);
  for (const name of await fs.readdir(folder)) {
    if (fs.statSync(`${folder}/${name}`)?.kind === 'folder') await syncFolders(fs, `${folder}/${name}`);
  }
};
