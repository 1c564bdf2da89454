import { ns, type XmlElement } from '../package/index.ts';
import { attributeOf, childOf, numberOf } from '../package/xml-query.ts';
import type { Workbook } from '../xlsx/workbook.ts';
import { hexOf, isSameColour } from './colours.ts';
import type { HiddenWhat } from './finding.ts';

const white = 'FFFFFF';
const tiniestPoints = 2;
/** Numbers of the old palette that are white. */
const whiteNumbers = new Set([1, 9]);

/** Cell styles whose text nobody sees: in the colour of what is behind it, too small, or with a format that shows nothing. */
export const unseenStyles = ({ styles }: Workbook): ReadonlyMap<number, HiddenWhat> => {
  const unseen = new Map<number, HiddenWhat>();
  for (const [index, format] of styles.formats.entries()) {
    const font = styles.fonts[numberOf(format, 'fontId') ?? 0];
    const size = Number(attributeOf(childOf(font, ns.sheet, 'sz'), 'val') ?? 11);
    const ink = colourOf(childOf(font, ns.sheet, 'color'));
    const ground = groundOf(styles.fills[numberOf(format, 'fillId') ?? 0]);
    if (/^;;;\s*$/.test(styles.formatCode(index))) unseen.set(index, 'hidden_text');
    else if (size <= tiniestPoints) unseen.set(index, 'tiny_text');
    else if (ink !== undefined && ground !== undefined && isSameColour(ink, ground)) unseen.set(index, 'same_colour');
  }
  return unseen;
};

/** Theme colour 0 is the sheet's ground; other theme colours are not worked out. */
const colourOf = (element: XmlElement | undefined): string | undefined => {
  if (!element) return undefined;
  const rgb = hexOf(attributeOf(element, 'rgb'));
  if (rgb !== undefined) return rgb;
  if (attributeOf(element, 'theme') === '0' && Number(attributeOf(element, 'tint') ?? 0) === 0) return white;
  return whiteNumbers.has(numberOf(element, 'indexed') ?? -1) ? white : undefined;
};

const groundOf = (fill: XmlElement | undefined): string | undefined => {
  const pattern = childOf(fill, ns.sheet, 'patternFill');
  const type = attributeOf(pattern, 'patternType') ?? 'none';
  if (!pattern) return fill && childOf(fill, ns.sheet, 'gradientFill') ? undefined : white;
  if (type === 'none') return white;
  return type === 'solid' ? colourOf(childOf(pattern, ns.sheet, 'fgColor')) : undefined;
};
