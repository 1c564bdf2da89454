import { attributeOf, childrenOf, ns, type XmlDocument } from '../package/index.ts';
import { valOf } from './styles.ts';

/** Whether a list level counts or only marks. */
export type Numbering = { readonly formatOf: (numId: string, level: number) => string | undefined };

export const readNumbering = (document: XmlDocument | undefined): Numbering => {
  const abstracts = new Map(
    childrenOf(document?.root, ns.word, 'abstractNum').map((each) => [
      attributeOf(each, 'abstractNumId', ns.word) ?? '',
      each,
    ]),
  );
  const numbers = new Map(
    childrenOf(document?.root, ns.word, 'num').map((each) => [
      attributeOf(each, 'numId', ns.word) ?? '',
      valOf(each, 'abstractNumId') ?? '',
    ]),
  );
  return {
    formatOf: (numId, level) => {
      const abstract = abstracts.get(numbers.get(numId) ?? '');
      const found = childrenOf(abstract, ns.word, 'lvl').find(
        (each) => Number(attributeOf(each, 'ilvl', ns.word) ?? 0) === level,
      );
      return valOf(found, 'numFmt');
    },
  };
};
