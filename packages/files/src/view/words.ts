import type { ReviewPlace, ReviewStatus } from '@atelier/contracts';

/** How places and statuses are said in one language. */
export type ReviewWords = {
  readonly place: (place: ReviewPlace) => string;
  readonly status: Readonly<Record<ReviewStatus, string>>;
  readonly format: string;
  readonly lineEndings: string;
  readonly notes: string;
  /** Of a slide: whether a show leaves it out. */
  readonly shownOrHidden: (isHidden: boolean) => string;
  readonly differs: Readonly<Record<'text' | 'geometry' | 'format' | 'image' | 'table', string>>;
  readonly moreRows: (count: number) => string;
  readonly movedFrom: (place: ReviewPlace) => string;
  readonly bytes: (count: number) => string;
};

const span = (from: string, to: string): string => (from === to ? from : `${from}–${to}`);

export const english: ReviewWords = {
  place: (place) => {
    switch (place.at) {
      case 'line':
        return `Line ${place.line}`;
      case 'row':
        return place.key ? `Row ${place.row} (${place.key.join(', ')})` : `Row ${place.row}`;
      case 'column':
        return `Column ${place.column}`;
      case 'sheet':
        return `Sheet ${place.sheet}`;
      case 'cell':
        return `Sheet ${place.sheet}, ${place.ref}`;
      case 'rows':
        return `Sheet ${place.sheet}, ${place.from === place.to ? 'row' : 'rows'} ${span(place.from, place.to)}`;
      case 'columns':
        return `Sheet ${place.sheet}, ${place.from === place.to ? 'column' : 'columns'} ${span(place.from, place.to)}`;
      case 'paragraph':
        return under(`Paragraph ${place.number}`, place.under);
      case 'table':
        return under(`Table ${place.number}`, place.under);
      case 'slide':
        return `Slide ${place.number}`;
      case 'page':
        return `Page ${place.number}`;
      case 'file':
        return 'The file';
    }
  },
  status: { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' },
  format: 'Format',
  lineEndings: 'Only the line ending changed',
  notes: 'Notes',
  shownOrHidden: (isHidden) => (isHidden ? 'Hidden slide' : 'Shown slide'),
  differs: { text: 'text', geometry: 'position or size', format: 'format', image: 'picture', table: 'table' },
  moreRows: (count) => `${count} more ${count === 1 ? 'row' : 'rows'}`,
  movedFrom: (place) => `moved from ${lowerFirst(english.place(place))}`,
  bytes: (count) => `${count} bytes`,
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const under = (what: string, heading: string | null): string =>
  heading === null ? what : `${what}, under “${heading}”`;

export const hebrew: ReviewWords = {
  place: (place) => {
    switch (place.at) {
      case 'line':
        return `שורה ${place.line}`;
      case 'row':
        return place.key ? `רשומה ${place.row} (${place.key.join(', ')})` : `רשומה ${place.row}`;
      case 'column':
        return `עמודה ${place.column}`;
      case 'sheet':
        return `גיליון ${place.sheet}`;
      case 'cell':
        return `גיליון ${place.sheet}, תא ${place.ref}`;
      case 'rows':
        return `גיליון ${place.sheet}, ${place.from === place.to ? 'שורה' : 'שורות'} ${span(place.from, place.to)}`;
      case 'columns':
        return `גיליון ${place.sheet}, ${place.from === place.to ? 'עמודה' : 'עמודות'} ${span(place.from, place.to)}`;
      case 'paragraph':
        return underHeading(`פסקה ${place.number}`, place.under);
      case 'table':
        return underHeading(`טבלה ${place.number}`, place.under);
      case 'slide':
        return `שקופית ${place.number}`;
      case 'page':
        return `עמוד ${place.number}`;
      case 'file':
        return 'הקובץ';
    }
  },
  status: { added: 'נוסף', removed: 'הוסר', changed: 'השתנה', moved: 'הועבר' },
  format: 'עיצוב',
  lineEndings: 'רק סוף השורה השתנה',
  notes: 'הערות',
  shownOrHidden: (isHidden) => (isHidden ? 'שקופית מוסתרת' : 'שקופית מוצגת'),
  differs: { text: 'טקסט', geometry: 'מיקום או גודל', format: 'עיצוב', image: 'תמונה', table: 'טבלה' },
  moreRows: (count) => (count === 1 ? 'עוד שורה אחת' : `עוד ${count} שורות`),
  movedFrom: (place) => `הועברה ממקומה: ${hebrew.place(place)}`,
  bytes: (count) => `${count} בתים`,
};

const underHeading = (what: string, heading: string | null): string =>
  heading === null ? what : `${what}, תחת ״${heading}״`;
