import { createGrowingBytes, type GrowingBytes } from './simulated-bytes.ts';

export type FileOp =
  | { readonly op: 'write'; readonly position: number; readonly bytes: Uint8Array }
  | { readonly op: 'truncate'; readonly size: number };
export type FolderOp =
  | { readonly op: 'link'; readonly name: string; readonly node: Node }
  | { readonly op: 'unlink'; readonly name: string }
  | { readonly op: 'rename'; readonly from: string; readonly to: string; readonly node: Node };

/** `live` is what processes see; `durable` what is left if the power goes now; `pending` lies between the two. */
export type FileNode = {
  readonly kind: 'file';
  readonly inode: bigint;
  touched: bigint;
  live: GrowingBytes;
  readonly durable: GrowingBytes;
  readonly pending: FileOp[];
};
export type FolderNode = {
  readonly kind: 'folder';
  readonly inode: bigint;
  touched: bigint;
  readonly live: Map<string, Node>;
  readonly durable: Map<string, Node>;
  readonly pending: FolderOp[];
};
export type Node = FileNode | FolderNode;

let inodes = 0n;
const nextInode = (): bigint => {
  inodes += 1n;
  return inodes;
};

export const newFile = (): FileNode => ({
  kind: 'file',
  inode: nextInode(),
  touched: 0n,
  live: createGrowingBytes(),
  durable: createGrowingBytes(),
  pending: [],
});

export const newFolder = (): FolderNode => ({
  kind: 'folder',
  inode: nextInode(),
  touched: 0n,
  live: new Map(),
  durable: new Map(),
  pending: [],
});

/** The same, apart from here on. A node that is reached twice is copied once: by `known`. */
export const copyNode = (node: Node, known: Map<Node, Node> = new Map()): Node => {
  const done = known.get(node);
  if (done) return done;
  if (node.kind === 'file') {
    const file: FileNode = {
      ...node,
      live: node.live.copy(),
      durable: node.durable.copy(),
      pending: [...node.pending], // what a write brings is never changed
    };
    known.set(node, file);
    return file;
  }
  const folder: FolderNode = { ...node, live: new Map(), durable: new Map(), pending: [] };
  known.set(node, folder);
  for (const [name, child] of node.live) folder.live.set(name, copyNode(child, known));
  for (const [name, child] of node.durable) folder.durable.set(name, copyNode(child, known));
  for (const op of node.pending) folder.pending.push('node' in op ? { ...op, node: copyNode(op.node, known) } : op);
  return folder;
};

export const applyFileOp = (bytes: GrowingBytes, op: FileOp): void =>
  op.op === 'write' ? bytes.write(op.bytes, op.position) : bytes.truncate(op.size);

export const applyFolderOp = (entries: Map<string, Node>, op: FolderOp): void => {
  if (op.op === 'link') entries.set(op.name, op.node);
  if (op.op === 'unlink') entries.delete(op.name);
  if (op.op === 'rename') {
    entries.delete(op.from);
    entries.set(op.to, op.node);
  }
};

/** Sectors reach the platter in any order: each may be there or not. */
const SECTOR = 512;

export const forget = (node: Node, keeps: () => boolean): void => {
  if (node.kind === 'file') {
    for (const op of node.pending) {
      for (const part of op.op === 'write' ? sectorsOf(op) : [op]) if (keeps()) applyFileOp(node.durable, part);
    }
    node.pending.length = 0;
    node.live = node.durable.copy();
    return;
  }
  for (const op of node.pending) if (keeps()) applyFolderOp(node.durable, op);
  node.pending.length = 0;
  node.live.clear();
  for (const [name, child] of node.durable) {
    node.live.set(name, child);
    forget(child, keeps);
  }
};

const sectorsOf = (op: Extract<FileOp, { op: 'write' }>): readonly FileOp[] => {
  const parts: FileOp[] = [];
  for (let at = op.position; at < op.position + op.bytes.length; ) {
    const end = Math.min(op.position + op.bytes.length, (Math.floor(at / SECTOR) + 1) * SECTOR);
    parts.push({ op: 'write', position: at, bytes: op.bytes.subarray(at - op.position, end - op.position) });
    at = end;
  }
  return parts;
};
