import type { ElementSpec } from '../domain/entities.ts';
import type { Lang, LText } from '../domain/primitives.ts';
import { sidesOf } from '../words/sides.ts';

/** What the client reads about an element nobody wrote a text for: its size and colours. */
export const describeElement = ({
  kind,
  dims,
  colors,
}: Pick<ElementSpec, 'kind' | 'dims' | 'colors'>): LText | undefined => {
  const size = sidesOf({ kind, dims }).map(inMetres);
  const inLanguage = (lang: Lang): string =>
    [
      size.length === 0 ? '' : `${size.join(' × ')} ${lang === 'he' ? 'מ׳' : 'm'}`,
      colors.map(({ name }) => name[lang] ?? name[lang === 'he' ? 'en' : 'he'] ?? '').join(', '),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  const [he, en] = [inLanguage('he'), inLanguage('en')];
  return he === '' ? undefined : { he, en };
};

const inMetres = (mm: number): string => {
  const centimetres = Math.round(mm / 10);
  // Below a centimetre's worth of rounding the figure would lie: 90 mm stay 0.09, 16 mm stay 0.016.
  return mm % 10 === 0
    ? `${Math.floor(centimetres / 100)}.${String(centimetres % 100).padStart(2, '0')}`
    : `${Math.floor(mm / 1_000)}.${String(mm % 1_000).padStart(3, '0')}`;
};
