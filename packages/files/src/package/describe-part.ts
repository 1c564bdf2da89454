/** A package part in words a reviewer understands. */
export const describePart = (name: string): string => {
  const number = /(\d+)\.\w+$/.exec(name)?.[1];
  const tail = number === undefined ? '' : ` ${number}`;
  if (/theme\/theme/.test(name)) return 'theme';
  if (/styles\.xml$/.test(name)) return 'styles';
  if (/numbering\.xml$/.test(name)) return 'numbering';
  if (/settings\.xml$/.test(name)) return 'settings';
  if (/header\d*\.xml$/.test(name)) return `header${tail}`;
  if (/footer\d*\.xml$/.test(name)) return `footer${tail}`;
  if (/footnotes\.xml$/.test(name)) return 'footnotes';
  if (/endnotes\.xml$/.test(name)) return 'endnotes';
  if (/comments\w*\.xml$/.test(name)) return 'comments';
  if (/slides\/slide/.test(name)) return `slide part${tail}`;
  if (/slideLayouts\//.test(name)) return `layout${tail}`;
  if (/slideMasters\//.test(name)) return `master${tail}`;
  if (/notesSlides\//.test(name)) return `notes${tail}`;
  if (/notesMasters\//.test(name)) return 'notes master';
  if (/media\//.test(name)) return `picture${tail}`;
  if (/charts\/chart/.test(name)) return `chart${tail}`;
  if (/embeddings\//.test(name)) return `embedded file${tail}`;
  if (/docProps\//.test(name)) return 'document properties';
  if (/customXml\//.test(name)) return 'custom data';
  return name;
};

/** Parts that only hold the package together; a change in them is explained by what they list. */
export const isPlumbing = (name: string): boolean => name === '[Content_Types].xml' || name.endsWith('.rels');
