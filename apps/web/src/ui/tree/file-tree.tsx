import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Direction } from 'radix-ui';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import { ContextMenu } from '../context-menu.tsx';
import type { MenuItem } from '../menu-items.tsx';
import { type Incoming, takeDropped } from '../upload/walk-entries.ts';
import { type FileState, FileTreeRow } from './file-tree-row.tsx';
import { pathsToTree } from './paths-to-tree.ts';
import { treeMove, visibleRows } from './tree.ts';
import { nothingSelected, selectAfter } from './tree-selection.ts';

export type TreeFile = { readonly path: string; readonly state?: FileState };

type Props = {
  readonly label: string;
  readonly files: readonly TreeFile[];
  /** The file that is shown elsewhere on the page. */
  readonly current?: string;
  readonly onOpen: (path: string) => void;
  /** Told the selected files whenever they change. Folders count as what is in them. */
  readonly onSelect?: (paths: readonly string[]) => void;
  readonly onRename?: (path: string, name: string) => void;
  readonly menuOf?: (paths: readonly string[]) => readonly MenuItem[];
  /** Files dropped on a folder; `''` is the top. */
  readonly onDropInto?: (folder: string, incoming: Incoming) => void;
  readonly className?: string;
};

const rowPx = 28;

/** Files in their folders: thousands of them, selected one or many, renamed in place, with a menu and as a drop target. */
export const FileTree = (props: Props) => {
  const { label, files, current, onOpen, onSelect, onRename, menuOf, onDropInto, className } = props;
  const { t, i18n } = useTranslation('parts');
  const direction = Direction.useDirection();
  const box = useRef<HTMLDivElement>(null);
  const nodes = useMemo(
    () =>
      pathsToTree(
        files.map(({ path }) => path),
        i18n.language,
      ),
    [files, i18n.language],
  );
  const stateByPath = useMemo(() => new Map(files.map(({ path, state }) => [path, state])), [files]);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(() => new Set(nodes.map(({ id }) => id)));
  const rows = useMemo(() => visibleRows(nodes, openIds), [nodes, openIds]);
  const order = useMemo(() => rows.map(({ node }) => node.id), [rows]);
  const [selection, setSelection] = useState(nothingSelected);
  const [focused, setFocused] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  const [over, setOver] = useState<string>();
  const tabStop = order.includes(focused ?? '') ? focused : order.includes(current ?? '') ? current : order[0];
  const tabStopAt = order.indexOf(tabStop ?? '');
  const wantsFocus = useRef(false);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 12,
    getItemKey: (index) => order[index] ?? index,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, tabStopAt)])].sort((a, b) => a - b),
  });
  useEffect(() => {
    if (!wantsFocus.current || tabStop === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(tabStop)}"]`);
    if (row) {
      wantsFocus.current = false;
      row.focus();
    }
  });

  const within = (id: string): readonly string[] =>
    id.endsWith('/') ? files.map(({ path }) => path).filter((path) => path.startsWith(id)) : [id];
  const select = (id: string, event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>) => {
    const next = selectAfter(selection, order, id, { toggle: event.ctrlKey || event.metaKey, extend: event.shiftKey });
    setSelection(next);
    onSelect?.([...new Set([...next.ids].flatMap(within))]);
  };
  const setOpen = (id: string, open: boolean) => {
    const next = new Set(openIds);
    if (open) next.add(id);
    else next.delete(id);
    setOpenIds(next);
  };
  const focus = (id: string) => {
    wantsFocus.current = true;
    setFocused(id);
    virtual.scrollToIndex(order.indexOf(id));
  };
  const activate = (id: string) => {
    if (id.endsWith('/')) setOpen(id, !openIds.has(id));
    else onOpen(id);
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      activate(id);
    } else if (event.key === ' ') {
      event.preventDefault();
      select(id, { ctrlKey: true, metaKey: false, shiftKey: event.shiftKey });
    } else if (event.key === 'F2' && onRename !== undefined && !id.endsWith('/')) {
      event.preventDefault();
      setRenaming(id);
    } else if ((event.ctrlKey || event.metaKey) && event.code === 'KeyA') {
      event.preventDefault();
      setSelection({ ids: new Set(order), anchor: id });
      onSelect?.(files.map(({ path }) => path));
    } else {
      const move = treeMove(rows, id, event.key, direction);
      if (move === undefined) return;
      event.preventDefault();
      if ('open' in move) setOpen(move.open, true);
      else if ('close' in move) setOpen(move.close, false);
      else {
        focus(move.focus);
        if (event.shiftKey) select(move.focus, event);
      }
    }
  };
  /** The folder a drop on this row goes to: itself, or the one the file is in. */
  const folderOf = (id: string): string => (id.endsWith('/') ? id : id.replace(/[^/]+$/, ''));
  const onDrop = (event: DragEvent, id: string) => {
    setOver(undefined);
    if (onDropInto === undefined || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    const read = takeDropped(event.dataTransfer.items);
    read()
      .then((incoming) => onDropInto(folderOf(id), incoming))
      .catch(console.error);
  };
  const finishRename = (id: string, name: string | undefined) => {
    setRenaming(undefined);
    focus(id);
    if (name !== undefined) onRename?.(id, name);
  };
  const menu = (id: string): readonly MenuItem[] => {
    const chosen = selection.ids.has(id) ? [...selection.ids] : [id];
    return menuOf?.([...new Set(chosen.flatMap(within))]) ?? [];
  };

  return (
    <div ref={box} className={classNames('min-h-0 overflow-y-auto', className)}>
      <div
        role="tree"
        aria-label={label}
        aria-multiselectable="true"
        aria-description={onRename === undefined ? undefined : t('tree.keys')}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { node, depth, open, position, siblings } = row;
          return (
            <ContextMenu key={String(key)} items={() => menu(node.id)}>
              <div
                data-id={node.id}
                role="treeitem"
                tabIndex={node.id === tabStop ? 0 : -1}
                aria-level={depth + 1}
                aria-posinset={position}
                aria-setsize={siblings}
                aria-expanded={open}
                aria-selected={selection.ids.has(node.id)}
                aria-current={node.id === current ? 'true' : undefined}
                onFocus={() => setFocused(node.id)}
                onClick={(event) => {
                  focus(node.id);
                  select(node.id, event);
                  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) activate(node.id);
                }}
                onKeyDown={(event) => onKeyDown(event, node.id)}
                onDragOver={(event) => {
                  if (onDropInto === undefined || !event.dataTransfer.types.includes('Files')) return;
                  event.preventDefault();
                  setOver(folderOf(node.id));
                }}
                onDragLeave={() => setOver(undefined)}
                onDrop={(event) => onDrop(event, node.id)}
                className={classNames(
                  'absolute inset-x-0 top-0 flex cursor-default select-none items-center rounded-sm pe-2 outline-offset-[-2px]',
                  selection.ids.has(node.id) ? 'bg-accent-soft' : 'hover:bg-hover',
                  node.id === current && 'font-medium text-accent-text',
                  over === node.id && 'ring-2 ring-accent ring-inset',
                )}
                style={{
                  height: rowPx,
                  transform: `translateY(${start}px)`,
                  paddingInlineStart: `${6 + depth * 16}px`,
                }}
              >
                <FileTreeRow
                  name={node.label}
                  open={open}
                  state={stateByPath.get(node.id)}
                  isRenaming={renaming === node.id}
                  onRenamed={(name) => finishRename(node.id, name)}
                />
              </div>
            </ContextMenu>
          );
        })}
      </div>
    </div>
  );
};
