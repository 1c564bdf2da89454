import { attributeOf, childOf, childrenOf, ns, type XmlDocument, type XmlElement } from '../package/index.ts';
import { valOf } from './styles.ts';

/** How one level of a list counts and what it shows. */
export type ListLevel = {
  /** `decimal`, `lowerLetter`, `bullet`, … as the file names it. */
  readonly format: string | undefined;
  /** `%1.%2)`: each number stands for the count of that level, from 1. */
  readonly text: string;
  readonly start: number;
  /** Counting begins again after a paragraph of this level (from 1) or one above it; 0: never. */
  readonly restartsAfter: number;
  /** Every count in it is drawn with digits. */
  readonly isLegal: boolean;
};

export type Numbering = {
  /** Whether a list level counts or only marks. */
  readonly formatOf: (numId: string, level: number) => string | undefined;
  readonly levelOf: (numId: string, level: number) => ListLevel | undefined;
  /** Lists that count on from one another. */
  readonly familyOf: (numId: string) => string;
  /** Levels that a list begins anew, whatever was counted before it, with their first number. */
  readonly restartsOf: (numId: string) => ReadonlyMap<number, number>;
};

export const readNumbering = (document: XmlDocument | undefined): Numbering => {
  const abstracts = new Map<string, XmlElement>();
  const styled = new Map<string, string>();
  for (const each of childrenOf(document?.root, ns.word, 'abstractNum')) {
    const id = attributeOf(each, 'abstractNumId', ns.word) ?? '';
    abstracts.set(id, each);
    const style = valOf(each, 'styleLink');
    if (style !== undefined) styled.set(style, id);
  }
  const numbers = new Map(
    childrenOf(document?.root, ns.word, 'num').map((each) => [attributeOf(each, 'numId', ns.word) ?? '', each]),
  );
  /** A list that is only a name for a list style counts as that style does. */
  const familyOf = (numId: string): string => {
    const named = valOf(numbers.get(numId), 'abstractNumId') ?? '';
    const style = valOf(abstracts.get(named), 'numStyleLink');
    return (style !== undefined && styled.get(style)) || named;
  };
  const overridesOf = (numId: string): readonly XmlElement[] => childrenOf(numbers.get(numId), ns.word, 'lvlOverride');
  const elementOf = (numId: string, level: number): XmlElement | undefined => {
    const own = overridesOf(numId).find((each) => levelIn(each) === level);
    const written = childOf(own, ns.word, 'lvl');
    return (
      written ?? childrenOf(abstracts.get(familyOf(numId)), ns.word, 'lvl').find((each) => levelIn(each) === level)
    );
  };
  const known = new Map<string, ListLevel | undefined>();
  const levelOf = (numId: string, level: number): ListLevel | undefined => {
    const key = `${numId} ${level}`;
    if (!known.has(key)) known.set(key, factsOf(elementOf(numId, level), level));
    return known.get(key);
  };
  return {
    formatOf: (numId, level) => levelOf(numId, level)?.format,
    levelOf,
    familyOf,
    restartsOf: (numId) =>
      new Map(
        overridesOf(numId).flatMap((each): [number, number][] => {
          const start = valOf(each, 'startOverride');
          return start === undefined ? [] : [[levelIn(each), Number(start)]];
        }),
      ),
  };
};

const levelIn = (element: XmlElement): number => Number(attributeOf(element, 'ilvl', ns.word) ?? 0);

const factsOf = (element: XmlElement | undefined, level: number): ListLevel | undefined =>
  element && {
    format: valOf(element, 'numFmt'),
    text: valOf(element, 'lvlText') ?? '',
    start: Number(valOf(element, 'start') ?? 0),
    restartsAfter: Number(valOf(element, 'lvlRestart') ?? level),
    isLegal: childOf(element, ns.word, 'isLgl') !== undefined,
  };
