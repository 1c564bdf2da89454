import './panes.css';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Direction } from 'radix-ui';
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Group,
  type GroupImperativeHandle,
  Panel,
  type PanelImperativeHandle,
  Separator,
} from 'react-resizable-panels';
import { keep, readKept } from '../../preferences/local-storage.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { Segmented } from '../segmented.tsx';
import { PaneContext, usePane } from './pane-context.ts';
import { defaultLayout, layoutKey, parseLayout } from './panes-layout.ts';
import { useWidth } from './use-width.ts';

export type Pane = {
  readonly id: string;
  /** Names the pane: for its region, its divider and its tab on a narrow screen. */
  readonly label: string;
  readonly content: ReactNode;
  /** Its share in percent at first. */
  readonly size?: number;
  /** The least room it is given, in pixels. */
  readonly least?: number;
  readonly collapsible?: boolean;
  /** The content scrolls by itself: an editor, a grid, a drawing. */
  readonly scrollsItself?: boolean;
};

type Props = {
  /** What the sizes are remembered under, in this browser. */
  readonly name: string;
  readonly panes: readonly Pane[];
  readonly orientation?: 'horizontal' | 'vertical';
  /** Below this many pixels the panes stand one below the other, or become tabs. */
  readonly narrowBelow?: number;
  readonly whenNarrow?: 'stacked' | 'tabs';
};

const collapsedPx = 40;

/** Panes side by side (or one above the other) whose sizes a person sets and this browser remembers. Panes may hold panes. */
export const Panes = ({
  name,
  panes,
  orientation = 'horizontal',
  narrowBelow = 720,
  whenNarrow = 'stacked',
}: Props) => {
  const { t } = useTranslation('parts');
  const box = useRef<HTMLDivElement>(null);
  const group = useRef<GroupImperativeHandle>(null);
  const width = useWidth(box);
  const [shown, setShown] = useState(panes[0]?.id ?? '');
  const ids = panes.map(({ id }) => id);
  const direction = Direction.useDirection();
  const idList = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored is read again when the panes are laid out anew
  const stored = useMemo(() => parseLayout(readKept(layoutKey(name)), ids), [name, idList, direction]);
  const isNarrow = orientation === 'horizontal' && width !== undefined && width < narrowBelow;
  const shape = isNarrow ? whenNarrow : 'split';
  const current = ids.includes(shown) ? shown : ids[0];

  const handles = useRef<Handles>(new Map());
  const reset = () => group.current?.setLayout({ ...defaultLayout(panes) });
  const onSeparatorKey = (event: KeyboardEvent, beside: readonly (Pane | undefined)[]) => {
    if (event.key !== '0' && event.key !== 'Enter') return;
    // Before the library sees it: that folds the pane at the left only, which in Hebrew is the other one.
    event.preventDefault();
    if (event.key === '0') return reset();
    const pane = handles.current.get(beside.find((each) => each?.collapsible)?.id ?? '');
    if (pane?.isCollapsed()) pane.expand();
    else pane?.collapse();
  };
  return (
    <div ref={box} data-panes={shape} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {shape === 'tabs' && (
        <div className="flex shrink-0 border-line border-b bg-sunken px-3 py-1.5">
          <Segmented
            label={t('panes.choose')}
            value={current ?? ''}
            onChange={setShown}
            choices={panes.map(({ id, label }) => ({ value: id, label }))}
          />
        </div>
      )}
      <Group
        // The library orders panes by sight once per id, so another direction of writing is another id.
        id={`panes-${name}-${direction}`}
        groupRef={group}
        orientation={orientation}
        defaultLayout={{ ...(stored ?? defaultLayout(panes)) }}
        onLayoutChanged={(layout) => {
          // A stacked pane has its size from the page, and one alone has all of it: neither says anything about columns.
          if (shape === 'split' && panes.length > 1) keep(layoutKey(name), JSON.stringify(layout));
        }}
        disabled={shape !== 'split'}
        className="min-h-0 flex-1"
      >
        {panes.map((pane, index) => (
          <Fragment key={pane.id}>
            {index > 0 && (
              <Separator
                aria-label={t('panes.divider', {
                  before: panes[index - 1]?.label ?? '',
                  after: pane.label,
                })}
                aria-description={t('panes.keys')}
                onKeyDownCapture={(event) => onSeparatorKey(event, [panes[index - 1], pane])}
                className={classNames(
                  'group relative shrink-0 touch-none bg-line outline-none',
                  orientation === 'horizontal' ? 'w-px' : 'h-px',
                )}
              >
                <span
                  aria-hidden="true"
                  className={classNames(
                    'absolute z-10 bg-accent opacity-0 transition-opacity group-hover:opacity-60 group-focus-visible:opacity-100 group-data-[separator=active]:opacity-100',
                    orientation === 'horizontal' ? '-inset-x-px inset-y-0' : 'inset-x-0 -inset-y-px',
                  )}
                />
              </Separator>
            )}
            <OnePane
              pane={pane}
              handles={handles}
              isShown={shape !== 'tabs' || pane.id === current}
              isSplit={shape === 'split'}
            />
          </Fragment>
        ))}
      </Group>
    </div>
  );
};

type Handles = Map<string, PanelImperativeHandle>;

type OnePaneProps = {
  readonly pane: Pane;
  readonly handles: RefObject<Handles>;
  readonly isShown: boolean;
  readonly isSplit: boolean;
};

const OnePane = ({ pane, handles, isShown, isSplit }: OnePaneProps) => {
  const { t } = useTranslation('parts');
  const [isFolded, setFolded] = useState(false);
  const { id, label, content, least = 160, collapsible = false, scrollsItself = false } = pane;
  const collapsed = isFolded && isSplit;
  const actions = {
    collapsed,
    canCollapse: collapsible && isSplit,
    collapse: () => handles.current.get(id)?.collapse(),
    expand: () => handles.current.get(id)?.expand(),
  };
  return (
    <Panel
      id={id}
      panelRef={(handle) => {
        if (handle === null) handles.current.delete(id);
        else handles.current.set(id, handle);
      }}
      minSize={least}
      collapsible={collapsible}
      collapsedSize={collapsedPx}
      data-shown={isShown}
      onResize={({ inPixels }) => setFolded(collapsible && inPixels <= collapsedPx + 1)}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden"
    >
      {collapsed && (
        <div className="flex justify-center py-1.5">
          <IconButton
            label={t('panes.show', { pane: label })}
            icon={<PanelLeftOpen size={15} className="mirror-rtl" />}
            onClick={actions.expand}
          />
        </div>
      )}
      <PaneContext value={actions}>
        {scrollsItself ? (
          <div hidden={collapsed} className={classNames('min-h-0 min-w-0 flex-1 flex-col', !collapsed && 'flex')}>
            {content}
          </div>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div
            // A group and no landmark: what is in a pane is often one of the same name.
            role="group"
            aria-label={label}
            hidden={collapsed}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 min-w-0 flex-1 overflow-auto outline-offset-[-2px]"
          >
            {content}
          </div>
        )}
      </PaneContext>
    </Panel>
  );
};

/** For the head of a pane: folds it away. Draws nothing where there is nothing to fold. */
export const CollapsePane = ({ label }: { readonly label: string }) => {
  const { t } = useTranslation('parts');
  const { canCollapse, collapse } = usePane();
  if (!canCollapse) return null;
  return (
    <IconButton
      label={t('panes.hide', { pane: label })}
      icon={<PanelLeftClose size={15} className="mirror-rtl" />}
      onClick={collapse}
    />
  );
};
