import { closedSubset, copyWhole } from '../office/closed-subset.ts';
import { movedTogether, type Place } from '../office/moved-places.ts';
import { describePart, isPlumbing } from '../package/describe-part.ts';
import { attributeOf, childrenOf, createPackageEdit, ns, savePackage } from '../package/index.ts';
import { encodeXml } from '../package/xml-encoding.ts';
import type { Change, SubsetRequest } from '../tools/kind-handler.ts';
import { blockText } from './blocks.ts';
import { type Compared, compareDocx, type Side } from './compared.ts';
import { innerPieces, type Piece, type RowPlace } from './inner-changes.ts';
import { withNearTexts } from './near-texts.ts';

/** A change with what composing a result needs to know of it. */
type Unit = Change & {
  readonly pairs: readonly number[];
  /** Pieces inside one changed block: its pair, and their places among the pieces of that pair. */
  readonly inside: { readonly pair: number; readonly pieces: readonly number[] } | undefined;
  readonly frame: boolean;
  readonly parts: readonly string[];
};

/** All that can be accepted alone: blocks, the frame around them, and parts outside the body. */
export const unitsOf = (compared: Compared): readonly Unit[] => {
  // Two main parts of different names cannot be mixed.
  if (compared.before.file.main !== compared.after.file.main) return [unit('file', 'The whole document', {})];
  const blocks = isComposable(compared) ? blockUnits(compared) : wholeBody(compared);
  const bound = movedTogether(placesOf(compared, blocks));
  return withRequirements([...blocks, ...partUnits(compared)], compared).map((each) => {
    const others = bound.get(each.id);
    return others ? { ...each, requires: [...new Set([...each.requires, ...others])].toSorted() } : each;
  });
};

/** Where paragraphs and rows left and came: half of a move would lose or double one. Moves that are told hold themselves. */
const placesOf = (compared: Compared, units: readonly Unit[]): readonly Place[] => {
  const textOn = (side: Side, index: number | null | undefined): string => {
    const block = index === null || index === undefined ? undefined : side.blocks[index];
    return block ? blockText(block).trim() : '';
  };
  const groups = Map.groupBy(
    units.filter(({ pairs, inside }) => pairs.length === 1 || inside),
    ({ pairs, inside }): object | number | undefined => {
      const [piece] = inside?.pieces ?? [];
      const row = inside && piece !== undefined ? piecesOf(compared, inside.pair)?.[piece]?.row : undefined;
      return row ?? inside?.pair ?? pairs[0];
    },
  );
  return withNearTexts(
    [...groups].map(([place, own]): Place => {
      const ids = own.map(({ id }) => id);
      if (typeof place === 'object') return { ids, ...(place as RowPlace) };
      const pair = compared.pairs[place ?? -1];
      const [left, joined] = [textOn(compared.before, pair?.before), textOn(compared.after, pair?.after)];
      return {
        ids,
        left: left === '' ? undefined : { key: left },
        joined: joined === '' ? undefined : { key: joined },
      };
    }),
  );
};

const publicOf = ({ id, label, requires }: Unit): Change => ({ id, label, requires });
export const changesOf = (compared: Compared): readonly Change[] => unitsOf(compared).map(publicOf);

const blockUnits = (compared: Compared): Unit[] => {
  const { before, after, pairs } = compared;
  const made: Unit[] = [];
  const leavings = new Map(pairs.map((pair, at) => [pair.status === 'moved' ? pair.before : null, at]));
  for (const [at, pair] of pairs.entries()) {
    if (pair.status === 'same') continue;
    const text = (side: Side, index: number | null) =>
      blockText(side.blocks[index ?? 0] ?? ({ kind: 'table', rows: [] } as never)).slice(0, 60);
    if (pair.status === 'moved') {
      if (pair.after === null) continue;
      const twin = leavings.get(pair.twin) ?? -1;
      made.push(unit(`move:${pair.twin}:${pair.after}`, `Moved: ${text(after, pair.after)}`, { pairs: [twin, at] }));
    } else if (pair.status === 'changed')
      made.push(
        ...innerUnits(compared, at, `change:${pair.before}:${pair.after}`, `Changed: ${text(after, pair.after)}`),
      );
    else if (pair.status === 'added')
      made.push(unit(`add:${pair.after}`, `Added: ${text(after, pair.after)}`, { pairs: [at] }));
    else made.push(unit(`remove:${pair.before}`, `Removed: ${text(before, pair.before)}`, { pairs: [at] }));
  }
  if (frameOf(before).join('') !== frameOf(after).join(''))
    made.push(unit('frame', 'Page setup and document settings', { frame: true }));
  return made;
};

/** What changed inside a block, one by one; the block as a whole where it cannot be taken apart. */
const innerUnits = (compared: Compared, pair: number, id: string, label: string): Unit[] => {
  const pieces = piecesOf(compared, pair);
  const changed = (pieces ?? []).flatMap((piece, at) =>
    piece.label === undefined ? [] : [{ at, label: piece.label }],
  );
  if (changed.length === 0) return [unit(id, label, { pairs: [pair] })];
  return changed.map((each, at) =>
    unit(changed.length === 1 ? id : `${id}:${at}`, `Changed: ${each.label}`, { inside: { pair, pieces: [each.at] } }),
  );
};

