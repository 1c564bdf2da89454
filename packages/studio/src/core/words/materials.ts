import type { Lang } from '../domain/primitives.ts';

/** Materials that recipes name: they are kept in one language, and read in both. */
const names: readonly { readonly he: string; readonly en: string }[] = [
  { he: 'דיקט', en: 'plywood' },
  { he: 'ויניל', en: 'vinyl' },
  { he: 'אלומיניום', en: 'aluminium' },
  { he: 'פורקס', en: 'forex' },
  { he: 'באנר', en: 'banner' },
  { he: 'שטיח', en: 'carpet' },
  { he: 'טראס', en: 'truss' },
  { he: 'פרקטיקבלים', en: 'decks' },
  { he: 'פורמייקה', en: 'laminate' },
  { he: 'בד', en: 'fabric' },
  { he: 'בד מודפס', en: 'printed fabric' },
];

/** A material in the language of whoever reads it; what is not known stays as somebody wrote it. */
export const materialText = (material: string, lang: Lang): string =>
  names.find(({ he, en }) => he === material || en === material)?.[lang] ?? material;
