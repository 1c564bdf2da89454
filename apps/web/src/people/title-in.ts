/** A project's title in the language of the screen, or in the other one. */
export const titleIn = (
  title: { readonly he?: string | undefined; readonly en?: string | undefined },
  language: string,
): string => (language === 'he' ? (title.he ?? title.en) : (title.en ?? title.he)) ?? '';