const known = new WeakMap<Compared, Map<number, readonly Piece[] | undefined>>();

const piecesOf = (compared: Compared, at: number): readonly Piece[] | undefined => {
  const memory = known.get(compared) ?? new Map<number, readonly Piece[] | undefined>();
  known.set(compared, memory);
  if (!memory.has(at)) memory.set(at, readPieces(compared, at));
  return memory.get(at);
};

const readPieces = ({ before, after, pairs }: Compared, at: number): readonly Piece[] | undefined => {
  const pair = pairs[at];
  if (pair?.status !== 'changed') return undefined;
  const [old, made] = [before.blocks[pair.before], after.blocks[pair.after]];
  return old && made
    ? innerPieces(
        { document: before.document, element: old.element },
        { document: after.document, element: made.element },
      )
    : undefined;
};

const wholeBody = ({ before, after }: Compared): Unit[] =>
  before.document.source === after.document.source
    ? []
    : [unit('body', 'The whole text', { parts: [before.file.main] })];

const unit = (id: string, label: string, more: Partial<Unit>): Unit => ({
  id,
  label,
  requires: [],
  pairs: [],
  inside: undefined,
  frame: false,
  parts: [],
  ...more,
});

/** Parts that came or went hang together with what lists them; a part that only changed stands alone. */
const partUnits = ({ before, after, otherParts }: Compared): Unit[] => {
  const structural = otherParts.filter((name) => isPlumbing(name) || !before.pkg.has(name) || !after.pkg.has(name));
  const single = otherParts.filter((name) => !structural.includes(name));
  const listed = structural.filter((name) => !isPlumbing(name)).map(describePart);
  const label = listed.length > 0 ? `Parts added or removed: ${listed.join(', ')}` : 'Changed: links';
  return [
    ...(structural.length > 0 ? [unit('structure', label, { parts: structural })] : []),
    ...single.map((name) => unit(`part:${name}`, `Changed: ${describePart(name)}`, { parts: [name] })),
  ];
};

/** Before the first block and behind the last one. */
const frameOf = ({ document, blocks }: Side): readonly [string, string] => [
  document.source.slice(0, blocks[0]?.element.start ?? 0),
  document.source.slice(blocks.at(-1)?.element.end ?? 0),
];

/** The text between two blocks: empty, or the walls of a content control. */
const gapBefore = ({ document, blocks }: Side, index: number): string => {
  const [previous, block] = [blocks[index - 1], blocks[index]];
  return previous && block ? document.source.slice(previous.element.end, block.element.start) : '';
};

/** Blocks can be taken one by one only where nothing but blocks differs between the first and the last. */
const isComposable = ({ before, after, pairs }: Compared): boolean => {
  if (before.blocks.length === 0 || after.blocks.length === 0) return false;
  // A block only means the same in the other document's frame where its prefixes do.
  if (prefixes(before) !== prefixes(after)) return false;
  for (const [at, pair] of pairs.entries()) {
    const previous = pairs[at - 1];
    const gaps = [
      pair.before === null ? '' : gapBefore(before, pair.before),
      pair.after === null ? '' : gapBefore(after, pair.after),
    ];
    if (
      pair.before !== null &&
      pair.after !== null &&
      previous &&
      previous.before !== null &&
      previous.after !== null
    ) {
      if (gaps[0] !== gaps[1]) return false;
    } else if (gaps.some((gap) => gap.trim() !== '')) return false;
  }
  return true;
};

/** Relations by the attributes that name them, whatever prefix and quotes a program writes. */
const idsIn = (xml: string): Set<string> =>
  new Set(
    [...xml.matchAll(/:(?:id|embed|link|pict|href|dm|lo|qs|cs)\s*=\s*["']([^"']+)["']/g)].map(([, id]) => id ?? ''),
  );

const prefixes = ({ document: { root } }: Side): string =>
  [...root.scope]
    .map(([prefix, uri]) => `${prefix}=${uri}`)
    .toSorted()
    .join(' ');

