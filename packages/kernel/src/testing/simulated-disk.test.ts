import { describe, expect, test } from 'vitest';
import { createSimulatedDisk } from './simulated-disk.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const contentsOf = (disk: ReturnType<typeof createSimulatedDisk>, path: string): string => {
  const file = disk.mount().openSync(path, 'read');
  const into = new Uint8Array(file.sizeSync());
  file.readSync(into, 0);
  return new TextDecoder().decode(into);
};

describe('the simulated disk', () => {
  test('what was synced, and only that, is sure to outlive a power cut', () => {
    const disk = createSimulatedDisk();
    const fs = disk.mount();
    const file = fs.openSync('/data/a', 'create');
    file.writeSync(bytes('kept'), 0);
    file.datasyncSync();
    fs.syncFolderSync('/data');
    file.writeSync(bytes('lost'), 4);
    fs.openSync('/data/b', 'create');
    disk.powerCut(() => false);
    expect(disk.mount().readdirSync('/data')).toEqual(['a']);
    expect(contentsOf(disk, '/data/a')).toBe('kept');
  });

  test('a file whose name was not synced is gone, however well its bytes were', () => {
    const disk = createSimulatedDisk();
    const file = disk.mount().openSync('/data/a', 'create');
    file.writeSync(bytes('x'), 0);
    file.datasyncSync();
    disk.powerCut(() => false);
    expect(disk.mount().readdirSync('/data')).toEqual([]);
  });

  test('unsynced sectors come through in any combination, and a gap reads as zeros', () => {
    const disk = createSimulatedDisk();
    const fs = disk.mount();
    const file = fs.openSync('/data/a', 'create');
    fs.syncFolderSync('/data');
    file.writeSync(new Uint8Array(1024).fill(65), 0);
    let asked = 0;
    disk.powerCut(() => {
      asked += 1;
      return asked === 2;
    });
    expect(asked).toBe(2);
    expect(contentsOf(disk, '/data/a')).toBe('\0'.repeat(512) + 'A'.repeat(512));
  });

  test('a rename is there whole or not at all', () => {
    for (const kept of [true, false]) {
      const disk = createSimulatedDisk();
      const fs = disk.mount();
      fs.openSync('/data/old', 'create');
      fs.syncFolderSync('/data');
      fs.renameSync('/data/old', '/data/new');
      disk.powerCut(() => kept);
      expect(disk.mount().readdirSync('/data')).toEqual([kept ? 'new' : 'old']);
    }
  });

  test('the chosen call fails, a short write writes half, and a process that was killed is dead', () => {
    const disk = createSimulatedDisk();
    const fs = disk.mount();
    const file = fs.openSync('/data/a', 'create');
    disk.injectFaults(({ index }) => (index === 1 ? 'EIO' : index === 2 ? 'short' : undefined));
    expect(() => file.writeSync(bytes('1234'), 0)).toThrow('EIO');
    expect(file.writeSync(bytes('1234'), 0)).toBe(2);
    disk.kill();
    expect(() => file.sizeSync()).toThrow('dead');
    expect(contentsOf(disk, '/data/a')).toBe('12');
  });

  test('after a failed sync the bytes can be read, and no later sync makes them durable', () => {
    const disk = createSimulatedDisk();
    const fs = disk.mount();
    const file = fs.openSync('/data/a', 'create');
    fs.syncFolderSync('/data');
    file.writeSync(bytes('x'), 0);
    disk.injectFaults(({ name }) => (name === 'datasync' ? 'EIO' : undefined));
    expect(() => file.datasyncSync()).toThrow('EIO');
    disk.injectFaults(() => undefined);
    expect(contentsOf(disk, '/data/a')).toBe('x');
    file.datasyncSync();
    disk.powerCut(() => true);
    expect(contentsOf(disk, '/data/a')).toBe('');
  });
});
