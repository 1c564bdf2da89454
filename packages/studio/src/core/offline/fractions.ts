import { tokensOf, variantsOf } from '../language/normalise.ts';
import { countAt, type Piece } from './lex.ts';
import { isUnit } from './sizes.ts';

const parts: readonly (readonly [string, number])[] = [
  ['חצי', 500],
  ['half', 500],
  ['רבע', 250],
  ['quarter', 250],
];
const lead = new Set(tokensOf('ב ל by'));

/** "חצי מטר", "מטר וחצי", "שתיים וחצי מטר", "half a metre": figures, as those who read sizes know them. */
export const withFractions = (pieces: readonly Piece[]): readonly Piece[] => {
  const out: Piece[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (!piece) continue;
    const part = partAt(piece);
    const last = out.at(-1);
    // "מטר וחצי", "2 מטר וחצי": said behind the unit, of one of it or of as many as were said.
    if (part && isAnd(piece) && last && isUnit(last)) {
      const before = out.at(-2);
      const whole = countAt(before) ?? 1;
      const from = before && countAt(before) !== undefined ? out.length - 2 : out.length - 1;
      out.splice(from, out.length - from, figure(whole * 1_000 + part, before ?? piece), last);
      continue;
    }
    // "שתיים וחצי מטר": between a count and its unit.
    if (part && isAnd(piece) && last && countAt(last) !== undefined && isUnit(pieces[at + 1])) {
      out.splice(-1, 1, figure((countAt(last) ?? 0) * 1_000 + part, last));
      continue;
    }
    const skip = ['a', 'of'].includes(pieces[at + 1]?.text ?? '') ? 1 : 0;
    if (part && !isAnd(piece) && isUnit(pieces[at + 1 + skip])) {
      if (/^[בל]/.test(piece.text)) out.push({ ...piece, text: piece.text.slice(0, 1) });
      out.push(figure(part, piece));
      at += skip;
      continue;
    }
    // "ב מטר": by one of the unit.
    if (isUnit(piece) && last && lead.has(last.text) && piece.text.length > 2) out.push(figure(1_000, piece));
    out.push(piece);
  }
  return out;
};

const partAt = ({ kind, text }: Piece): number | undefined =>
  kind === 'word' ? parts.find(([word]) => variantsOf(text).includes(word))?.[1] : undefined;

const isAnd = ({ text }: Piece): boolean => text.startsWith('ו');

const figure = (milli: number, { from, to, raw }: Piece): Piece => ({
  kind: 'number',
  text: '#',
  raw,
  milli,
  from,
  to,
});