/** A block that shows a new picture needs the picture; a picture that goes must not be shown any more. Notes and comments alike. */
const withRequirements = (units: readonly Unit[], compared: Compared): Unit[] => {
  const { before, after } = compared;
  const links = (side: Side) =>
    new Set(side.pkg.relationships(side.file.main).map(({ id, target }) => `${id}=${target}`));
  const [old, made] = [links(before), links(after)];
  const idOf = (link: string) => link.slice(0, link.indexOf('='));
  const gone = new Set([...old].filter((link) => !made.has(link)).map(idOf));
  const come = new Set([...made].filter((link) => !old.has(link)).map(idOf));
  const structure = units.find(({ id }) => id === 'structure');
  const notes = noteChanges(compared);

  const sourceOn = (side: 'before' | 'after', each: Unit): string => {
    const own = side === 'before' ? before : after;
    const blocks = each.pairs
      .map((at) => compared.pairs[at]?.[side] ?? null)
      .map((index) => (index === null ? '' : (own.sided[index]?.source ?? '')));
    const pieces = each.inside ? (piecesOf(compared, each.inside.pair) ?? []) : [];
    const inner = (each.inside?.pieces ?? []).map((at) => pieces[at]?.[side] ?? '');
    return [
      ...blocks,
      ...inner,
      ...(each.frame ? frameOf(own) : []),
      ...(each.id === 'body' ? [own.document.source] : []),
    ].join('');
  };
  const usesAny = (xml: string, ids: ReadonlySet<string>) => [...idsIn(xml)].some((id) => ids.has(id));
  return units.map((each) => {
    const requires = new Set<string>();
    if (structure && each !== structure && usesAny(sourceOn('after', each), come)) requires.add('structure');
    for (const note of notes) {
      const part = `part:${note.part}`;
      if (each.id !== part && units.some(({ id }) => id === part) && note.uses(sourceOn('after', each), note.added))
        requires.add(part);
    }
    if (each === structure)
      for (const other of units) if (other !== each && usesAny(sourceOn('before', other), gone)) requires.add(other.id);
    const own = notes.find(({ part }) => each.id === `part:${part}`);
    if (own)
      for (const other of units)
        if (other !== each && own.uses(sourceOn('before', other), own.removed)) requires.add(other.id);
    return { ...each, requires: [...requires].toSorted() };
  });
};

/** The ids that elements of a name carry. */
const references = (xml: string, local: string): string[] =>
  [...xml.matchAll(new RegExp(`[<:]${local}\\b[^>]*?\\bid\\s*=\\s*["']([^"']*)["']`, 'g'))].map(([, id]) => id ?? '');

const noteChanges = ({ before, after }: Compared) =>
  (['comments', 'footnotes', 'endnotes'] as const).flatMap((kind) => {
    const [part, other] = [before.file[kind], after.file[kind]];
    if (part === undefined || part !== other || !before.pkg.has(part) || !after.pkg.has(part)) return [];
    const local = kind.slice(0, -1);
    const ids = (side: Side) =>
      new Set(
        childrenOf(side.pkg.xml(part).root, ns.word, local).map((each) => attributeOf(each, 'id', ns.word) ?? ''),
      );
    const [old, made] = [ids(before), ids(after)];
    return [
      {
        part,
        removed: [...old].filter((id) => !made.has(id)),
        added: [...made].filter((id) => !old.has(id)),
        uses: (xml: string, wanted: readonly string[]) =>
          references(xml, `${local}Reference`).some((id) => wanted.includes(id)),
      },
    ];
  });

/** Reference plus the accepted changes. None gives the reference's bytes, all of them the draft's. */
export const acceptDocx = async ({
  reference,
  draft,
  accepted,
  output,
}: SubsetRequest): Promise<{ written: boolean }> => {
  if (!reference || !draft) return copyWhole(accepted.length > 0 ? draft : reference, output);
  const compared = await compareDocx(reference, draft);
  const units = unitsOf(compared);
  const taken = closedSubset(units, accepted);
  if (taken.length === 0) return copyWhole(reference, output);
  if (taken.length === units.length) return copyWhole(draft, output);
  const edit = createPackageEdit(compared.before.pkg);
  for (const name of taken.flatMap(({ parts }) => parts)) {
    if (compared.after.pkg.has(name)) edit.put(name, compared.after.pkg.bytes(name), compared.after.pkg.typeOf(name));
    else edit.remove(name);
  }
  if (taken.some(({ pairs, inside, frame }) => pairs.length > 0 || inside || frame)) {
    const { encoding } = (taken.some(({ frame }) => frame) ? compared.after : compared.before).document;
    edit.put(compared.before.file.main, encodeXml(compose(compared, taken), encoding));
  }
  await savePackage(edit, output);
  return { written: true };
};

const compose = (compared: Compared, taken: readonly Unit[]): string => {
  const { before, after, pairs } = compared;
  const accepted = new Set(taken.flatMap((each) => each.pairs));
  const innerByPair = Map.groupBy(
    taken.flatMap(({ inside }) => (inside ? [inside] : [])),
    ({ pair }) => pair,
  );
  const [head, tail] = frameOf(taken.some(({ frame }) => frame) ? after : before);
  const pieces = pairs.map((pair, at) => {
    const side = accepted.has(at) ? 'after' : 'before';
    const index = pair.status === 'same' ? pair.before : pair[side];
    const gap = pair.before !== null ? gapBefore(before, pair.before) : '';
    const inner = (innerByPair.get(at) ?? []).flatMap(({ pieces }) => pieces);
    if (inner.length > 0) return `${gap}${composeInside(piecesOf(compared, at) ?? [], new Set(inner))}`;
    const source =
      index === null
        ? ''
        : pair.status !== 'same' && side === 'after'
          ? after.sided[index]?.source
          : before.sided[index]?.source;
    return `${gap}${source ?? ''}`;
  });
  return `${head}${pieces.join('')}${tail}`;
};

const composeInside = (pieces: readonly Piece[], accepted: ReadonlySet<number>): string =>
  pieces.map((piece, at) => (accepted.has(at) ? piece.after : piece.before)).join('');
